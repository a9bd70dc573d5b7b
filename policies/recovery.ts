/**
 * Who gets a letter after "Forgot your password?", and how often. A letter goes to an address that is proved to be the user's. Requests
 * count for what was typed, for the user who is meant and for the address that they come from: a flood of them sends a user at most five letters
 * an hour, two at once and then one every quarter of an hour.
 *
 * Spec      page of forgotten passwords; D-A2, D-A6
 * RFC       NIST SP 800-63B-4 s4.2
 * Deny      the same page for everybody; too many from one address: the page says when to try again, HTTP 429
 * Enforced  lib/domain/letters/recovery-requests.ts, lib/domain/letters/addressee.ts
 * Tests     test/policies/recovery.test.ts, test/flows/recovery.test.ts
 */
export const RECOVERY_LIMITS = {
  /** Letters to one user, or under one name as typed. */
  letters: { limit: 5, windowSeconds: 3_600 },
  /** So many of them without a pause. */
  atOnce: 2,
  /** Between two of the others. */
  paceSeconds: 900,
  /** Requests from one address. */
  address: { limit: 20, windowSeconds: 900 },
} as const

export type PaceVerdict = 'send' | 'silent'

/**
 * @param count letters in this hour, this one included
 * @param pace whether a quarter of an hour has passed since the last one that began one
 */
export function decidePace(count: number, pace: 'free' | 'taken'): PaceVerdict {
  if (count <= RECOVERY_LIMITS.atOnce) return 'send'
  return count <= RECOVERY_LIMITS.letters.limit && pace === 'free' ? 'send' : 'silent'
}

/** Why a user gets no letter of recovery; the panel says so to administrators, and nobody else learns it. */
export type NoRecovery = 'suspended' | 'configuration' | 'no-address' | 'address-not-proved'

export function decideRecovery(user: {
  readonly active: boolean
  /** Whose password it is to change: the configuration's passwords are changed there. */
  readonly source: 'configuration' | 'directory'
  readonly email: string | undefined
  readonly verified: boolean
}): 'letter' | NoRecovery {
  if (!user.active) return 'suspended'
  if (user.source === 'configuration') return 'configuration'
  if (user.email === undefined) return 'no-address'
  return user.verified ? 'letter' : 'address-not-proved'
}
