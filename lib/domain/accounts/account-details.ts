import type { ProfileChanges } from '../../../policies/profile.ts'
import { digestOf } from '../keys/digest.ts'
import { type Account, writeAccount } from './account-record.ts'

/** Details after a change. A new email address is unverified, unless the change says otherwise. */
export function withDetails(
  person: Account['person'],
  changes: ProfileChanges & { readonly email_verified?: boolean },
): Account['person'] {
  const { email_verified: verified, ...details } = changes
  const next: Record<string, unknown> = { ...person, ...details }
  for (const [field, value] of Object.entries(details)) if (value === null) delete next[field]
  if (details.email !== undefined && details.email !== person.email) next.email_verified = false
  if (verified !== undefined) next.email_verified = verified
  if (next.email === undefined) delete next.email_verified
  return next as Account['person']
}

/** The email address no longer signs the account in. */
export const unverified = (account: Account): Account => ({
  ...account,
  person: withDetails(account.person, { email_verified: false }),
})

/** Identifies one state of an account, for a form that must not overwrite a change that its user has not seen. */
export function accountVersion(account: Account): string {
  return digestOf(writeAccount(account), 16)
}
