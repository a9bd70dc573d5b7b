/**
 * The bare engine, configured like Portico: ES256, PKCE, JWT access tokens by resource indicators, a refresh token with
 * every code, with rotation. It drops `offline_access` from silent requests, so that a refresh token comes without it.
 * Its clients are trusted and need no consent. It has no limits.
 */
import { generateKeyPairSync } from 'node:crypto'
import { Provider } from 'oidc-provider'
import { serve, settings } from './control.ts'
import { engineAdapter } from './engine-adapter.ts'
import { signInPages, trustingGrant } from './engine-sign-in.ts'
import { ACCESS_TOKEN_SECONDS, CLIENT, CODE_SECONDS, OPAQUE_CLIENT, PERSON, SCOPE, TRUSTED_CLIENT } from './fixtures.ts'

const { redis, port, issuer, passwordHash, redirectUri: givenRedirectUri } = settings()
const DAY_SECONDS = 86_400
const AUDIENCE = 'urn:bench:api'
const on = { enabled: true }
const key = {
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  use: 'sig',
  alg: 'ES256',
  kid: 'bench',
}

const { username: _username, password: _password, roles: _roles, permissions: _permissions, ...PROFILE } = PERSON
const provider = new Provider(issuer, {
  adapter: engineAdapter(redis),
  jwks: { keys: [key] },
  cookies: { keys: ['the cookie key of the benchmarks'] },
  clients: [CLIENT, OPAQUE_CLIENT, TRUSTED_CLIENT].map(({ id, secret, redirectUri }) => ({
    client_id: id,
    client_secret: secret,
    redirect_uris: [givenRedirectUri ?? redirectUri],
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'client_secret_basic',
    id_token_signed_response_alg: 'ES256',
  })),
  scopes: SCOPE.split(' '),
  claims: { openid: ['sub'], profile: ['name', 'given_name', 'family_name'], email: ['email', 'email_verified'] },
  findAccount: (_ctx: unknown, sub: string) => ({ accountId: sub, claims: () => ({ ...PROFILE, sub }) }),
  loadExistingGrant: trustingGrant(SCOPE, AUDIENCE),
  pkce: { required: () => true },
  issueRefreshToken: () => true,
  rotateRefreshToken: true,
  expiresWithSession: () => false,
  ttl: {
    AccessToken: ACCESS_TOKEN_SECONDS,
    AuthorizationCode: CODE_SECONDS,
    IdToken: 900,
    RefreshToken: 7 * DAY_SECONDS,
    Session: 7 * DAY_SECONDS,
    Grant: 30 * DAY_SECONDS,
    Interaction: 3_600,
  },
  features: {
    devInteractions: { enabled: false },
    userinfo: on,
    introspection: { enabled: true, allowedPolicy: () => true },
    revocation: on,
    resourceIndicators: {
      enabled: true,
      defaultResource: (_ctx: unknown, client: { readonly clientId: string }) =>
        client.clientId === OPAQUE_CLIENT.id ? undefined : AUDIENCE,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: SCOPE,
        audience: AUDIENCE,
        accessTokenTTL: ACCESS_TOKEN_SECONDS,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
})
provider.silent = true
provider.use(signInPages(provider, passwordHash))
await serve(provider.callback(), port)
