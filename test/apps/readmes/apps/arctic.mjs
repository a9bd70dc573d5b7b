// The generic OAuth 2.0 client of the guide.
import * as arctic from 'arctic'
import { CLIENT_ID, CLIENT_SECRET, fixed, ISSUER, REDIRECT_URI, random, serve } from './around.mjs'

const client = new arctic.OAuth2Client(CLIENT_ID, CLIENT_SECRET, REDIRECT_URI)
const SCOPES = ['openid', 'profile']
const verifier = fixed(arctic.generateCodeVerifier()) ?? null
serve({
  login: () => {
    const state = arctic.generateState()
    if (verifier === null) return client.createAuthorizationURL(`${ISSUER}/authorize`, state, SCOPES)
    const S256 = arctic.CodeChallengeMethod.S256
    const url = client.createAuthorizationURLWithPKCE(`${ISSUER}/authorize`, state, S256, verifier, SCOPES)
    url.searchParams.set('nonce', random())
    return url
  },
  callback: async ({ searchParams }) =>
    (await client.validateAuthorizationCode(`${ISSUER}/token`, searchParams.get('code'), verifier)).accessToken(),
})
