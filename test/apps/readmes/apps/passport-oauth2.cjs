// The strategy and the two routes of its README, with the session of Express.
const { randomUUID } = require('node:crypto')
const express = require('express')
const session = require('express-session')
const passport = require('passport')
const OAuth2Strategy = require('passport-oauth2')

const { ISSUER, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI, PORT, FIXED } = process.env
const strategy = new OAuth2Strategy(
  {
    authorizationURL: `${ISSUER}/authorize`,
    tokenURL: `${ISSUER}/token`,
    clientID: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    callbackURL: REDIRECT_URI,
    scope: ['openid', 'profile'],
    ...(FIXED === '1' ? { state: true, pkce: true } : {}),
  },
  (accessToken, _refreshToken, _profile, done) => done(null, { accessToken }),
)
if (FIXED === '1') strategy.authorizationParams = () => ({ nonce: randomUUID() })
passport.use(strategy)
passport.serializeUser((user, done) => done(null, user))
passport.deserializeUser((user, done) => done(null, user))

const app = express()
app.use(session({ secret: 'keyboard cat', resave: false, saveUninitialized: false }))
app.use(passport.session())
app.get('/login', passport.authenticate('oauth2'))
app.get('/callback', passport.authenticate('oauth2', { failureRedirect: '/login' }), (_req, res) => res.redirect('/'))
app.get('/', async (req, res) => {
  const headers = { Authorization: `Bearer ${req.user?.accessToken}` }
  res.send(`Hello ${(await (await fetch(`${ISSUER}/userinfo`, { headers })).json()).name}`)
})
app.listen(PORT, '127.0.0.1')
