/**
 * Which page caused a request, by the browser's headers. A request that only a cookie authorizes takes effect
 * immediately only from a page of the same origin. A sibling host of the same site counts as an attacker, because its
 * requests carry the cookies. Browsers without `Sec-Fetch-Site` send `Origin` with each form; `Origin: null` is a page
 * that hides its origin. A form with neither header is not from a browser; a link with neither can be.
 *
 * Spec      GET and POST /connect/logout, sign-out of a gated app, `sso.signOut` of the host; D-S3
 * RFC       6454 s7.3; Fetch Metadata Request Headers s2.3
 * Deny      the user is asked first
 * Enforced  lib/web/request/received-headers.ts, lib/apps/host/host-api.ts, policies/logout.ts
 * Tests     test/policies/request-source.test.ts, test/flows/host-guard.test.ts, test/protocol/endpoints/logout.test.ts
 */
/** Request headers. */
export interface Source {
  readonly site?: string | readonly string[] | undefined
  readonly origin?: string | undefined
}

export type SourceVerdict = 'same-origin' | 'cross-origin' | 'unknown'

/**
 * `unknown`: the user typed the URL, or the caller is not a browser or an old one. @param own origin of the expected
 * page
 */
export function decideSource({ site, origin }: Source, own: string): SourceVerdict {
  if (site === 'none' || (site === undefined && origin === undefined)) return 'unknown'
  const isOwn = site === undefined ? origin === own : site === 'same-origin'
  return isOwn ? 'same-origin' : 'cross-origin'
}

/** Whether a sign-out that only a cookie authorizes needs no confirmation. */
export const isUnasked = (method: string | undefined, source: SourceVerdict): boolean =>
  source === 'same-origin' || (source === 'unknown' && method === 'POST')
