/**
 * When a browser session ends, and how long its record stays afterwards, so that its clients can still be notified.
 *
 * Spec      session cookie, back-channel logout; D-S1, D-S9
 * RFC       OIDC Back-Channel Logout 1.0 s2.1
 * Deny      none; an expired session counts as none
 * Enforced  lib/protocol/engine/session-bridge.ts, lib/domain/sessions/expired-sessions.ts
 * Tests     test/policies/browser-session.test.ts, test/flows/session-lifetime.test.ts
 */
import type { Lifetimes } from './lifetimes.ts'

/** The record's extra lifetime: a node that runs again within a day still notifies the session's clients. */
export const AFTERLIFE_MS = 24 * 3_600_000
/** The search interval for expired sessions: this, or a tenth of the shorter session lifetime if that is less. */
const LOOK_EVERY_MS = 60_000
const LOOK_AT_MOST_EVERY_MS = 1_000

/** Milliseconds since the epoch: the earliest of the idle, the absolute and the provider's end. */
export function sessionEndsAt(
  {
    startedAt,
    seenAt,
    endsAt = Number.POSITIVE_INFINITY,
  }: {
    readonly startedAt: number
    readonly seenAt: number
    /** For a federated user (D-A5). */
    readonly endsAt?: number | undefined
  },
  lifetimes: Lifetimes,
): number {
  return Math.min(seenAt + lifetimes.sessionIdle * 1000, startedAt + lifetimes.sessionAbsolute * 1000, endsAt)
}

/**
 * Milliseconds between two searches for expired sessions. Clients are notified at least one interval after the end,
 * because a node whose clock is behind may still accept the session.
 */
export function expiryPaceMs(lifetimes: Lifetimes): number {
  const shorter = Math.min(lifetimes.sessionIdle, lifetimes.sessionAbsolute) * 100
  return Math.max(LOOK_AT_MOST_EVERY_MS, Math.min(LOOK_EVERY_MS, shorter))
}
