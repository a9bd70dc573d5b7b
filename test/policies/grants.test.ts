import { checkGrantAllowed, checkGrantType, GRANT_TYPES, type GrantType } from '../../policies/grants.ts'
import { outcomeOf } from './outcome.ts'

describe('grant_type (RFC 6749 s4.1.3, s6, s5.2)', () => {
  it('knows two grants', () => expect(GRANT_TYPES).toEqual(['authorization_code', 'refresh_token']))

  it.each<[string, string]>([
    ['allowed', 'authorization_code'],
    ['allowed', 'refresh_token'],
    ['unsupported_grant_type grant_type_unsupported', 'password'],
    ['unsupported_grant_type grant_type_unsupported', 'client_credentials'],
    ['unsupported_grant_type grant_type_unsupported', 'urn:ietf:params:oauth:grant-type:device_code'],
    ['unsupported_grant_type grant_type_unsupported', 'urn:ietf:params:oauth:grant-type:token-exchange'],
    ['unsupported_grant_type grant_type_unsupported', 'authorization_code '],
    ['unsupported_grant_type grant_type_unsupported', 'AUTHORIZATION_CODE'],
    ['unsupported_grant_type grant_type_unsupported', '__proto__'],
  ])('%s: %j', (outcome, grantType) => expect(outcomeOf(checkGrantType(grantType))).toBe(outcome))
})

describe('who may use a grant (unauthorized_client)', () => {
  const ONLINE = { scopes: ['openid', 'profile'] }
  const OFFLINE = { scopes: ['openid', 'offline_access'] }

  it.each<[string, string, GrantType, { readonly scopes: readonly string[] }, boolean]>([
    ['allowed', 'the code grant, for every client', 'authorization_code', ONLINE, false],
    ['allowed', 'the refresh grant, for a client with offline_access', 'refresh_token', OFFLINE, false],
    ['unauthorized_client unauthorized_client', 'refresh, for a client without', 'refresh_token', ONLINE, false],
    ['allowed', 'a refresh token after offline_access was lost: see scopes (D-T6)', 'refresh_token', ONLINE, true],
  ])('%s: %s', (outcome, _, grantType, client, holdsRefreshToken) =>
    expect(outcomeOf(checkGrantAllowed(grantType, client, holdsRefreshToken))).toBe(outcome),
  )
})
