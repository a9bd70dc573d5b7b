// The strategy and the two routes of its README, with users in memory and the session of Express.
const express = require('express')
const session = require('express-session')
const passport = require('passport')
const OpenIDConnectStrategy = require('passport-openidconnect')

const { ISSUER, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI, PORT } = process.env
passport.use(
  new OpenIDConnectStrategy(
    {
      issuer: ISSUER,
      authorizationURL: `${ISSUER}/authorize`,
      tokenURL: `${ISSUER}/token`,
      userInfoURL: `${ISSUER}/userinfo`,
      clientID: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      callbackURL: REDIRECT_URI,
    },
    (issuer, profile, done) => done(null, { issuer, id: profile.id }),
  ),
)
passport.serializeUser((user, done) => done(null, user))
passport.deserializeUser((user, done) => done(null, user))

const app = express()
app.use(session({ secret: 'keyboard cat', resave: false, saveUninitialized: false }))
app.use(passport.session())
app.get('/login', passport.authenticate('openidconnect'))
app.get(
  '/callback',
  passport.authenticate('openidconnect', { failureRedirect: '/login', failureMessage: true }),
  (_req, res) => res.redirect('/'),
)
app.get('/', (req, res) => res.send(`Hello ${req.user?.id}`))
app.listen(PORT, '127.0.0.1')
