// The code flow of the library's README in Express, with one user at a time.
import express from 'express'
import * as client from 'openid-client'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI, PORT, FIXED } = process.env
// The last argument is needed at http: only, as this test has it.
const config = await client.discovery(new URL(ISSUER), CLIENT_ID, CLIENT_SECRET, undefined, {
  execute: [client.allowInsecureRequests],
})
let pkceCodeVerifier
let expectedState
let expectedNonce

const app = express()
app.get('/login', async (_req, res) => {
  pkceCodeVerifier = client.randomPKCECodeVerifier()
  const parameters = {
    redirect_uri: REDIRECT_URI,
    scope: 'openid email',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  }
  if (FIXED === '1' || !config.serverMetadata().supportsPKCE()) {
    expectedState = client.randomState()
    parameters.state = expectedState
  }
  if (FIXED === '1') {
    expectedNonce = client.randomNonce()
    parameters.nonce = expectedNonce
  }
  res.redirect(client.buildAuthorizationUrl(config, parameters).href)
})
app.get('/callback', async (req, res) => {
  const here = new URL(req.originalUrl, REDIRECT_URI)
  const checks = { pkceCodeVerifier, expectedState, expectedNonce }
  const tokens = await client.authorizationCodeGrant(config, here, checks)
  res.json(tokens.claims())
})
app.listen(PORT, '127.0.0.1')
