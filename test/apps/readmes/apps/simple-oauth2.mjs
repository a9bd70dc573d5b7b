// The authorization code grant of the README.
import { AuthorizationCode } from 'simple-oauth2'
import { CLIENT_ID, CLIENT_SECRET, challengeOf, fixed, ISSUER, REDIRECT_URI, random, serve } from './around.mjs'

const verifier = random()
const client = new AuthorizationCode({
  client: { id: CLIENT_ID, secret: CLIENT_SECRET },
  auth: { tokenHost: ISSUER, tokenPath: '/token', authorizePath: '/authorize' },
})
serve({
  login: () =>
    client.authorizeURL({
      redirect_uri: REDIRECT_URI,
      scope: 'openid profile',
      state: random(),
      ...fixed({ nonce: random(), code_challenge: challengeOf(verifier), code_challenge_method: 'S256' }),
    }),
  callback: async ({ searchParams }) => {
    const parameters = { code: searchParams.get('code'), redirect_uri: REDIRECT_URI }
    return (await client.getToken({ ...parameters, ...fixed({ code_verifier: verifier }) })).token.access_token
  },
})
