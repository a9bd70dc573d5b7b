/** A provider's metadata and keys. Each issuer's are fetched once and shared by all that verify its tokens. */
import { compactVerify, createRemoteJWKSet } from 'jose'
import { ClientError, unavailable } from './client-error.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** The discovery document. `issuer` and `jwks_uri` have been checked. */
export interface Metadata extends JsonObject {
  readonly issuer: string
  readonly jwks_uri: string
}

export type Provider = ReturnType<typeof startProvider>

/** Algorithms whose signatures cannot be created with only the public key (RFC 8725 s3.1, s3.2). */
const ASYMMETRIC = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const CALL_MS = 5_000
/** An unknown key ID causes one request per minute at most. */
const KEYS_PAUSE_MS = 60_000
/** Errors of jose that are about the token. Any other one is about the provider. */
const VERDICTS = /^ERR_(?:JWS|JWT|JOSE_ALG|JOSE_NOT|JWKS_NO_MATCHING|JWKS_MULTIPLE)/

const providers = new Map<string, Provider>()

/** @throws TypeError for a URL that is neither https nor on this machine */
export function providerAt(issuer: string): Provider {
  const provider = providers.get(issuer) ?? startProvider(issuer)
  providers.set(issuer, provider)
  return provider
}

/** The algorithms that a provider uses for ID tokens and logout tokens; RS256 by default (OIDC Discovery s3). */
export function algorithmsOf({ id_token_signing_alg_values_supported: listed = ['RS256'] }: JsonObject): string[] {
  return ASYMMETRIC.filter((algorithm) => Array.isArray(listed) && listed.includes(algorithm))
}

function startProvider(issuer: string) {
  const { protocol = '', hostname = '' } = URL.parse(issuer) ?? {}
  if (protocol !== 'https:' && !(protocol === 'http:' && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)))
    throw new TypeError(`issuer must be an https URL (http on localhost only), not "${issuer}"`)
  let loading: Promise<Metadata> | undefined
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined

  const load = async (): Promise<Metadata> => {
    const document = await jsonOf(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
    // OIDC Discovery s4.3: without this check, one provider could impersonate another.
    if (document.issuer !== issuer)
      throw unavailable(`the discovery document names another issuer: "${document.issuer}", not "${issuer}"`)
    if (typeof document.jwks_uri !== 'string' || (issuer.startsWith('https:') && !/^https:/.test(document.jwks_uri)))
      throw unavailable('the discovery document has no valid jwks_uri')
    return document as Metadata
  }
  /** @throws ClientError 503 if the provider does not respond; the next call tries again */
  const metadata = (): Promise<Metadata> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  return {
    metadata,
    /** Verifies algorithm and signature. @throws ClientError 401 invalid_token, 503 temporarily_unavailable */
    async verify(token: string, algorithms = ASYMMETRIC) {
      const { jwks_uri: address } = await metadata()
      keys ??= createRemoteJWKSet(new URL(address), { cooldownDuration: KEYS_PAUSE_MS, timeoutDuration: CALL_MS })
      try {
        const { payload, protectedHeader } = await compactVerify(token, keys, { algorithms })
        return { type: protectedHeader.typ as unknown, claims: objectOf(JSON.parse(new TextDecoder().decode(payload))) }
      } catch (error) {
        const { code = '' } = error as { readonly code?: string }
        if (error instanceof SyntaxError || VERDICTS.test(code))
          throw new ClientError(401, 'invalid_token', 'The token is not valid: no key of the issuer signed it.', error)
        throw unavailable("The provider's keys could not be fetched.", error)
      }
    },
  }
}

/** @param refused the error for a response with 401 @throws ClientError 503 unless the response is a JSON object */
export async function jsonOf(address: string, init: RequestInit = {}, refused = unavailable): Promise<JsonObject> {
  try {
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(CALL_MS), ...init })
    if (response.status === 401) throw refused(`The provider refused the credentials at ${address}.`)
    if (response.status !== 200) throw unavailable(`The provider responded with ${response.status} at ${address}.`)
    return objectOf(await response.json())
  } catch (error) {
    throw error instanceof ClientError ? error : unavailable(`The provider did not respond at ${address}.`, error)
  }
}

function objectOf(value: unknown): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
  throw new SyntaxError('not a JSON object')
}
