/**
 * The life cycle of a signing key: next, current, previous, withdrawn. A key signs only after it has been published for
 * longer than the JWKS may be cached. It is withdrawn only after the last token that it signed has expired. Its public
 * half stays stored, unpublished, for a session's maximum lifetime, because expired ID tokens are accepted as hints
 * (D-S3). A key that is withdrawn as compromised is deleted immediately, including its public half.
 *
 * Spec      GET /.well-known/jwks.json; D-T13, D-T17, D-G8
 * RFC       OIDC Core s10.1.1 (rotation of asymmetric signing keys); RP-Initiated Logout s2; NIST SP 800-57 s5.3.4
 * Deny      none
 * Enforced  lib/domain/keys/key-ring.ts, lib/domain/keys/key-timing.ts
 * Tests     test/policies/key-rotation.test.ts, test/flows/key-rotation.test.ts
 */
export const JWKS_MAX_AGE_SECONDS = 300

export interface KeyTimes {
  /** Key ID, as in the header of tokens (RFC 7515 s4.1.4). */
  readonly kid: string
  /** In seconds since the epoch. */
  readonly publishedAt: number
  /** When the key began to sign, in seconds since the epoch; absent for a next or external key. */
  readonly activatedAt?: number
  /** When the key stopped signing, in seconds since the epoch; absent until then. */
  readonly retiredAt?: number
}

export interface WithdrawnTimes {
  readonly kid: string
  /** Seconds since the epoch. */
  readonly withdrawnAt: number
}

export interface RotationSettings {
  /** How many seconds a key signs before the next one replaces it. */
  readonly rotateAfter: number
  /** How many seconds a key is published before it signs; never less than the JWKS cache time, except in tests. */
  readonly prePublish: number
  /** How many seconds a retired key stays published: the longest token lifetime, plus the lag of a slow node. */
  readonly withdrawAfter: number
  /** How many seconds a withdrawn key's public half stays stored: a session's maximum lifetime. */
  readonly rememberFor: number
}

export type KeyState = 'next' | 'current' | 'previous'

export function keyState(key: KeyTimes): KeyState {
  if (key.activatedAt === undefined) return 'next'
  return key.retiredAt === undefined ? 'current' : 'previous'
}

export type KeyStep =
  | { readonly do: 'nothing' }
  /** `activate`: the key signs immediately. Only the first key may, because cached key sets would lack a later one. */
  | { readonly do: 'add'; readonly activate: boolean }
  | { readonly do: 'promote' | 'withdraw' | 'forget'; readonly kid: string }

export interface KnownKeys {
  readonly keys: readonly KeyTimes[]
  readonly withdrawn: readonly WithdrawnTimes[]
  /** Whether an administrator has requested a rotation. */
  readonly commanded: boolean
}

/** The single step that is due; the caller carries it out and then calls this function again. */
export function nextKeyStep(
  { keys, withdrawn, commanded }: KnownKeys,
  now: number,
  settings: RotationSettings,
): KeyStep {
  const current = keys.find((key): key is KeyTimes & { readonly activatedAt: number } => keyState(key) === 'current')
  if (current === undefined) return { do: 'add', activate: true }
  const next = keys.find((key) => keyState(key) === 'next')
  // Always keep a next key ready, so that an administrator's rotation does not have to wait for a new key.
  if (next === undefined) return { do: 'add', activate: false }
  const due = commanded || now >= current.activatedAt + settings.rotateAfter
  if (due && now >= next.publishedAt + settings.prePublish) return { do: 'promote', kid: next.kid }
  const over = keys.find((key) => key.retiredAt !== undefined && now >= key.retiredAt + settings.withdrawAfter)
  if (over !== undefined) return { do: 'withdraw', kid: over.kid }
  const past = withdrawn.find(({ withdrawnAt }) => now >= withdrawnAt + settings.rememberFor)
  return past === undefined ? { do: 'nothing' } : { do: 'forget', kid: past.kid }
}
