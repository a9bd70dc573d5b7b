// Auth.js in Express as its guide has it: all of its routes under one path, one of them with the session.
import { ExpressAuth } from '@auth/express'
import express from 'express-4'
import { CLIENT_ID, CLIENT_SECRET, fixed, ISSUER, PORT } from './around.mjs'

const config = {
  providers: [
    {
      id: 'sso',
      name: 'Single sign-on',
      type: 'oidc',
      issuer: ISSUER,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      ...fixed({ checks: ['pkce', 'state', 'nonce'], client: { id_token_signed_response_alg: 'ES256' } }),
    },
  ],
}
const app = express()
app.set('trust proxy', true)
app.use('/auth/*', ExpressAuth(config))
app.listen(PORT, '127.0.0.1')
