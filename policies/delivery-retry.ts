/**
 * When a back-channel logout notification counts as delivered, and when it is retried.
 *
 * Spec      back-channel logout; D-S8
 * RFC       OIDC Back-Channel Logout 1.0 s2.5, s2.8
 * Deny      none
 * Enforced  lib/domain/outbox/delivery-worker.ts, lib/domain/sessions/notice-attempt.ts
 * Tests     test/policies/delivery-retry.test.ts, test/flows/backchannel-delivery.test.ts
 */
/** Seconds before each retry. */
export const RETRY_AFTER_SECONDS: readonly number[] = [1, 10, 60, 300, 900, 3600]
/** How long a worker holds a delivery before another worker may pick it up. */
export const LEASE_SECONDS = 15
/** Varies the delays, so that many deliveries to one client or mail server are not all retried at the same time. */
const JITTER = 0.2

export type TryOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly why?: string }
  /** No usable response, for example due to a timeout or a disallowed IP address. `final`: a retry cannot succeed. */
  | { readonly kind: 'no-answer'; readonly why: string; readonly final?: boolean }

export type DeliveryVerdict =
  | { readonly state: 'delivered' | 'failed' }
  | { readonly state: 'due'; readonly afterSeconds: number }

/** @param chance a number from 0 to 1, for the jitter */
export const retriedAfter = (pause: number, chance: number): DeliveryVerdict => ({
  state: 'due',
  afterSeconds: pause * (1 - JITTER + 2 * JITTER * chance),
})

/** @param tries number of attempts so far, including this one */
export function decideDelivery(
  outcome: TryOutcome,
  tries: number,
  chance: number,
  pauses: readonly number[] = RETRY_AFTER_SECONDS,
): DeliveryVerdict {
  if (outcome.kind === 'answered' && (outcome.status === 200 || outcome.status === 204)) return { state: 'delivered' }
  // The client rejected the token itself (s2.8), so it would reject a retry too.
  if (outcome.kind === 'answered' && outcome.status === 400) return { state: 'failed' }
  if (outcome.kind === 'no-answer' && outcome.final === true) return { state: 'failed' }
  const pause = pauses[tries - 1]
  return pause === undefined ? { state: 'failed' } : retriedAfter(pause, chance)
}
