import { randomBytes } from 'node:crypto'
import type { ProfileChanges } from '../../../policies/profile.ts'
import { decideStanding, isAdministrator, isRoleName, type Standing } from '../../../policies/roles.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { accountVersion, withDetails } from '../accounts/account-details.ts'
import type { Account } from '../accounts/account-record.ts'
import { rolesOf } from '../accounts/account-search.ts'
import type { Consents } from '../accounts/consents.ts'
import type { EmbeddedDirectory } from '../accounts/embedded-directory.ts'
import type { FactorRecords } from '../accounts/factors/factor-record.ts'
import { hashPassword, newOneTimePassword } from '../accounts/factors/passwords.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { AuditEvent } from '../audit/events.ts'
import type { SessionEnding } from '../sessions/ending.ts'
import { accountChanges } from './account-changes.ts'
import type { Actor } from './client-operations.ts'
import { type FactorToRemove, removeFactor } from './factor-removal.ts'

export type AccountResult =
  /** `oneTimePassword` is in this answer, and nowhere else, ever. */
  | { readonly outcome: 'done'; readonly account: Account; readonly oneTimePassword?: string }
  | { readonly outcome: 'unchanged'; readonly account: Account }
  | { readonly outcome: AccountRefusal }

export type AccountRefusal =
  | 'missing'
  | 'factor-missing'
  | 'last-way-in'
  | 'read-only'
  | 'last-administrator'
  | 'busy'
  | 'role-unusable'
  | 'username-taken'
  | 'username-unusable'
  /** Somebody else signs in with this address. */
  | 'email-taken'
  /** Somebody else changed the account since it was looked at. */
  | 'conflict'
  /** What was typed is neither the username nor the e-mail address. */
  | 'not-confirmed'

/** What an administrator changes of a person's details. */
export type DetailChanges = ProfileChanges & { readonly email_verified?: boolean }

/** What administrators do to accounts, each act in the audit trail; what was refused is not an act. */
export interface AccountOperations {
  invite(username: string, person: Account['person']): Promise<AccountResult>
  /** Ends all that the account holds, with notifications. */
  suspend(sub: string): Promise<AccountResult>
  reactivate(sub: string): Promise<AccountResult>
  /**
   * Gives a new one-time password and ends all that the account holds. Second factors stay unless they are named as lost too:
   * else whoever gets hold of the one-time password would get the account.
   */
  resetPassword(sub: string, secondFactors?: 'keep' | 'remove'): Promise<AccountResult>
  /** Takes a lost second factor away, and ends all that was signed in to with it. */
  removeFactor(sub: string, lost: FactorToRemove): Promise<AccountResult>
  /** Leaves the password and the sessions as they are; at the next sign-in another password must be chosen. */
  requireNewPassword(sub: string): Promise<AccountResult>
  /** @param seen version of the account as it was looked at; undefined changes whatever stands there */
  edit(sub: string, seen: string | undefined, changes: DetailChanges): Promise<AccountResult>
  /** Ends all that the account holds and forgets it for good. @param confirmation the username or the e-mail address */
  remove(sub: string, confirmation: string): Promise<AccountResult>
  signOutEverywhere(sub: string): Promise<AccountResult>
  giveRole(sub: string, role: string): Promise<AccountResult>
  takeRole(sub: string, role: string): Promise<AccountResult>
}

export interface AccountParts {
  readonly directory: EmbeddedDirectory
  readonly factors: FactorRecords
  readonly records: EphemeralStore
  readonly consents: Pick<Consents, 'list' | 'forget'>
  readonly ending: Pick<SessionEnding, 'endEverything'>
  readonly audit: Pick<AuditTrail, 'record'>
}

const TURN = 'administrators'
/** Longer than looking through a large directory takes. */
const TURN_MS = 60_000
const STEP = 200

