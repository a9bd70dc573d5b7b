import { ACR_VALUES } from '../../../policies/authentication-context.ts'
import { PROMPTS } from '../../../policies/authorization-parameters.ts'
import type { ScopeClaims } from '../../../policies/claims.ts'
import { TOKEN_ENDPOINT_AUTH_METHODS } from '../../../policies/client-authentication.ts'
import { GRANT_TYPES } from '../../../policies/grants.ts'
import { PKCE_METHOD } from '../../../policies/pkce.ts'
import { RESOURCE_AUDIENCE, SIGNING_ALGORITHM } from '../../../policies/signing.ts'
import { unavailable } from '../../domain/denial-error.ts'
import type { KeyRing } from '../../domain/keys/key-ring.ts'
import { cachedDocument } from '../../web/http/cached-document.ts'
import { ROUTES } from '../../web/http/routes.ts'
import type { Handler } from '../../web/request/request-context.ts'
import type { RouteName } from '../../web/request/route.ts'

export interface DiscoveryParts {
  readonly issuerUrl: string
  readonly locales: readonly string[]
  readonly scopeClaims: ScopeClaims
}

/** GET /.well-known/openid-configuration (OIDC Discovery s3, RFC 8414 s2). */
export function discoveryEndpoint(
  described: DiscoveryParts,
  keys: KeyRing,
  assertStarted: () => Promise<void>,
): Handler {
  const document = cachedDocument()
  const metadata = discoveryDocument(described)
  return async (context) => {
    await assertStarted()
    if (keys.current() === undefined) throw unavailable('not_ready', 'there is no signing key yet')
    document(context, metadata, (source) => source)
  }
}

function discoveryDocument({ issuerUrl: issuer, locales, scopeClaims }: DiscoveryParts): object {
  const at = (name: RouteName): string => issuer + (ROUTES.find((route) => route.name === name)?.paths[0] ?? '')
  return {
    issuer,
    authorization_endpoint: at('authorize'),
    token_endpoint: at('token'),
    userinfo_endpoint: at('userinfo'),
    jwks_uri: at('jwks'),
    revocation_endpoint: at('revocation'),
    introspection_endpoint: at('introspection'),
    end_session_endpoint: at('logout'),
    scopes_supported: Object.keys(scopeClaims),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: GRANT_TYPES,
    subject_types_supported: ['public'],
    // The `aud` value in access tokens, for resource servers. OIDC Discovery and RFC 8414 define no field for it.
    resource_audience: RESOURCE_AUDIENCE,
    id_token_signing_alg_values_supported: [SIGNING_ALGORITHM],
    token_endpoint_auth_methods_supported: TOKEN_ENDPOINT_AUTH_METHODS,
    revocation_endpoint_auth_methods_supported: TOKEN_ENDPOINT_AUTH_METHODS,
    introspection_endpoint_auth_methods_supported: TOKEN_ENDPOINT_AUTH_METHODS.filter((method) => method !== 'none'),
    code_challenge_methods_supported: [PKCE_METHOD],
    claims_supported: [
      ...new Set([
        ...Object.values(scopeClaims).flat(),
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
      ]),
    ],
    claim_types_supported: ['normal'],
    acr_values_supported: ACR_VALUES,
    prompt_values_supported: PROMPTS,
    ui_locales_supported: locales,
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    authorization_response_iss_parameter_supported: true,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    frontchannel_logout_supported: true,
    frontchannel_logout_session_supported: true,
  }
}
