/** Questions to the provider about an access token, with a short cache. */
import { ClientError, unavailable } from './client-error.ts'
import { type JsonObject, jsonOf, type Metadata } from './provider.ts'
import { digestOf, share } from './shared-work.ts'

/** The API's own credentials at the provider. */
export interface Introspection {
  readonly clientId: string
  readonly clientSecret: string
  /** How long a response is used, in seconds. A revoked token is accepted until then. @default 5 */
  readonly cacheSeconds?: number
}

const CACHE_SECONDS = 5
const CACHED_MAX = 10_000
const revoked = () => new ClientError(401, 'invalid_token', 'The token has been revoked or has expired.')
const cache = new Map<string, Promise<JsonObject>>()

/** RFC 7662. @throws ClientError 401 for an inactive token, 503 if the provider does not respond */
export async function introspect(token: string, metadata: Metadata, options: Introspection): Promise<JsonObject> {
  const { clientId, clientSecret, cacheSeconds } = options
  const endpoint = endpointOf(metadata, 'introspection_endpoint')
  const credentials = `Basic ${btoa(`${encode(clientId)}:${encode(clientSecret)}`)}`
  const body = new URLSearchParams({ token, token_type_hint: 'access_token' })
  const answer = await ask(endpoint, credentials, cacheSeconds, { method: 'POST', body })
  if (answer.active !== true) throw revoked()
  return answer
}

/** The current roles of the token's user, at userinfo. @throws ClientError like `introspect` */
export const rolesOf = async (token: string, metadata: Metadata, cacheSeconds?: number): Promise<unknown> =>
  (await ask(endpointOf(metadata, 'userinfo_endpoint'), `Bearer ${token}`, cacheSeconds, {}, revoked)).roles

/** RFC 6749 s2.3.1: both are form-encoded before they are joined. */
const encode = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1)

function endpointOf(metadata: Metadata, name: string): string {
  const address = metadata[name]
  if (typeof address !== 'string') throw new TypeError(`${metadata.issuer} has no ${name}`)
  return address
}

/** Parallel requests share one call, and later ones its response. A failure is not cached. */
function ask(
  endpoint: string,
  Authorization: string,
  seconds = CACHE_SECONDS,
  init: RequestInit,
  refused = unavailable,
) {
  const [oldest = ''] = cache.keys()
  if (cache.size >= CACHED_MAX) cache.delete(oldest)
  const key = digestOf(`${seconds} ${endpoint} ${Authorization} ${init.body}`)
  const work = () => jsonOf(endpoint, { ...init, headers: { Authorization } }, refused)
  return share(cache, key, work, [seconds * 1000, 0])
}
