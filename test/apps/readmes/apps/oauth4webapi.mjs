// The OpenID Connect example that the README leads to.
import * as oauth from 'oauth4webapi'
import { CLIENT_ID, CLIENT_SECRET, fixed, ISSUER, REDIRECT_URI, serve } from './around.mjs'

const issuer = new URL(ISSUER)
// Needed at http: only, as this test has it.
const http = { [oauth.allowInsecureRequests]: true }
const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, http))
const client = { client_id: CLIENT_ID }
const verifier = oauth.generateRandomCodeVerifier()
const state = fixed(oauth.generateRandomState())
let nonce = fixed(oauth.generateRandomNonce())
serve({
  login: async () => {
    const url = new URL(as.authorization_endpoint)
    url.searchParams.set('client_id', CLIENT_ID)
    url.searchParams.set('redirect_uri', REDIRECT_URI)
    url.searchParams.set('response_type', 'code')
    url.searchParams.set('scope', 'openid profile')
    url.searchParams.set('code_challenge', await oauth.calculatePKCECodeChallenge(verifier))
    url.searchParams.set('code_challenge_method', 'S256')
    if (state !== undefined) url.searchParams.set('state', state)
    if (as.code_challenge_methods_supported?.includes('S256') !== true) nonce = oauth.generateRandomNonce()
    if (nonce !== undefined) url.searchParams.set('nonce', nonce)
    return url
  },
  callback: async (url) => {
    const parameters = oauth.validateAuthResponse(as, client, url, state)
    const authentication = oauth.ClientSecretBasic(CLIENT_SECRET)
    const request = [as, client, authentication, parameters, REDIRECT_URI, verifier, http]
    const response = await oauth.authorizationCodeGrantRequest(...request)
    const options = { expectedNonce: nonce, requireIdToken: true }
    return (await oauth.processAuthorizationCodeResponse(as, client, response, options)).access_token
  },
})
