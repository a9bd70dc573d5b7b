/**
 * Which web origins may read an answer.
 *
 * Spec      CORS headers of machine endpoints; D-G11
 * RFC       Fetch (CORS protocol); 9700 s2.6
 * Deny      none: the headers are left out and the browser refuses
 * Enforced  lib/web/http/cors.ts, lib/domain/clients/origin-index.ts
 * Tests     test/policies/cors.test.ts, test/protocol/endpoints/cors.test.ts
 */
export type CorsKind = 'any' | 'client' | 'none'

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
