import type { Account } from '../accounts/account-record.ts'
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
