/**
 * Maximum lifetimes of codes, tokens, sessions, and pages, in seconds. All can be configured, but none can be disabled.
 *
 * Spec      setting `lifetimes`; D-T2, D-T3, D-S1, D-S6
 * RFC       6749 s4.1.2 (codes are valid for ten minutes at most), 9700 s4.14.2
 * Deny      invalid_grant session_expired, code_expired (where the times are checked)
 * Enforced  lib/domain/tokens/families.ts, lib/domain/sessions/frontchannel.ts, lib/domain/sessions/backchannel.ts,
 *           policies/refresh-rotation.ts, policies/browser-session.ts
 * Tests     test/policies/lifetimes.test.ts, test/protocol/endpoints/token-refresh.test.ts
 */
export const LIFETIMES = {
  authorizationCode: 120,
  accessToken: 900,
  idToken: 900,
  /** Counted from the last use. */
  refreshTokenIdle: 7 * 86_400,
  /** Counted from the sign-in. */
  refreshTokenAbsolute: 30 * 86_400,
  sessionIdle: 12 * 3_600,
  sessionAbsolute: 7 * 86_400,
  /** How long a sign-in or consent page waits for input. */
  interaction: 900,
} as const

export type Lifetimes = { readonly [name in keyof typeof LIFETIMES]: number }

/** Lifetime of the front-channel page's one-time ticket and bearer token (D-S6), in seconds. */
export const FRONTCHANNEL_TICKET_SECONDS = 120
/** Time from a logout token's `iat` to its `exp`, in seconds. */
export const LOGOUT_TOKEN_SECONDS = 120

/** Times of the sign-in that the tokens come from, in seconds since the epoch. */
interface Begun {
  readonly signedInAt: number
  /** No token issued to a federated user is valid after this time (D-A5). */
  readonly endsAt?: number | undefined
}

/** Whether a refresh token has expired, and which limit it exceeded. Times are in seconds since the epoch. */
export function refreshAge(
  now: number,
  usedAt: number,
  { signedInAt, endsAt = Number.POSITIVE_INFINITY }: Begun,
  lifetimes: Lifetimes,
): 'fresh' | 'idle' | 'absolute' {
  if (now >= Math.min(endsAt, signedInAt + lifetimes.refreshTokenAbsolute)) return 'absolute'
  return now >= usedAt + lifetimes.refreshTokenIdle ? 'idle' : 'fresh'
}

/** When an unused refresh token expires, in seconds since the epoch. */
export function refreshEnd(
  { usedAt, signedInAt, endsAt = Number.POSITIVE_INFINITY }: Begun & { readonly usedAt: number },
  lifetimes: Lifetimes,
): number {
  return Math.min(usedAt + lifetimes.refreshTokenIdle, signedInAt + lifetimes.refreshTokenAbsolute, endsAt)
}

/** How long a token family's record must be kept, in seconds: until its last refresh or access token expires. */
export function familySeconds(
  now: number,
  family: Begun & { readonly usedAt: number; readonly offline: boolean },
  lifetimes: Lifetimes,
): number {
  if (!family.offline) return lifetimes.accessToken
  return Math.max(refreshEnd(family, lifetimes) - now, lifetimes.accessToken)
}
