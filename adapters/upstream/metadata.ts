import { type UpstreamFacts, UpstreamRefused } from '../../lib/ports/upstream-provider.ts'
import { type Call, isCallable } from './bounded-call.ts'
import { type JsonObject, jsonAnswer } from './json-answer.ts'
import type { UpstreamSettings } from './settings.ts'

/** Algorithms whose signatures cannot be created with only the public key (RFC 8725 s3.1, s3.2). */
const ASYMMETRIC = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** The validated part of the discovery document. */
export interface Discovered extends Omit<UpstreamFacts, 'keys' | 'hasUserinfo' | 'hasEndSession'> {
  readonly userinfoEndpoint?: string
  readonly endSessionEndpoint?: string
  readonly authentication: 'client_secret_basic' | 'client_secret_post'
}

/** Fetches and validates the discovery document (OIDC Discovery s4). */
export async function discover(call: Call, { issuer }: Pick<UpstreamSettings, 'issuer'>): Promise<Discovered> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const document = await jsonAnswer(await call(address, { headers: { Accept: 'application/json' } }))
  // s4.3: without this check, one provider could impersonate another.
  if (document.issuer !== issuer) throw new UpstreamRefused('upstream_issuer')
  const endpoint = (name: string): string | undefined => endpointOf(document, name, issuer)
  const [userinfoEndpoint, endSessionEndpoint] = [endpoint('userinfo_endpoint'), endpoint('end_session_endpoint')]
  const methods = document.token_endpoint_auth_methods_supported
  return {
    issuer,
    authorizationEndpoint: required(endpoint('authorization_endpoint')),
    tokenEndpoint: required(endpoint('token_endpoint')),
    jwksUri: required(endpoint('jwks_uri')),
    ...(userinfoEndpoint === undefined ? {} : { userinfoEndpoint }),
    ...(endSessionEndpoint === undefined ? {} : { endSessionEndpoint }),
    algorithms: algorithmsOf(document.id_token_signing_alg_values_supported),
    promisesIss: document.authorization_response_iss_parameter_supported === true,
    // The default is client_secret_basic (s3).
    authentication:
      Array.isArray(methods) && !methods.includes('client_secret_basic') && methods.includes('client_secret_post')
        ? 'client_secret_post'
        : 'client_secret_basic',
  }
}

/** Rejects `javascript:` and plain http, because Portico calls these URLs or redirects browsers to them. */
function endpointOf(document: JsonObject, name: string, issuer: string): string | undefined {
  const address = document[name]
  if (address === undefined || address === null) return undefined
  if (typeof address !== 'string' || !isCallable(address, issuer)) throw new UpstreamRefused('upstream_response')
  return address
}

function required(address: string | undefined): string {
  if (address === undefined) throw new UpstreamRefused('upstream_response')
  return address
}

/** Defaults to RS256, because every provider supports it. */
function algorithmsOf(supported: unknown): readonly string[] {
  const named: readonly unknown[] = Array.isArray(supported) ? supported : ['RS256']
  return ASYMMETRIC.filter((algorithm) => named.includes(algorithm))
}
