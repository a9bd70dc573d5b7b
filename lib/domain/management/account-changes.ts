import { createHash } from 'node:crypto'
import type { ProfileChanges } from '../../../policies/profile.ts'
import { type Account, writeAccount } from '../accounts/account-record.ts'
import type { AuditEvent } from '../audit/events.ts'

/** What the audit trail tells of an account; never a password or its hash. */
const TOLD = [
  'name',
  'given_name',
  'family_name',
  'email',
  'email_verified',
  'locale',
  'zoneinfo',
  'permissions',
] as const

/** What is different between two states of an account; a detail that is absent counts as null. */
export function accountChanges(
  before: Account | undefined,
  after: Account | undefined,
): NonNullable<AuditEvent['changes']> {
  const [old, fresh] = [factsOf(before), factsOf(after)]
  return Object.fromEntries(
    Object.keys(old).flatMap((field) =>
      JSON.stringify(old[field]) === JSON.stringify(fresh[field]) ? [] : [[field, [old[field], fresh[field]] as const]],
    ),
  )
}

function factsOf(account: Account | undefined): Readonly<Record<string, unknown>> {
  return {
    username: account?.username ?? null,
    status: account?.status ?? null,
    roles: account?.person.roles ?? [],
    ...Object.fromEntries(TOLD.map((field) => [field, account?.person[field] ?? null])),
  }
}

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
  return createHash('sha256').update(writeAccount(account)).digest('base64url').slice(0, 22)
}
