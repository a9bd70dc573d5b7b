// The authenticator with the OAuth 2.0 strategy of its README, in a server of requests and responses.

import { createServer } from 'node:http'
import { Authenticator } from 'remix-auth'
import { CodeChallengeMethod, OAuth2Strategy } from 'remix-auth-oauth2'
import { CLIENT_ID, CLIENT_SECRET, fixed, ISSUER, nameOf, ORIGIN, PORT, REDIRECT_URI, random } from './around.mjs'

class StrategyWithNonce extends OAuth2Strategy {
  authorizationParams(params) {
    params.set('nonce', random())
    return params
  }
}
const Strategy = fixed(StrategyWithNonce) ?? OAuth2Strategy
const authenticator = new Authenticator()
authenticator.use(
  new Strategy(
    {
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      authorizationEndpoint: `${ISSUER}/authorize`,
      tokenEndpoint: `${ISSUER}/token`,
      redirectURI: REDIRECT_URI,
      scopes: ['openid', 'email', 'profile'],
      codeChallengeMethod: CodeChallengeMethod.S256,
    },
    async ({ tokens }) => nameOf(tokens.accessToken()),
  ),
  'sso',
)
createServer(async (req, res) => {
  if (req.url === '/ready-yet') return res.end()
  try {
    const request = new Request(new URL(req.url, ORIGIN), { headers: { Cookie: req.headers.cookie ?? '' } })
    res.end(await authenticator.authenticate('sso', request))
  } catch (thrown) {
    if (thrown instanceof Response) return res.writeHead(thrown.status, Object.fromEntries(thrown.headers)).end()
    console.error(thrown)
    res.writeHead(500).end(String(thrown))
  }
}).listen(PORT, '127.0.0.1')
