import { endsOf } from '../../../policies/end-dates.ts'
import { isRoleName } from '../../../policies/roles.ts'
import { defined } from '../../config/data/defined.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { type Account, type AccountChanged, accountVersion, type HasConnectorTo } from '../accounts/account-record.ts'
import { rolesOf } from '../accounts/account-search.ts'
import type { Consents } from '../accounts/consents.ts'
import type { EmbeddedDirectory } from '../accounts/embedded-directory.ts'
import type { FactorRecords } from '../accounts/factors/factor-record.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { AuditEvent } from '../audit/events.ts'
import type { EmailOutbox } from '../emails/email-outbox.ts'
import type { UserNotices } from '../emails/user-notices.ts'
import type { AppUses } from '../metrics/app-use.ts'
import { type AccountResult, type Actor, managedAccount, writeAudit } from './account-result.ts'
import { keepingAnAdministrator, standingOf } from './last-administrator.ts'
import { rolesAfter, type UserChanges, type UserParts } from './user-operations.ts'

export interface AccountParts extends AccountChangeParts, UserParts {
  readonly factors: FactorRecords
  readonly consents: Pick<Consents, 'list' | 'forget'>
  readonly appUses: Pick<AppUses, 'forget'>
  readonly hasConnectorTo: HasConnectorTo
  /** Undefined if Portico sends no emails. */
  readonly emails: { readonly outbox: EmailOutbox; readonly notices: UserNotices } | undefined
}

export interface AccountChangeParts {
  readonly directory: EmbeddedDirectory
  readonly records: EphemeralStore
  readonly audit: Pick<AuditTrail, 'record'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** `standing`: whether the account exists and whether it is suspended. */
export type ChangeOf = 'details' | 'standing'

/** Accounts from the configuration are read-only. Those from a directory service can only be suspended or removed. */
export const isChangedHere = ({ source }: Pick<Account, 'source'>, of: ChangeOf): boolean =>
  source === 'administrator' || (source === 'directory' && of === 'standing')

/** Changes an account and audits the change. @param seen the account version that the change is based on */
export async function changeAccount(
  parts: AccountChangeParts,
  actor: Actor,
  sub: string,
  change: {
    readonly event: AuditEvent['event']
    readonly edit: (account: Account) => Account
    readonly seen: string | undefined
    readonly of?: ChangeOf
  },
): Promise<AccountResult> {
  const { event, edit, seen, of = 'details' } = change
  const before = await parts.directory.account(sub)
  if (before === undefined) return { outcome: 'missing' }
  if (!isChangedHere(before, of)) return { outcome: 'read-only' }
  return keepingAnAdministrator(parts, before, standingOf(edit(before)), async () => {
    let was = before
    let outcome = 'done' as 'done' | 'conflict'
    const account = await parts.directory.change(sub, (current) => {
      was = current
      outcome = seen === undefined || accountVersion(current) === seen ? 'done' : 'conflict'
      return outcome === 'done' ? edit(current) : current
    })
    if (account === undefined) return { outcome: 'missing' }
    if (outcome === 'conflict') return { outcome }
    await writeAudit(parts.audit, actor, { event, user: sub, changes: accountChanges(was, account) })
    return { outcome, account }
  })
}

export function standingChanges(parts: AccountChangeParts, actor: Actor): UserChanges<Account> {
  return {
    async read(sub) {
      const account = await parts.directory.account(sub)
      return account && managedAccount(account, parts.now())
    },
    isRoleName,
    async setStatus({ account }, status) {
      if (status === 'active' && account.status === 'active') return { outcome: 'unchanged', account }
      const event = status === 'suspended' ? 'account.suspended' : 'account.reactivated'
      const edit = (current: Account): Account => ({ ...current, status })
      return changeAccount(parts, actor, account.sub, { event, edit, seen: undefined, of: 'standing' })
    },
    changeRoles({ account }, change) {
      const edit = (current: Account): Account => withRoles(current, rolesAfter(rolesOf(current), change))
      return changeAccount(parts, actor, account.sub, { event: 'account.roles-changed', edit, seen: undefined })
    },
  }
}

/** The account with these roles; those that it keeps keep their end dates. */
export function withRoles({ roleEnds, ...account }: Account, roles: readonly string[]): Account {
  const kept = endsOf(roleEnds, roles)
  return { ...account, ...defined({ roleEnds: kept }), person: { ...account.person, roles } }
}

/** Account details recorded in the audit trail; never a password or its hash. */
const AUDITED_DETAILS = [
  'name',
  'given_name',
  'family_name',
  'email',
  'email_verified',
  'locale',
  'zoneinfo',
  'permissions',
] as const

/** Returns the differences between two states of an account; a missing detail counts as null. */
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

/** Records account changes made by an external provider or a directory service in the audit trail. */
export const externalChanges =
  (audit: Pick<AuditTrail, 'note'>): AccountChanged =>
  (before, after) => {
    const changes = accountChanges(before, after)
    if (Object.keys(changes).length === 0) return
    const event =
      before === undefined ? 'account.created' : 'roles' in changes ? 'account.roles-changed' : 'account.changed'
    audit.note({ event, result: 'ok', user: after.sub, changes })
  }

function factsOf(account: Account | undefined): Readonly<Record<string, unknown>> {
  return {
    username: account?.username ?? null,
    status: account?.status ?? null,
    until: account?.until ?? null,
    offboarded_by: account?.offboardedBy?.name ?? null,
    role_ends: account?.roleEnds ?? {},
    roles: account?.person.roles ?? [],
    ...Object.fromEntries(AUDITED_DETAILS.map((field) => [field, account?.person[field] ?? null])),
  }
}
