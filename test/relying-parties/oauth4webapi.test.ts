/** `oauth4webapi`, unmodified: what `openid-client`, which is built on it, leaves to the app. */
import * as oauth from 'oauth4webapi'
import { ALICE, PUB } from '../support/fixtures.ts'
import { startIdp } from '../support/idp.ts'
import { signInAt } from './sign-in.ts'

const HTTP = { [oauth.allowInsecureRequests]: true }
const CLIENT: oauth.Client = { client_id: PUB.client_id }
const REDIRECT_URI = PUB.redirect_uris[0] as string
const [VERIFIER, STATE, NONCE] = [
  oauth.generateRandomCodeVerifier(),
  oauth.generateRandomState(),
  oauth.generateRandomNonce(),
]

const metadataBy = async (algorithm: 'oidc' | 'oauth2'): Promise<oauth.AuthorizationServer> => {
  const issuer = new URL(idp.issuer)
  return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm, ...HTTP }))
}
const idp = await startIdp()

const as = await metadataBy('oidc')

async function authorizationUrl(more: Readonly<Record<string, string>> = {}): Promise<URL> {
  const url = new URL(as.authorization_endpoint ?? '')
  const parameters = {
    client_id: CLIENT.client_id,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: 'openid email offline_access',
    state: STATE,
    nonce: NONCE,
    code_challenge: await oauth.calculatePKCECodeChallenge(VERIFIER),
    code_challenge_method: 'S256',
    ...more,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url
}

it('it takes the same metadata from the RFC 8414 address', async () => expect(await metadataBy('oauth2')).toEqual(as))

it('it accepts the error of prompt=none without a session, with iss and state', async () => {
  const { headers } = await idp.send((await authorizationUrl({ prompt: 'none' })).href)
  expect(() => oauth.validateAuthResponse(as, CLIENT, new URL(headers.location ?? ''), STATE)).toThrow(
    expect.objectContaining({ error: 'login_required' }),
  )
})

it('JWT-02: it accepts code, tokens, signatures and revocation, and the access token as a resource server does (RFC 9068)', async () => {
  const callback = oauth.validateAuthResponse(as, CLIENT, await signInAt(idp, await authorizationUrl()), STATE)
  const none = oauth.None()
  const response = await oauth.authorizationCodeGrantRequest(as, CLIENT, none, callback, REDIRECT_URI, VERIFIER, HTTP)
  const tokens = await oauth.processAuthorizationCodeResponse(as, CLIENT, response, {
    expectedNonce: NONCE,
    requireIdToken: true,
  })
  await oauth.validateApplicationLevelSignature(as, response, HTTP)
  expect(oauth.getValidatedIdTokenClaims(tokens)?.sub).toBe(ALICE.sub)
  for (const token of [tokens.access_token, tokens.id_token ?? ''])
    expect(Buffer.from(token.split('.')[2] ?? '', 'base64url')).toHaveLength(64)
  const request = new Request('https://api.example/', { headers: { authorization: `Bearer ${tokens.access_token}` } })
  expect(await oauth.validateJwtAccessToken(as, request, 'sso-resource-api', HTTP)).toMatchObject({
    sub: ALICE.sub,
    client_id: CLIENT.client_id,
    scope: tokens.scope,
  })
  const revocation = await oauth.revocationRequest(as, CLIENT, none, tokens.access_token, HTTP)
  expect(await oauth.processRevocationResponse(revocation)).toBeUndefined()
})
