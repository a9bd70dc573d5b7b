import { decideStanding, isAdministrator, isRoleName } from '../../policies/roles.ts'
import type { Standing } from '../../policies/roles.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { AuditEvent } from '../audit/events.ts'
import type { Actor } from '../clients/audited-registry.ts'
import type { RecordStore } from '../ports/records.ts'
import type { SessionEnding } from '../sessions/ending.ts'
import type { Account } from './account-record.ts'
import { rolesOf } from './account-search.ts'
import type { EmbeddedDirectory } from './embedded-directory.ts'
import { hashPassword, newOneTimePassword } from './passwords.ts'

export type AccountResult =
  /** `oneTimePassword` is in this answer, and nowhere else, ever. */
  | { readonly outcome: 'done'; readonly account: Account; readonly oneTimePassword?: string }
  | { readonly outcome: 'unchanged'; readonly account: Account }
  | { readonly outcome: AccountRefusal }

export type AccountRefusal =
  'missing' | 'read-only' | 'last-administrator' | 'busy' | 'role-unusable' | 'username-taken' | 'username-unusable'

/** What administrators do to accounts, each act in the audit trail; what was refused is not an act. */
export interface AccountActs {
  invite(username: string, person: Account['person']): Promise<AccountResult>
  /** Ends all that the account holds, with notifications. */
  suspend(sub: string): Promise<AccountResult>
  reactivate(sub: string): Promise<AccountResult>
  /** Gives a new one-time password and ends all that the account holds. */
  resetPassword(sub: string): Promise<AccountResult>
  signOutEverywhere(sub: string): Promise<AccountResult>
  giveRole(sub: string, role: string): Promise<AccountResult>
  takeRole(sub: string, role: string): Promise<AccountResult>
}

export interface AccountParts {
  readonly directory: EmbeddedDirectory
  readonly records: RecordStore
  readonly ending: Pick<SessionEnding, 'endEverything'>
  readonly audit: Pick<AuditTrail, 'record'>
}

const TURN = 'administrators'
const TURN_MS = 10_000
const STEP = 200

export function accountActs(
  { directory, records, ending, audit }: AccountParts,
  { name, address, requestId }: Actor,
): AccountActs {
  const told = async (event: AuditEvent['event'], sub: string, changes?: AuditEvent['changes']): Promise<void> =>
    audit.record({
      event,
      result: 'ok',
      actor: name,
      user: sub,
      ...(address === undefined ? {} : { address }),
      ...(requestId === undefined ? {} : { requestId }),
      ...(changes === undefined ? {} : { changes }),
    })

  const others = async (sub: string): Promise<number> => {
    for (let after: string | undefined; ;) {
      const { accounts } = await directory.list(after, STEP)
      if (accounts.some((account) => account.sub !== sub && isAdministrator(standingOf(account)))) return 1
      after = accounts.at(-1)?.sub
      if (accounts.length < STEP) return 0
    }
  }

  /** Two administrators who take the role from each other at the same moment must not both succeed: one at a time. */
  const inTurn = async (work: () => Promise<AccountResult>): Promise<AccountResult> => {
    if ((await records.claim(TURN, TURN, name, TURN_MS)) === 'taken') return { outcome: 'busy' }
    try {
      return await work()
    } finally {
      await records.remove(TURN, TURN)
    }
  }

  const change = async (sub: string, event: AuditEvent['event'], edit: (account: Account) => Account): Promise<AccountResult> => {
    const before = await directory.account(sub)
    if (before === undefined) return { outcome: 'missing' }
    if (before.source !== 'administrator') return { outcome: 'read-only' }
    const [was, will] = [standingOf(before), standingOf(edit(before))]
    const apply = async (): Promise<AccountResult> => {
      if (
        decideStanding(was, will, isAdministrator(was) && !isAdministrator(will) ? await others(sub) : 1) === 'last-administrator'
      )
        return { outcome: 'last-administrator' }
      const account = await directory.change(sub, edit)
      if (account === undefined) return { outcome: 'missing' }
      const changes = differences(was, will)
      await told(event, sub, Object.keys(changes).length === 0 ? undefined : changes)
      return { outcome: 'done', account }
    }
    return isAdministrator(was) && !isAdministrator(will) ? inTurn(apply) : apply()
  }

  const withRoles = async (
    sub: string,
    role: string,
    next: (roles: readonly string[]) => readonly string[],
  ): Promise<AccountResult> => {
    const account = await directory.account(sub)
    if (account !== undefined && next(rolesOf(account)).length === rolesOf(account).length)
      return { outcome: 'unchanged', account }
    return change(sub, 'account.roles-changed', (current) => ({
      ...current,
      person: { ...current.person, roles: next(rolesOf(current)) },
    }))
  }

  return {
    async invite(username, person) {
      const invitation = await directory.invite(username, person)
      if (invitation.outcome !== 'created') return invitation
      await told('account.created', invitation.account.sub)
      return { outcome: 'done', account: invitation.account, oneTimePassword: invitation.oneTimePassword }
    },
    suspend: (sub) => change(sub, 'account.suspended', (account) => ({ ...account, status: 'suspended' })),
    async reactivate(sub) {
      const account = await directory.account(sub)
      return account?.status === 'active'
        ? { outcome: 'unchanged', account }
        : change(sub, 'account.reactivated', (current) => ({ ...current, status: 'active' }))
    },
    async resetPassword(sub) {
      const oneTimePassword = newOneTimePassword()
      const passwordHash = await hashPassword(oneTimePassword)
      const result = await change(sub, 'account.password-reset', (account) => ({
        ...account,
        passwordHash,
        mustChangePassword: true,
      }))
      if (result.outcome !== 'done') return result
      // Who asks for this has lost the password, or somebody else has found it.
      await ending.endEverything(sub)
      return { ...result, oneTimePassword }
    },
    async signOutEverywhere(sub) {
      const account = await directory.account(sub)
      if (account === undefined) return { outcome: 'missing' }
      await ending.endEverything(sub)
      await told('logout.everywhere', sub)
      return { outcome: 'done', account }
    },
    giveRole: async (sub, role) =>
      isRoleName(role) ? withRoles(sub, role, (roles) => [...new Set([...roles, role])]) : { outcome: 'role-unusable' },
    takeRole: (sub, role) => withRoles(sub, role, (roles) => roles.filter((other) => other !== role)),
  }
}

const standingOf = (account: Account): Standing => ({ roles: rolesOf(account), status: account.status })

function differences(before: Standing, after: Standing): NonNullable<AuditEvent['changes']> {
  return {
    ...(before.status === after.status ? {} : { status: [before.status, after.status] as const }),
    ...(before.roles.join(' ') === after.roles.join(' ') ? {} : { roles: [before.roles, after.roles] as const }),
  }
}
