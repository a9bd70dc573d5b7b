import type { ProfileChanges } from '../../../policies/profile.ts'
import { isRoleName } from '../../../policies/roles.ts'
import { withDetails } from '../accounts/account-details.ts'
import type { Account, HasConnectorTo } from '../accounts/account-record.ts'
import type { Consents } from '../accounts/consents.ts'
import type { FactorRecords } from '../accounts/factors/factor-record.ts'
import { hashPassword, newOneTimePassword } from '../accounts/factors/passwords.ts'
import { AddressTaken } from '../accounts/sign-in-names.ts'
import type { SignInPauses } from '../accounts/sign-in-pauses.ts'
import type { AuditEvent } from '../audit/events.ts'
import { isInvited } from '../letters/correspondent.ts'
import type { LetterOutbox } from '../letters/letter-outbox.ts'
import type { UserNotices } from '../letters/user-notices.ts'
import type { AppUses } from '../metrics/app-use.ts'
import {
  type AccountChangeParts,
  accountChanges,
  changeAccount,
  isChangedHere,
  standingChanges,
} from './account-changes.ts'
import type { AccountResult } from './account-result.ts'
import { type Actor, writeAudit } from './actor.ts'
import { type FactorRemoval, type FactorToRemove, removeFactor } from './factor-removal.ts'
import { keepingAnAdministrator } from './last-administrator.ts'
import { type UserOperations, type UserParts, userOperations } from './user-operations.ts'

/** What an administrator changes of a user's details. */
export type DetailChanges = ProfileChanges & { readonly email_verified?: boolean }

/** What administrators do to accounts, each operation in the audit trail; what was refused is not. */
export interface AccountOperations extends UserOperations<Account> {
  /** Roles that cannot be one are refused before anything is written. */
  invite(username: string, person: Account['person']): Promise<AccountResult>
  /**
   * Creates an account whose user chooses a password or a passkey by a letter to this address.
   * @param connector whose user may sign in instead: the first who comes by the letter
   */
  inviteByLetter(username: string, person: Account['person'], connector?: string): Promise<AccountResult>
  /** Sends the letter of an invitation again: the link of the one before stops working. */
  inviteAgain(sub: string): Promise<AccountResult>
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
  /** After many wrong passwords in a row, sign-ins from browsers that the account does not know are tried again at once. */
  endPause(sub: string): Promise<AccountResult>
}

export interface AccountParts extends AccountChangeParts, UserParts {
  readonly factors: FactorRecords
  readonly consents: Pick<Consents, 'list' | 'forget'>
  readonly appUses: Pick<AppUses, 'forget'>
  readonly pauses: Pick<SignInPauses, 'pausedUntil' | 'end'>
  readonly hasConnectorTo: HasConnectorTo
  /** Undefined where no letters are sent. */
  readonly letters: { readonly outbox: LetterOutbox; readonly notices: UserNotices } | undefined
}

