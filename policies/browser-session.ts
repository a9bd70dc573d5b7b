/**
 * When a browser session ends, and how long its record is kept afterward so that its clients can still be notified.
 *
 * Spec      session cookie, back-channel logout; D-S1, D-S9
 * RFC       OIDC Back-Channel Logout 1.0 s2.1
 * Deny      none; an expired session is treated as no session
 * Enforced  lib/protocol/engine/session-bridge.ts, lib/domain/sessions/expired-sessions.ts
 * Tests     test/policies/browser-session.test.ts, test/flows/session-lifetime.test.ts
 */
import type { Lifetimes } from './lifetimes.ts'

/** How long an ended session's record is kept, so that a node that was down for up to a day still notifies clients. */
export const AFTERLIFE_MS = 24 * 3_600_000
/** Maximum time between searches for expired sessions; a tenth of the shorter session lifetime if that is less. */
const LOOK_EVERY_MS = 60_000
const LOOK_AT_MOST_EVERY_MS = 1_000

/** When a session ends: the earliest of its idle, absolute, and provider limits, in milliseconds since the epoch. */
export function sessionEndsAt(
  session: {
    readonly startedAt: number
    readonly seenAt: number
    /** The provider's limit for a federated user (D-A5). */
    readonly endsAt?: number | undefined
  },
  lifetimes: Lifetimes,
): number {
  const { startedAt, seenAt, endsAt = Number.POSITIVE_INFINITY } = session
  return Math.min(seenAt + lifetimes.sessionIdle * 1000, startedAt + lifetimes.sessionAbsolute * 1000, endsAt)
}

/**
 * Milliseconds between two searches for expired sessions. Clients are notified no sooner than one interval after the
 * session ends, because a node whose clock is behind may still accept it.
 */
export function expiryPaceMs(lifetimes: Lifetimes): number {
  const shorter = Math.min(lifetimes.sessionIdle, lifetimes.sessionAbsolute) * 100
  return Math.max(LOOK_AT_MOST_EVERY_MS, Math.min(LOOK_EVERY_MS, shorter))
}
