/**
 * Which users get an email after "Forgot your password?", and how often. The email goes only to a verified email
 * address. Requests are counted by the name as typed, by user, and by IP address. No matter how many requests there
 * are, a user gets at most five emails an hour: two immediately and then one every 15 minutes.
 *
 * Spec      forgotten-password page; D-A2, D-A6
 * RFC       NIST SP 800-63B-4 s4.2.1.2, s4.2.2.2
 * Deny      the same page for every user; beyond the limit per IP address, it shows when to try again, HTTP 429
 * Enforced  lib/domain/emails/recovery-requests.ts, lib/domain/emails/recipient.ts
 * Tests     test/policies/recovery.test.ts, test/flows/recovery.test.ts, test/flows/emails.test.ts
 */
import { BUDGETS } from './budgets.ts'

/** @param count emails to one user, or for one name as typed, including this one */
export function decidePace(count: { readonly hour: number; readonly quarter: number }): 'send' | 'silent' {
  const { recoveryInHour: hour, recoveryInQuarter: quarter } = BUDGETS.emails
  const most = count.hour <= quarter.limit ? quarter.limit : 1
  return count.hour <= hour.limit && count.quarter <= most ? 'send' : 'silent'
}

/** Why a user gets no recovery email; only administrators see the reason, in the panel. */
export type NoRecovery = 'suspended' | 'configuration' | 'no-address' | 'address-not-proved'

export function decideRecovery(user: {
  readonly active: boolean
  /** `configuration`: the password can be changed only in the configuration. */
  readonly source: 'configuration' | 'directory'
  readonly email: string | undefined
  readonly verified: boolean
}): 'email' | NoRecovery {
  if (!user.active) return 'suspended'
  if (user.source === 'configuration') return 'configuration'
  if (user.email === undefined) return 'no-address'
  return user.verified ? 'email' : 'address-not-proved'
}
