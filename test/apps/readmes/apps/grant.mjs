// The middleware with a provider of one's own, as the README has it, and the user in the session of Express.
import express from 'express'
import session from 'express-session'
import grant from 'grant'
import { CLIENT_ID, CLIENT_SECRET, fixed, ISSUER, nameOf, ORIGIN, PORT } from './around.mjs'

const app = express()
app.use(session({ secret: 'grant', saveUninitialized: true, resave: false }))
app.use(
  grant.express({
    defaults: { origin: ORIGIN, transport: 'session', state: true },
    sso: {
      authorize_url: `${ISSUER}/authorize`,
      access_url: `${ISSUER}/token`,
      oauth: 2,
      key: CLIENT_ID,
      secret: CLIENT_SECRET,
      scope: ['openid', 'profile'],
      scope_delimiter: ' ',
      callback: '/hello',
      ...fixed({ nonce: true, pkce: true }),
    },
  }),
)
app.get('/hello', async (req, res) => {
  const { response } = req.session.grant
  res.send(response.access_token === undefined ? JSON.stringify(response) : await nameOf(response.access_token))
})
app.listen(PORT, '127.0.0.1')
