/** The metadata document to the byte: clients keep it, and some compare. What a deployment declares stands behind it. */
import { startIdp } from '../../support/idp.ts'

const DISCOVERY = '/.well-known/openid-configuration'
const documentOf = (issuer: string): object => ({
  issuer: issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/.well-known/jwks.json`,
  revocation_endpoint: `${issuer}/revocation`,
  introspection_endpoint: `${issuer}/introspect`,
  end_session_endpoint: `${issuer}/connect/logout`,
  scopes_supported: ['openid', 'profile', 'email', 'offline_access', 'roles', 'permissions'],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  subject_types_supported: ['public'],
  resource_audience: 'sso-resource-api',
  id_token_signing_alg_values_supported: ['ES256'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  code_challenge_methods_supported: ['S256'],
  claims_supported: [
    'sub',
    'name',
    'given_name',
    'family_name',
    'picture',
    'preferred_username',
    'locale',
    'zoneinfo',
    'updated_at',
    'email',
    'email_verified',
    'roles',
    'permissions',
    'iss',
    'aud',
    'exp',
    'iat',
    'auth_time',
    'nonce',
    'sid',
    'acr',
    'amr',
    'at_hash',
  ],
  claim_types_supported: ['normal'],
  acr_values_supported: ['urn:portico:acr:1', 'urn:portico:acr:2'],
  prompt_values_supported: ['login', 'consent', 'select_account', 'none'],
  ui_locales_supported: ['en', 'ar', 'de', 'es', 'fr', 'pt-BR'],
  claims_parameter_supported: false,
  request_parameter_supported: false,
  request_uri_parameter_supported: false,
  authorization_response_iss_parameter_supported: true,
  backchannel_logout_supported: true,
  backchannel_logout_session_supported: true,
  frontchannel_logout_supported: true,
  frontchannel_logout_session_supported: true,
})

it('without declared scopes it is this, in this order', async () => {
  const idp = await startIdp()
  expect((await idp.send(DISCOVERY)).text).toBe(JSON.stringify(documentOf(idp.issuer)))
  await idp.stop()
})

it('with declared scopes only their names and those of their claims are added, behind the others', async () => {
  const idp = await startIdp({ options: { scopes: { groups: { claims: ['groups'] }, quiet: {} } } })
  const { scopes_supported: scopes, claims_supported: claims, ...rest } = (await idp.send(DISCOVERY)).json()
  const {
    scopes_supported: six,
    claims_supported: known,
    ...others
  } = documentOf(idp.issuer) as Record<string, string[]>
  expect(rest).toEqual(others)
  expect(scopes).toEqual([...(six ?? []), 'groups', 'quiet'])
  expect(new Set(claims)).toEqual(new Set([...(known ?? []), 'groups']))
  await idp.stop()
})
