/**
 * Which web origins may read a response.
 *
 * Spec      CORS headers of machine endpoints; D-G11
 * RFC       Fetch (CORS protocol); 9700 s2.6
 * Deny      none: the headers are omitted and the browser refuses
 * Enforced  lib/web/http/cors.ts, lib/domain/clients/client-index.ts
 * Tests     test/policies/cors.test.ts, test/protocol/endpoints/cors.test.ts
 */
/**
 * `client`: pages of the client. `credentials`: these, also for requests with cookies, which `keycloak-js` sends. That
 * grants nothing more. The response depends only on the code or the token in the request. These endpoints read no
 * cookies and set none. The named origin is registered, never `*` or `null`, and may read the same response without
 * cookies.
 */
export type CorsKind = 'any' | 'client' | 'credentials' | 'none'

/** Only pages of clients may read the responses, so responses vary by origin. */
export const isForClients = (kind: CorsKind): boolean => kind === 'client' || kind === 'credentials'

/** Origins of a client's redirect URIs, without opaque origins. */
export function clientOrigins(redirectUris: readonly string[]): readonly string[] {
  const origins = redirectUris
    .map((uri) => URL.parse(uri)?.origin)
    .filter((origin) => origin !== undefined && origin !== 'null')
  return [...new Set(origins as string[])]
}

/** Only a public client runs in a browser; a confidential one there would have leaked its secret. */
export function isOriginAllowed(
  origin: string,
  client: { readonly type: 'public' | 'confidential'; readonly redirectUris: readonly string[] },
): boolean {
  return client.type === 'public' && clientOrigins(client.redirectUris).includes(origin)
}
