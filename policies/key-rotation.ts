/**
 * The life of a signing key: next, current, previous, withdrawn. A key signs only after it has been published for longer than
 * the JWKS may be cached; it is withdrawn only after the last token it signed has expired. Its public half is remembered,
 * unpublished, as long as a session may live: expired ID tokens count as hints (D-S3). One that is withdrawn as compromised
 * is gone at once, and nothing of it is remembered.
 *
 * Spec      GET /.well-known/jwks.json; D-T13, D-T17, D-G8
 * RFC       OIDC Core s10.1.1 (rotation of asymmetric signing keys); RP-Initiated Logout s2; NIST SP 800-57 s5.3.4
 * Deny      none
 * Enforced  lib/domain/keys/key-ring.ts, lib/domain/keys/key-timing.ts
 * Tests     test/policies/key-rotation.test.ts, test/flows/key-rotation.test.ts
 */
export const JWKS_MAX_AGE_SECONDS = 300

export interface KeyTimes {
  readonly kid: string
  /** All in seconds since the epoch. */
  readonly publishedAt: number
  readonly activatedAt?: number
  readonly retiredAt?: number
}

export interface WithdrawnTimes {
  readonly kid: string
  /** Seconds since the epoch. */
  readonly withdrawnAt: number
}

export interface RotationSettings {
  /** Seconds that a key signs before the next one replaces it. */
  readonly rotateAfter: number
  /** Seconds that a key is published before it signs; never less than the JWKS is cached unless configured for tests. */
  readonly prePublish: number
  /** Seconds that a retired key stays published: the longest lifetime of a token, plus the lag of a slow node. */
  readonly withdrawAfter: number
  /** Seconds that the public half of a withdrawn key is remembered: as long as a session may live. */
  readonly rememberFor: number
}

export type KeyState = 'next' | 'current' | 'previous'

export function keyState(key: KeyTimes): KeyState {
  if (key.activatedAt === undefined) return 'next'
  return key.retiredAt === undefined ? 'current' : 'previous'
}

export type KeyStep =
  | { readonly do: 'nothing' }
  /** Make a key; `activate` only when there is none at all, so that no cached key set lacks it. */
  | { readonly do: 'add'; readonly activate: boolean }
  | { readonly do: 'promote'; readonly kid: string }
  | { readonly do: 'withdraw'; readonly kid: string }
  | { readonly do: 'forget'; readonly kid: string }

export interface KnownKeys {
  readonly keys: readonly KeyTimes[]
  readonly withdrawn: readonly WithdrawnTimes[]
  /** An administrator wants the next key now. */
  readonly commanded: boolean
}

/** The one step that is due now; to be called again after it. */
export function nextKeyStep(
  { keys, withdrawn, commanded }: KnownKeys,
  now: number,
  settings: RotationSettings,
): KeyStep {
  const current = keys.find((key): key is KeyTimes & { readonly activatedAt: number } => keyState(key) === 'current')
  if (current === undefined) return { do: 'add', activate: true }
  const next = keys.find((key) => keyState(key) === 'next')
  // There is always a next key, so that a rotation on command need not wait.
  if (next === undefined) return { do: 'add', activate: false }
  const due = commanded || now >= current.activatedAt + settings.rotateAfter
  if (due && now >= next.publishedAt + settings.prePublish) return { do: 'promote', kid: next.kid }
  const over = keys.find((key) => key.retiredAt !== undefined && now >= key.retiredAt + settings.withdrawAfter)
  if (over !== undefined) return { do: 'withdraw', kid: over.kid }
  const past = withdrawn.find(({ withdrawnAt }) => now >= withdrawnAt + settings.rememberFor)
  return past === undefined ? { do: 'nothing' } : { do: 'forget', kid: past.kid }
}
