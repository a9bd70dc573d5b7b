/**
 * Until when a browser session lives, and how long its record outlives it so that its clients can still be told.
 *
 * Spec      decisions S1, S9; Events (back-channel logout at the end of a user session)
 * RFC       OIDC Back-Channel Logout 1.0 s2.1
 * Deny      none; a session that is over is no session
 * Enforced  lib/protocol/engine/session-bridge.ts, lib/domain/sessions/expired-sessions.ts
 * Tests     test/policies/browser-session.test.ts, test/flows/session-lifetime.test.ts
 */
import type { Lifetimes } from './lifetimes.ts'

/**
 * The record stays this much longer: the clients of a session that ended by time hear of it when a node runs again
 * within a day.
 */
export const AFTERLIFE_MS = 24 * 3_600_000
/** Ends by time are looked for this often, or ten times in an idle time where that is shorter. */
const LOOK_EVERY_MS = 60_000
const LOOK_AT_MOST_EVERY_MS = 1_000

/** All in milliseconds since the epoch: the earlier of the idle and the absolute end. */
export function sessionEndsAt(
  { startedAt, seenAt }: { readonly startedAt: number; readonly seenAt: number },
  lifetimes: Lifetimes,
): number {
  return Math.min(seenAt + lifetimes.sessionIdle * 1000, startedAt + lifetimes.sessionAbsolute * 1000)
}

/**
 * Milliseconds between two looks for sessions that are over. An end is told no sooner than one pace after it, because
 * until then a node whose clock is behind may still let the person in.
 */
export function expiryPaceMs(lifetimes: Lifetimes): number {
  const shorter = Math.min(lifetimes.sessionIdle, lifetimes.sessionAbsolute) * 100
  return Math.max(LOOK_AT_MOST_EVERY_MS, Math.min(LOOK_EVERY_MS, shorter))
}
