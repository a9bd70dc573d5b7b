/** A scope that the deployment declares, as apps that map groups read it: `openid-client` with every check it has. */
import * as oidc from 'openid-client'
import { ALICE, CONF } from '../support/fixtures.ts'
import { startIdp } from '../support/idp.ts'
import { signInAt } from './sign-in.ts'

const idp = await startIdp({
  options: {
    scopes: { groups: { claims: ['groups'], label: 'See your groups' } },
    clients: [{ ...CONF, scopes: [...(CONF.scopes ?? ['openid']), 'groups'] }],
    accounts: [{ ...ALICE, claims: { groups: ['finance', 'audit'] } }],
    idTokenClaims: 'scopes',
  },
})

it('openid-client reads groups from the ID token and from userinfo, and again after a refresh', async () => {
  const config = await oidc.discovery(new URL(idp.issuer), CONF.client_id, CONF.client_secret, undefined, {
    execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
  })
  expect(config.serverMetadata().scopes_supported).toContain('groups')
  const [verifier, state, nonce] = [oidc.randomPKCECodeVerifier(), oidc.randomState(), oidc.randomNonce()]
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: CONF.redirect_uris[0] as string,
    scope: 'openid offline_access groups',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const first = await oidc.authorizationCodeGrant(config, await signInAt(idp, url), {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const second = await oidc.refreshTokenGrant(config, first.refresh_token ?? '')
  for (const tokens of [first, second]) {
    expect(tokens.claims()).toMatchObject({ sub: ALICE.sub, groups: ['finance', 'audit'] })
    expect(await oidc.fetchUserInfo(config, tokens.access_token, ALICE.sub)).toEqual({
      sub: ALICE.sub,
      groups: ['finance', 'audit'],
    })
  }
})
