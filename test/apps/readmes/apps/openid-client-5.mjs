// The authorization code flow of the README of version 5.
import { generators, Issuer } from 'openid-client-5'
import { CLIENT_ID, CLIENT_SECRET, fixed, ISSUER, REDIRECT_URI, serve } from './around.mjs'

const issuer = await Issuer.discover(ISSUER)
const client = new issuer.Client({
  client_id: CLIENT_ID,
  client_secret: CLIENT_SECRET,
  redirect_uris: [REDIRECT_URI],
  response_types: ['code'],
  ...fixed({ id_token_signed_response_alg: 'ES256' }),
})
const code_verifier = generators.codeVerifier()
const sent = fixed({ state: generators.state(), nonce: generators.nonce() })
serve({
  login: () =>
    client.authorizationUrl({
      scope: 'openid email profile',
      code_challenge: generators.codeChallenge(code_verifier),
      code_challenge_method: 'S256',
      ...sent,
    }),
  callback: async (_url, req) =>
    (await client.callback(REDIRECT_URI, client.callbackParams(req), { code_verifier, ...sent })).access_token,
})
