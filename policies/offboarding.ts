/**
 * Offboarding ends all that a user holds in Portico. Its receipt lists what another system holds, which Portico cannot
 * end. A receipt is evidence, never a token: its type differs from theirs. It is final once each app has responded, or
 * when no further attempt follows.
 *
 * Spec      *Offboard* on a user's page, `user offboard`, `receipt verify`; D-A10
 * RFC       7515, 8725 s3.11 (explicit typing)
 * Deny      none
 * Enforced  lib/domain/management/offboarding-steps.ts, lib/domain/management/receipts.ts
 * Tests     test/policies/offboarding.test.ts, test/cli/offboard.test.ts
 */
import { RETRY_AFTER_SECONDS } from './delivery-retry.ts'

export const RECEIPT_TYPE = 'receipt+jwt'

/** Where a user comes from: added in Portico, `provider`: created by a connector, `host`: the host's own directory. */
export type UserOrigin = 'portico' | 'provider' | 'directory' | 'configuration' | 'host'

export type NotEndedPart = 'account' | 'roles' | 'password' | 'second_factors' | 'external_accounts'

export interface NotEnded {
  readonly what: NotEndedPart
  /** The system that holds it. */
  readonly why: Exclude<UserOrigin, 'portico'>
}

const HELD_OUTSIDE: Readonly<Record<Exclude<UserOrigin, 'portico'>, readonly NotEndedPart[]>> = {
  provider: ['roles'],
  directory: ['roles', 'password'],
  configuration: ['account', 'roles', 'password'],
  host: ['password', 'second_factors'],
}

/**
 * @param refused what the host's directory cannot change, or has refused to
 * @param isLinked whether external identities lead to the account. They stay: without them, a sign-in at the provider
 * would create a new account.
 */
export function notEnded(origin: UserOrigin, refused: readonly NotEndedPart[], isLinked: boolean): readonly NotEnded[] {
  const outside =
    origin === 'portico' ? [] : [...refused, ...HELD_OUTSIDE[origin]].map((what) => ({ what, why: origin }))
  return isLinked ? [...outside, { what: 'external_accounts', why: 'provider' }] : outside
}

/** Longer than all attempts to notify an app take, also with the longest pauses between them. */
const FINAL_AFTER_MS = 1500 * RETRY_AFTER_SECONDS.reduce((sum, pause) => sum + pause, 0)

/** @param pending number of apps whose notification is neither delivered nor failed */
export const isFinalReceipt = (pending: number, endedAt: number, now: number): boolean =>
  pending === 0 || now >= endedAt + FINAL_AFTER_MS
