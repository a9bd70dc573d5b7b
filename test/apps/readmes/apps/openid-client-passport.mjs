// The Passport strategy of the library's documentation, with the session of Express.
import express from 'express'
import session from 'express-session'
import * as client from 'openid-client'
import { Strategy } from 'openid-client/passport'
import passport from 'passport'
import { CLIENT_ID, CLIENT_SECRET, fixed, ISSUER, PORT, REDIRECT_URI } from './around.mjs'

class StrategyWithState extends Strategy {
  authorizationRequestParams(req, options) {
    const parameters = super.authorizationRequestParams(req, options)
    parameters.set('state', client.randomState())
    parameters.set('nonce', client.randomNonce())
    return parameters
  }
}
// The last argument is needed at http: only, as this test has it.
const config = await client.discovery(new URL(ISSUER), CLIENT_ID, CLIENT_SECRET, undefined, {
  execute: [client.allowInsecureRequests],
})
const options = { config, name: 'sso', scope: 'openid email', callbackURL: REDIRECT_URI }
passport.use(new (fixed(StrategyWithState) ?? Strategy)(options, (tokens, verified) => verified(null, tokens.claims())))
passport.serializeUser((user, done) => done(null, user))
passport.deserializeUser((user, done) => done(null, user))

const app = express()
app.use(session({ secret: 'keyboard cat', resave: false, saveUninitialized: false }))
app.use(passport.session())
app.get('/login', passport.authenticate('sso'))
app.get('/callback', passport.authenticate('sso', { successRedirect: '/' }))
app.get('/', (req, res) => res.send(`Hello ${req.user?.sub}`))
app.listen(PORT, '127.0.0.1')
