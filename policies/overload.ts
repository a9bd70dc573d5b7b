/**
 * What happens to a request of an app while an endpoint has more of them than it can answer: it waits briefly, or is
 * refused without effect. Otherwise all of them would be in progress at once, and each would be answered too late.
 *
 * - Few at once are as fast as many, and leave room for new connections, pages and health checks between them.
 * - Each endpoint counts alone, so requests that wait for a slow directory do not delay introspection.
 * - What ends access (revocation, logout), the pages, the metadata and the health checks never wait.
 *
 * Spec      GET /authorize, POST /token, /userinfo, POST /introspect, GET /gate; D-G12
 * RFC       9110 s15.6.4 (503), s10.2.3 (Retry-After)
 * Deny      temporarily_unavailable overloaded
 * Enforced  lib/web/http/overload-guard.ts
 * Tests     test/policies/overload.test.ts, test/faults/overload.test.ts
 */

/** Requests in progress at one endpoint of one process. */
export const REQUESTS_AT_ONCE = 64
/** If the oldest request has waited for this long, a new one would wait longer: it is refused. In milliseconds. */
const LONGEST_QUEUE_MS = 500
/** A request that waited for longer is refused in its turn, because its sender may have given up. In milliseconds. */
const LONGEST_WAIT_MS = 1_000

/** @param oldestMs how long the oldest waiting request has waited, in milliseconds; undefined if none waits */
export function admission(inProgress: number, oldestMs: number | undefined): 'run' | 'wait' | 'refuse' {
  if (oldestMs !== undefined) return oldestMs > LONGEST_QUEUE_MS ? 'refuse' : 'wait'
  return inProgress < REQUESTS_AT_ONCE ? 'run' : 'wait'
}

/** @param waitedMs how long this request has waited, in milliseconds */
export const isTooLate = (waitedMs: number): boolean => waitedMs > LONGEST_WAIT_MS
