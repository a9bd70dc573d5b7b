/**
 * Which page sent a request, according to the browser's headers. A request that is authorized only by a cookie takes
 * effect immediately only if it comes from a page on the same origin. A sibling host on the same site counts as an
 * attacker, because its requests carry the cookies. Browsers without `Sec-Fetch-Site` send `Origin` with each form;
 * `Origin: null` means a page that hides its origin. A form submission without either header does not come from a
 * browser, but a link without them may.
 *
 * Spec      GET and POST /connect/logout, sign-out from a gated app, the host's `sso.signOut`; D-S3
 * RFC       6454 s7.3; Fetch Metadata Request Headers s2.3
 * Deny      the user is asked first
 * Enforced  lib/web/request/received-headers.ts, lib/apps/host/host-api.ts, policies/logout.ts
 * Tests     test/policies/request-source.test.ts, test/flows/host-guard.test.ts, test/protocol/endpoints/logout.test.ts
 */
/** The request headers that show which page sent the request. */
export interface Source {
  readonly site?: string | readonly string[] | undefined
  readonly origin?: string | undefined
}

export type SourceVerdict = 'same-origin' | 'cross-origin' | 'unknown'

/**
 * `unknown`: the user typed the URL, or the caller is an old browser or no browser at all.
 * @param own origin of the expected page
 */
export function decideSource({ site, origin }: Source, own: string): SourceVerdict {
  if (site === 'none' || (site === undefined && origin === undefined)) return 'unknown'
  const isOwn = site === undefined ? origin === own : site === 'same-origin'
  return isOwn ? 'same-origin' : 'cross-origin'
}

/** Whether a sign-out that is authorized only by a cookie needs no confirmation. */
export const isUnasked = (method: string | undefined, source: SourceVerdict): boolean =>
  source === 'same-origin' || (source === 'unknown' && method === 'POST')
