/**
 * Who gets a letter after "Forgot your password?", and how often. A letter goes to an address that is proved to be the user's. Requests
 * count for what was typed, for the user who is meant and for the address that they come from: a flood of them sends a user at most five letters
 * an hour, two at once and then one every quarter of an hour.
 *
 * Spec      page of forgotten passwords; D-A2, D-A6
 * RFC       NIST SP 800-63B-4 s4.2
 * Deny      the same page for everybody; too many from one address: the page says when to try again, HTTP 429
 * Enforced  lib/domain/letters/recovery-requests.ts, lib/domain/letters/addressee.ts
 * Tests     test/policies/recovery.test.ts, test/flows/recovery.test.ts, test/flows/letters.test.ts
 */
import { BUDGETS } from './budgets.ts'

/** Counts are of letters that are sent, this one included: to one user, or under one name as typed. */
export function decidePace(count: { readonly hour: number; readonly quarter: number }): 'send' | 'silent' {
  const { recoveryInHour: hour, recoveryInQuarter: quarter } = BUDGETS.emails
  const most = count.hour <= quarter.limit ? quarter.limit : 1
  return count.hour <= hour.limit && count.quarter <= most ? 'send' : 'silent'
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
