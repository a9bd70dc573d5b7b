/**
 * Which web origins may read an answer.
 *
 * Spec      CORS headers of machine endpoints; D-G11
 * RFC       Fetch (CORS protocol); 9700 s2.6
 * Deny      none: the headers are left out and the browser refuses
 * Enforced  lib/web/http/cors.ts, lib/domain/clients/origin-index.ts
 * Tests     test/policies/cors.test.ts, test/protocol/endpoints/cors.test.ts
 */
/**
 * `client`: pages of the client. `credentials`: these, also when the browser sends cookies along, as `keycloak-js` has it do.
 * That gives nobody more than they had: the answer is for the code or the token in the request and for no cookie of ours,
 * which these endpoints do not read; it sets none, not even one of the host; the origin is named and registered, never `*` or
 * `null`; and whoever may read the answer to a request with cookies may read the same answer without.
 */
export type CorsKind = 'any' | 'client' | 'credentials' | 'none'

/** Whether only pages of clients may read the answers, so that these differ by the origin. */
export const isForClients = (kind: CorsKind): boolean => kind === 'client' || kind === 'credentials'

/** Origins of a client's redirect URIs; opaque origins never count. */
export function clientOrigins(redirectUris: readonly string[]): readonly string[] {
  const origins = redirectUris
    .map((uri) => URL.parse(uri)?.origin)
    .filter((origin) => origin !== undefined && origin !== 'null')
  return [...new Set(origins as string[])]
}

/** Only a public client runs in a browser; a confidential one that calls from a page has leaked its secret. */
export function isOriginAllowed(
  origin: string,
  client: { readonly type: 'public' | 'confidential'; readonly redirectUris: readonly string[] },
): boolean {
  return client.type === 'public' && clientOrigins(client.redirectUris).includes(origin)
}
