/** Questions to the provider about an access token, with a short cache. */
import { createHash } from 'node:crypto'
import { ClientError } from './client-error.ts'
import { type JsonObject, jsonOf, type Metadata } from './provider.ts'

/** The API's own credentials at the provider. */
export interface Introspection {
  readonly clientId: string
  readonly clientSecret: string
  /** How long a response is used, in seconds. A revoked token is accepted until then. @default 5 */
  readonly cacheSeconds?: number
}

const CACHE_SECONDS = 5
const CACHED_MAX = 10_000
const REVOKED = () => new ClientError(401, 'invalid_token', 'The token has been revoked or has expired.')

const cache = new Map<string, { readonly at: number; readonly value: Promise<JsonObject> }>()

/** RFC 7662. @throws ClientError 401 for an inactive token, 503 if the provider does not respond */
export async function introspect(token: string, metadata: Metadata, options: Introspection): Promise<JsonObject> {
  const { clientId, clientSecret, cacheSeconds } = options
  const endpoint = endpointOf(metadata, 'introspection_endpoint')
  const answer = await shared(`${clientId} ${endpoint} ${token}`, cacheSeconds, () =>
    jsonOf(endpoint, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa(`${encode(clientId)}:${encode(clientSecret)}`)}` },
      body: new URLSearchParams({ token, token_type_hint: 'access_token' }),
    }),
  )
  if (answer.active !== true) throw REVOKED()
  return answer
}

/** The current roles of the token's user, at userinfo. @throws ClientError like `introspect` */
export async function rolesOf(token: string, metadata: Metadata, cacheSeconds?: number): Promise<unknown> {
  const endpoint = endpointOf(metadata, 'userinfo_endpoint')
  const headers = { Authorization: `Bearer ${token}` }
  return (await shared(`${endpoint} ${token}`, cacheSeconds, () => jsonOf(endpoint, { headers }, REVOKED))).roles
}

function endpointOf(metadata: Metadata, name: string): string {
  const address = metadata[name]
  if (typeof address !== 'string') throw new TypeError(`${metadata.issuer} has no ${name}`)
  return address
}

/** RFC 6749 s2.3.1: both are form-encoded before they are joined. */
const encode = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1)

/** Parallel requests share one call. A failure is not cached. */
function shared(question: string, seconds = CACHE_SECONDS, ask: () => Promise<JsonObject>): Promise<JsonObject> {
  const key = createHash('sha256').update(question).digest('base64')
  const cached = cache.get(key)
  if (cached !== undefined && Date.now() < cached.at + seconds * 1000) return cached.value
  const value = ask()
  cache.set(key, { at: Number.POSITIVE_INFINITY, value })
  value.then(
    () => cache.set(key, { at: Date.now(), value }),
    () => cache.delete(key),
  )
  for (const oldest of cache.keys()) {
    if (cache.size <= CACHED_MAX) break
    cache.delete(oldest)
  }
  return value
}
