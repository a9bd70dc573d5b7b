/** `openid-client` as it is published, with every check it has, for each way a client authenticates. */
import * as oidc from 'openid-client'
import { ALICE, CONF, PUB } from '../support/fixtures.ts'
import { startIdp } from '../support/idp.ts'
import { signInAt } from './sign-in.ts'

const CASES = [
  ['a confidential client by client_secret_basic', CONF, oidc.ClientSecretBasic(CONF.client_secret)],
  ['a confidential client by client_secret_post', CONF, oidc.ClientSecretPost(CONF.client_secret)],
  ['a public client', PUB, oidc.None()],
] as const
const SCOPE = 'openid profile email offline_access roles permissions'

const idp = await startIdp()

describe.each(CASES)('openid-client as %s', (_name, client, authentication) => {
  let config: oidc.Configuration
  let tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers
  const redirectUri = client.redirect_uris[0] as string

  beforeAll(async () => {
    config = await oidc.discovery(new URL(idp.issuer), client.client_id, undefined, authentication, {
      execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
    })
    const [verifier, state, nonce] = [oidc.randomPKCECodeVerifier(), oidc.randomState(), oidc.randomNonce()]
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: SCOPE,
      state,
      nonce,
      max_age: '300',
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    tokens = await oidc.authorizationCodeGrant(config, await signInAt(idp, url), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      maxAge: 300,
    })
  })

  it('redeems the code for tokens that pass its checks', () => {
    expect(tokens.claims()).toMatchObject({ iss: idp.issuer, aud: client.client_id, sub: ALICE.sub })
    expect(tokens.expires_in).toBe(900)
    expect([...new Set(tokens.scope?.split(' '))].sort()).toEqual(SCOPE.split(' ').sort())
  })

  it('reads the claims of the granted scopes at userinfo', async () =>
    expect(await oidc.fetchUserInfo(config, tokens.access_token, ALICE.sub)).toMatchObject({
      sub: ALICE.sub,
      name: ALICE.name,
      email: ALICE.email,
      email_verified: true,
      roles: ALICE.roles,
      permissions: ALICE.permissions,
    }))

  it('refreshes, and gets a new refresh token each time', async () => {
    const second = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')
    const third = await oidc.refreshTokenGrant(config, second.refresh_token ?? '', { scope: 'openid email' })
    expect(new Set([tokens.refresh_token, second.refresh_token, third.refresh_token]).size).toBe(3)
    expect(second.claims()?.sub).toBe(ALICE.sub)
    expect(Object.keys(await oidc.fetchUserInfo(config, third.access_token, ALICE.sub)).sort()).toEqual([
      'email',
      'email_verified',
      'sub',
    ])
    tokens = third
  })

  it('introspects as a confidential client, and is refused as a public one', async () => {
    const answer = oidc.tokenIntrospection(config, tokens.access_token)
    if (client.client_type === 'public')
      await expect(answer).rejects.toMatchObject({ status: 401, error: 'invalid_client' })
    else
      expect(await answer).toMatchObject({
        active: true,
        sub: ALICE.sub,
        client_id: client.client_id,
        aud: 'sso-resource-api',
      })
  })

  it('revokes the refresh token, after which a refresh gives invalid_grant (400)', async () => {
    await oidc.tokenRevocation(config, tokens.refresh_token ?? '', { token_type_hint: 'refresh_token' })
    await expect(oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      status: 400,
      error: 'invalid_grant',
    })
    await expect(oidc.fetchUserInfo(config, tokens.access_token, ALICE.sub)).rejects.toMatchObject({ status: 401 })
  })

  it('builds a sign-out address that leads to the registered one', async () => {
    const url = oidc.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: client.post_logout_redirect_uris?.[0] ?? '',
      state: 'bye',
    })
    const answer = await idp.send(url.href)
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      `${client.post_logout_redirect_uris?.[0]}?state=bye`,
    ])
  })
})
