import type { ProfileChanges } from '../../../policies/profile.ts'
import { digestOf } from '../keys/digest.ts'
import { type Account, writeAccount } from './account-record.ts'

/** Details after a change. A new address is one that nobody has proved yet, unless the change says so. */
export function withDetails(
  person: Account['person'],
  changes: ProfileChanges & { readonly email_verified?: boolean },
): Account['person'] {
  const { email_verified: proved, ...details } = changes
  const next: Record<string, unknown> = { ...person, ...details }
  for (const [field, value] of Object.entries(details)) if (value === null) delete next[field]
  if (details.email !== undefined && details.email !== person.email) next.email_verified = false
  if (proved !== undefined) next.email_verified = proved
  if (next.email === undefined) delete next.email_verified
  return next as Account['person']
}

/** Tells one state of an account from every other, for a form that must not write over what its reader has not seen. */
export function accountVersion(account: Account): string {
  return digestOf(writeAccount(account), 16)
}
