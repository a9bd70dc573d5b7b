// Auth.js in Express as its example app has it: the requests in the terminal, and all of its routes under one path.
import { ExpressAuth } from '@auth/express'
import express from 'express-4'
import morgan from 'morgan'
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
app.use(morgan('dev'))
app.use('/auth/*', ExpressAuth(config))
app.listen(PORT, '127.0.0.1')
