/**
 * Which web origins may read a response.
 *
 * Spec      CORS headers on machine endpoints; D-G11
 * RFC       Fetch (CORS protocol); 9700 s2.6
 * Deny      none: the headers are omitted, and the browser blocks the response
 * Enforced  lib/web/http/cors.ts, lib/domain/clients/client-index.ts
 * Tests     test/policies/cors.test.ts, test/protocol/endpoints/cors.test.ts
 */
/**
 * `client`: the client's pages. `credentials`: the same pages, including requests with cookies, which `keycloak-js`
 * sends. The cookies grant nothing more, because the response depends only on the code or token in the request, and
 * these endpoints neither read nor set cookies. The response header names a registered origin, never `*` or `null`, and
 * that origin may read the same response without cookies anyway.
 */
export type CorsKind = 'any' | 'client' | 'credentials' | 'none'

/** Whether only clients' own pages may read the response. If so, the response varies by origin. */
export const isForClients = (kind: CorsKind): boolean => kind === 'client' || kind === 'credentials'

/** The origins of a client's redirect URIs, without opaque origins such as `null`. */
export function clientOrigins(redirectUris: readonly string[]): readonly string[] {
  const origins = redirectUris
    .map((uri) => URL.parse(uri)?.origin)
    .filter((origin) => origin !== undefined && origin !== 'null')
  return [...new Set(origins as string[])]
}

/** Allows only public clients, because a confidential client in a browser would expose its secret. */
export function isOriginAllowed(
  origin: string,
  client: { readonly type: 'public' | 'confidential'; readonly redirectUris: readonly string[] },
): boolean {
  return client.type === 'public' && clientOrigins(client.redirectUris).includes(origin)
}