export function accountOperations(
  { directory, factors, records, consents, ending, audit }: AccountParts,
  { name, address, requestId }: Actor,
): AccountOperations {
  const told = async (
    event: AuditEvent['event'],
    sub: string,
    changes: NonNullable<AuditEvent['changes']> = {},
  ): Promise<void> =>
    audit.record({
      event,
      result: 'ok',
      actor: name,
      user: sub,
      ...(address === undefined ? {} : { address }),
      ...(requestId === undefined ? {} : { requestId }),
      ...(Object.keys(changes).length === 0 ? {} : { changes }),
    })

  const others = async (sub: string): Promise<number> => {
    for (let after: string | undefined; ; ) {
      const { accounts } = await directory.list(after, STEP)
      if (accounts.some((account) => account.sub !== sub && isAdministrator(standingOf(account)))) return 1
      after = accounts.at(-1)?.sub
      if (accounts.length < STEP) return 0
    }
  }

  /** Two administrators who take the role from each other at the same moment must not both succeed: one at a time. */
  const inTurn = async (work: (isOurs: () => Promise<boolean>) => Promise<AccountResult>): Promise<AccountResult> => {
    const turn = randomBytes(12).toString('base64url')
    const isOurs = async (): Promise<boolean> => (await records.read(TURN, TURN)) === turn
    if ((await records.claim(TURN, TURN, turn, TURN_MS)) === 'taken') return { outcome: 'busy' }
    try {
      return await work(isOurs)
    } finally {
      if (await isOurs()) await records.remove(TURN, TURN)
    }
  }

  /** An act that would leave no administrator is none; one that takes one away waits its turn. */
  const guarded = async (
    before: Account,
    after: Standing,
    act: () => Promise<AccountResult>,
  ): Promise<AccountResult> => {
    if (before.source !== 'administrator') return { outcome: 'read-only' }
    const was = standingOf(before)
    if (!isAdministrator(was) || isAdministrator(after)) return act()
    return inTurn(async (isOurs) => {
      if (decideStanding(was, after, await others(before.sub)) !== 'allowed') return { outcome: 'last-administrator' }
      // Whom the search has found may be gone, if it took longer than the turn.
      return (await isOurs()) ? act() : { outcome: 'busy' }
    })
  }

  const change = async (
    sub: string,
    event: AuditEvent['event'],
    edit: (account: Account) => Account,
    seen?: string,
  ): Promise<AccountResult> => {
    const before = await directory.account(sub)
    if (before === undefined) return { outcome: 'missing' }
    return guarded(before, standingOf(edit(before)), async () => {
      let was = before
      let outcome = 'done' as 'done' | 'conflict'
      const account = await directory.change(sub, (current) => {
        was = current
        outcome = seen === undefined || accountVersion(current) === seen ? 'done' : 'conflict'
        return outcome === 'done' ? edit(current) : current
      })
      if (account === undefined) return { outcome: 'missing' }
      if (outcome === 'conflict') return { outcome }
      await told(event, sub, accountChanges(was, account))
      return { outcome, account }
    })
  }

  const takeFactor = async (account: Account, lost: FactorToRemove): Promise<'removed' | 'missing' | 'last-way-in'> => {
    const removal = await removeFactor(factors, account, lost)
    if (removal.outcome === 'removed') {
      await told('account.second-factor-removed', account.sub, { second_factor: [removal.what, undefined] })
    }
    return removal.outcome
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
      await told('account.created', invitation.account.sub, accountChanges(undefined, invitation.account))
      return { outcome: 'done', account: invitation.account, oneTimePassword: invitation.oneTimePassword }
    },
    suspend: (sub) => change(sub, 'account.suspended', (account) => ({ ...account, status: 'suspended' })),
    async reactivate(sub) {
      const account = await directory.account(sub)
      return account?.status === 'active'
        ? { outcome: 'unchanged', account }
        : change(sub, 'account.reactivated', (current) => ({ ...current, status: 'active' }))
    },
    async resetPassword(sub, secondFactors = 'keep') {
      const oneTimePassword = newOneTimePassword()
      const passwordHash = await hashPassword(oneTimePassword)
      const result = await change(sub, 'account.password-reset', (account) => ({
        ...account,
        passwordHash,
        mustChangePassword: true,
      }))
      if (result.outcome !== 'done') return result
      if (secondFactors === 'remove') await takeFactor(result.account, 'everything')
      // Who asks for this has lost the password, or somebody else has found it.
      await ending.endEverything(sub)
      return { ...result, oneTimePassword }
    },
    async requireNewPassword(sub) {
      const account = await directory.account(sub)
      const settled = account?.passwordHash === undefined || account.mustChangePassword === true
      return account !== undefined && account.source === 'administrator' && settled
        ? { outcome: 'unchanged', account }
        : change(sub, 'account.password-change-asked', (current) => ({ ...current, mustChangePassword: true }))
    },
    async edit(sub, seen, changes) {
      const before = await directory.account(sub)
      const details = (account: Account): Account => ({ ...account, person: withDetails(account.person, changes) })
      const address =
        before?.source === 'administrator' ? await directory.addressIn(details(before).person, before) : 'free'
      return address === 'taken' ? { outcome: 'email-taken' } : change(sub, 'account.changed', details, seen)
    },
    async remove(sub, confirmation) {
      const account = await directory.account(sub)
      if (account === undefined) return { outcome: 'missing' }
      if (account.source !== 'administrator') return { outcome: 'read-only' }
      if (confirmation !== account.username && (confirmation === '' || confirmation !== account.person.email))
        return { outcome: 'not-confirmed' }
      return guarded(account, { roles: [], status: 'suspended' }, async () => {
        if ((await directory.remove(sub)) === 'missing') return { outcome: 'missing' }
        for (const { clientId } of await consents.list(sub)) await consents.forget(sub, clientId)
        await told('account.removed', sub, accountChanges(account, undefined))
        return { outcome: 'done', account }
      })
    },
    async removeFactor(sub, lost) {
      const account = await directory.account(sub)
      if (account === undefined) return { outcome: 'missing' }
      const outcome = await takeFactor(account, lost)
      if (outcome !== 'removed') return { outcome: outcome === 'missing' ? 'factor-missing' : outcome }
      await ending.endEverything(sub)
      return { outcome: 'done', account }
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

export const standingOf = (account: Account): Standing => ({ roles: rolesOf(account), status: account.status })
