/** `oauth4webapi` as it is published: the same conversation step by step, each answer judged by the library. */
import * as oauth from 'oauth4webapi'
import { ALICE, CONF, PUB } from '../support/fixtures.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { signInAt } from './sign-in.ts'

const HTTP = { [oauth.allowInsecureRequests]: true }
const CASES = [
  ['a confidential client by client_secret_basic', CONF, oauth.ClientSecretBasic(CONF.client_secret)],
  ['a confidential client by client_secret_post', CONF, oauth.ClientSecretPost(CONF.client_secret)],
  ['a public client', PUB, oauth.None()],
] as const

let idp: Idp
let as: oauth.AuthorizationServer
beforeAll(async () => {
  idp = await startIdp()
  const issuer = new URL(idp.issuer)
  as = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oidc', ...HTTP }),
  )
})
afterAll(() => idp.stop())

describe('oauth4webapi', () => {
  it('takes the same metadata from the RFC 8414 address', async () => {
    const issuer = new URL(idp.issuer)
    expect(
      await oauth.processDiscoveryResponse(
        issuer,
        await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...HTTP }),
      ),
    ).toEqual(as)
  })
})

describe.each(CASES)('oauth4webapi as %s', (_name, { client_id, redirect_uris }, authentication) => {
  const client: oauth.Client = { client_id }
  const redirectUri = redirect_uris[0] as string
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const nonce = oauth.generateRandomNonce()
  let callback: URLSearchParams
  let tokens: oauth.TokenEndpointResponse

  const authorizationUrl = async (prompt?: string): Promise<URL> => {
    const url = new URL(as.authorization_endpoint ?? '')
    const parameters = {
      client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid email offline_access',
      state,
      nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(prompt === undefined ? {} : { prompt }),
    }
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    return url
  }

  it('accepts the authorization response, with iss and state', async () => {
    callback = oauth.validateAuthResponse(as, client, await signInAt(idp, await authorizationUrl()), state)
    expect(callback.get('code')).toBeTruthy()
  })

  it('accepts the error of prompt=none without a session, with iss and state', async () => {
    const { headers } = await idp.send((await authorizationUrl('none')).href)
    expect(() => oauth.validateAuthResponse(as, client, new URL(headers.location ?? ''), state)).toThrow(
      expect.objectContaining({ error: 'login_required' }),
    )
  })

  it('accepts the token response and the signature of the ID token', async () => {
    const response = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      authentication,
      callback,
      redirectUri,
      verifier,
      HTTP,
    )
    tokens = await oauth.processAuthorizationCodeResponse(as, client, response, {
      expectedNonce: nonce,
      requireIdToken: true,
    })
    await oauth.validateApplicationLevelSignature(as, response, HTTP)
    expect(oauth.getValidatedIdTokenClaims(tokens)?.sub).toBe(ALICE.sub)
  })

  it('accepts the access token as a resource server does (RFC 9068)', async () => {
    const request = new Request('https://api.example/', { headers: { authorization: `Bearer ${tokens.access_token}` } })
    expect(await oauth.validateJwtAccessToken(as, request, 'sso-resource-api', HTTP)).toMatchObject({
      sub: ALICE.sub,
      client_id,
      scope: tokens.scope,
    })
  })

  it('accepts userinfo', async () => {
    const response = await oauth.userInfoRequest(as, client, tokens.access_token, HTTP)
    expect(await oauth.processUserInfoResponse(as, client, ALICE.sub, response)).toEqual({
      sub: ALICE.sub,
      email: ALICE.email,
      email_verified: true,
    })
  })

  it('accepts the refresh response, and a replay is refused with invalid_grant (400)', async () => {
    const refresh = async (): Promise<oauth.TokenEndpointResponse> =>
      oauth.processRefreshTokenResponse(
        as,
        client,
        await oauth.refreshTokenGrantRequest(as, client, authentication, tokens.refresh_token ?? '', HTTP),
      )
    const refreshed = await refresh()
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token)
    await expect(refresh()).rejects.toMatchObject({ status: 400, error: 'invalid_grant' })
    const userinfo = oauth.processUserInfoResponse(
      as,
      client,
      ALICE.sub,
      await oauth.userInfoRequest(as, client, refreshed.access_token, HTTP),
    )
    await expect(userinfo).rejects.toMatchObject({ status: 401 })
  })

  it('accepts the answer of the revocation endpoint', async () => {
    const response = await oauth.revocationRequest(as, client, authentication, tokens.access_token, HTTP)
    expect(await oauth.processRevocationResponse(response)).toBeUndefined()
  })
})

describe('oauth4webapi at the introspection endpoint', () => {
  it('accepts the answer about a token that is not active', async () => {
    const response = await oauth.introspectionRequest(
      as,
      { client_id: CONF.client_id },
      oauth.ClientSecretBasic(CONF.client_secret),
      'not-a-token',
      HTTP,
    )
    expect(await oauth.processIntrospectionResponse(as, { client_id: CONF.client_id }, response)).toEqual({
      active: false,
    })
  })
})
