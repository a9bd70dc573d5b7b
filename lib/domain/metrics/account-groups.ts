import type { Account } from '../accounts/account-record.ts'
import type { FactorRecord } from '../accounts/factors/factor-record.ts'
import { askedPasskeys } from '../accounts/factors/second-factors.ts'
import { isInvited } from '../emails/recipient-directory.ts'

/** Groups of users that administrators look for. */
export const ACCOUNT_GROUPS = ['no-two-step', 'never', 'inactive', 'must-change', 'invited', 'suspended'] as const
export type AccountGroup = (typeof ACCOUNT_GROUPS)[number]

/** A user without a sign-in in this time is inactive, in milliseconds. */
const INACTIVE_MS = 90 * 86_400_000

export const secondStepsOf = (record: FactorRecord | undefined): readonly ('passkey' | 'authenticator')[] => [
  ...(askedPasskeys(record?.passkeys ?? []).length > 0 ? (['passkey'] as const) : []),
  ...(record?.totp === undefined ? [] : (['authenticator'] as const)),
]

/** The groups that a user is in. A user with a passkey has accepted the invitation without setting a password. */
export function groupsOf(account: Account, record: FactorRecord | undefined, now: number): readonly AccountGroup[] {
  const { lastSignIn, mustChangePassword, status } = account
  const steps = secondStepsOf(record)
  const is: Readonly<Record<AccountGroup, boolean>> = {
    'no-two-step': steps.length === 0,
    never: lastSignIn === undefined,
    inactive: lastSignIn !== undefined && lastSignIn.at < now - INACTIVE_MS,
    'must-change': mustChangePassword === true,
    invited: isInvited(account) && !steps.includes('passkey'),
    suspended: status === 'suspended',
  }
  return ACCOUNT_GROUPS.filter((group) => is[group])
}
