/**
 * When a process has more requests than it can answer in time. It then refuses new requests of apps, so that those in
 * progress are answered, and their number does not grow without bound. A refused request has no effect.
 *
 * - The wait is measured: a turn of the event loop and one read of the store, while many requests are in progress. A
 *   slow directory or external provider does not lengthen it, so waiting sign-ins do not cause refusals.
 * - Two long waits in succession are needed. A single one may be a garbage collection or a large page.
 * - What ends access (revocation, logout), the pages, the metadata and the health checks are never refused.
 *
 * Spec      GET /authorize, POST /token, /userinfo, POST /introspect, GET /gate; D-G3
 * RFC       9110 s15.6.4 (503), s10.2.3 (Retry-After)
 * Deny      temporarily_unavailable overloaded
 * Enforced  lib/web/http/overload-guard.ts
 * Tests     test/policies/overload.test.ts, test/faults/overload.test.ts
 */

/** Below this number of requests in progress, a process is never overloaded. */
const FEW_REQUESTS = 16
/** A wait that is too long, and one that is short enough to accept requests again, in milliseconds. */
const LONG_WAIT_MS = 1_000
const SHORT_WAIT_MS = 750

/** Whether enough requests are in progress to measure the wait. */
export const isBusy = (inProgress: number): boolean => inProgress > FEW_REQUESTS

/**
 * @param before the state so far
 * @param waits the last two waits, in milliseconds; the newest is the second
 */
export function isOverloaded(before: boolean, waits: readonly [number, number]): boolean {
  return before ? waits[1] > SHORT_WAIT_MS : Math.min(...waits) > LONG_WAIT_MS
}