export function accountOperations(parts: AccountParts, actor: Actor): AccountOperations {
  const { directory, factors, consents, appUses, ending, pauses } = parts
  const record = (event: AuditEvent['event'], user: string, changes: AuditEvent['changes'] = {}): Promise<void> =>
    writeAudit(parts.audit, actor, { event, user, changes })

  const change = (
    sub: string,
    event: AuditEvent['event'],
    edit: (account: Account) => Account,
    seen?: string,
  ): Promise<AccountResult> => changeAccount(parts, actor, sub, { event, edit, seen })

  /** What a connector says anew at each sign-in is not changed here. */
  const isOwned = async (sub: string): Promise<boolean> => (await directory.account(sub))?.origin !== undefined

  const takeFactor = async (account: Account, lost: FactorToRemove): Promise<FactorRemoval['outcome']> => {
    const removal = await removeFactor(factors, account, lost, parts.hasConnectorTo)
    if (removal.outcome === 'removed') {
      await record('account.second-factor-removed', account.sub, { second_factor: [removal.what, undefined] })
      await parts.letters?.notices.tell('factor-removed', account.sub, {
        factor: removal.what.startsWith('passkey') ? 'passkey' : 'authenticator',
      })
    }
    return removal.outcome
  }

  return {
    ...userOperations(standingChanges(parts, actor), parts, actor),
    async invite(username, person) {
      if (person.roles?.every(isRoleName) === false) return { outcome: 'role-unusable' }
      const invitation = await directory.invite(username, person)
      if (invitation.outcome !== 'created') return invitation
      const { account, oneTimePassword } = invitation
      await record('account.created', account.sub, accountChanges(undefined, account))
      return { outcome: 'done', account, oneTimePassword }
    },
    async inviteByLetter(username, person, connector) {
      if (parts.letters === undefined) return { outcome: 'no-letters' }
      if (person.email === undefined) return { outcome: 'email-missing' }
      if (person.roles?.every(isRoleName) === false) return { outcome: 'role-unusable' }
      const created = await directory.inviteByLetter(username, person, connector)
      if (created.outcome !== 'created') return created
      const { account } = created
      await parts.letters.outbox.queue({ kind: 'invitation', subject: account.sub })
      await record('account.created', account.sub, accountChanges(undefined, account))
      await record('account.invited', account.sub)
      return { outcome: 'done', account }
    },
    async inviteAgain(sub) {
      if (parts.letters === undefined) return { outcome: 'no-letters' }
      const account = await directory.account(sub)
      if (account === undefined) return { outcome: 'missing' }
      const isAccepted = !isInvited(account) || ((await factors.read(sub))?.passkeys.length ?? 0) > 0
      if (isAccepted) return { outcome: 'unchanged', account }
      if (account.person.email === undefined) return { outcome: 'email-missing' }
      await parts.letters.outbox.queue({ kind: 'invitation', subject: sub })
      await record('account.invited', sub)
      return { outcome: 'done', account }
    },
    async resetPassword(sub, secondFactors = 'keep') {
      if (await isOwned(sub)) return { outcome: 'upstream-owned' }
      const oneTimePassword = newOneTimePassword()
      const passwordHash = await hashPassword(oneTimePassword)
      const result = await change(sub, 'account.password-reset', ({ passwordSuspendedAt: _over, ...account }) => ({
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
      const isRequired = account?.passwordHash === undefined || account.mustChangePassword === true
      return account !== undefined && account.source === 'administrator' && isRequired
        ? { outcome: 'unchanged', account }
        : change(sub, 'account.password-change-asked', (current) => ({ ...current, mustChangePassword: true }))
    },
    async edit(sub, seen, changes) {
      if (await isOwned(sub)) return { outcome: 'upstream-owned' }
      const before = await directory.account(sub)
      const details = (account: Account): Account => {
        const { formerEmail, ...rest } = account
        const person = withDetails(account.person, changes)
        // An administrator who gives another address has looked at who it belongs to: the former one has no say.
        const stays = formerEmail !== undefined && person.email === account.person.email
        return { ...rest, ...(stays ? { formerEmail } : {}), person }
      }
      const address =
        before?.source === 'administrator' ? await directory.addressIn(details(before).person, before) : 'free'
      if (address === 'taken') return { outcome: 'email-taken' }
      try {
        return await change(sub, 'account.changed', details, seen)
      } catch (error) {
        if (error instanceof AddressTaken) return { outcome: 'email-taken' }
        throw error
      }
    },
    async remove(sub, confirmation) {
      const account = await directory.account(sub)
      if (account === undefined) return { outcome: 'missing' }
      if (!isChangedHere(account, 'standing')) return { outcome: 'read-only' }
      if (confirmation !== account.username && (confirmation === '' || confirmation !== account.person.email))
        return { outcome: 'not-confirmed' }
      return keepingAnAdministrator(parts, account, { roles: [], status: 'suspended' }, async () => {
        if ((await directory.remove(sub)) === 'missing') return { outcome: 'missing' }
        for (const { clientId } of await consents.list(sub)) await consents.forget(sub, clientId)
        await appUses.forget(sub)
        await record('account.removed', sub, accountChanges(account, undefined))
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
    async endPause(sub) {
      const account = await directory.account(sub)
      if (account === undefined) return { outcome: 'missing' }
      const until = await pauses.pausedUntil(sub)
      await pauses.end(sub)
      if (until === undefined) return { outcome: 'unchanged', account }
      await record('account.pause-ended', sub)
      return { outcome: 'done', account }
    },
  }
}
