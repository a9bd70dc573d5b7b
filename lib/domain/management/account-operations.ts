import type { ProfileChanges } from '../../../policies/profile.ts'
import { type Account, withDetails } from '../accounts/account-record.ts'
import { AddressTaken } from '../accounts/sign-in-names.ts'
import { type AccountParts, accountChanges, changeAccount, isChangedHere, standingChanges } from './account-changes.ts'
import { accountCredentials } from './account-credentials.ts'
import { accountEnds } from './account-ends.ts'
import { accountInvitations } from './account-invitations.ts'
import { type AccountResult, type Actor, writeAudit } from './account-result.ts'
import { keepingAnAdministrator } from './last-administrator.ts'
import { userOperations } from './user-operations.ts'

/** User details that an administrator can change. */
export type DetailChanges = ProfileChanges & { readonly email_verified?: boolean }

export type AccountOperations = ReturnType<typeof accountOperations>

/** Administrators' operations on accounts. Every operation that is not rejected is recorded in the audit trail. */
export function accountOperations(parts: AccountParts, actor: Actor) {
  const { directory, consents, appUses } = parts

  return {
    ...userOperations(standingChanges(parts, actor), parts, actor),
    ...accountEnds(parts, actor),
    ...accountInvitations(parts, actor),
    ...accountCredentials(parts, actor),
    /** @param seen the account version that the change is based on; if undefined, the change applies to any version */
    async edit(sub: string, seen: string | undefined, changes: DetailChanges): Promise<AccountResult> {
      const before = await directory.account(sub)
      if (before?.origin !== undefined) return { outcome: 'upstream-owned' }
      const details = (account: Account): Account => {
        const { formerEmail, ...rest } = account
        const person = withDetails(account.person, changes)
        // The administrator has verified who owns the new email address, so no undo link is sent to the former one.
        const stays = formerEmail !== undefined && person.email === account.person.email
        return { ...rest, ...(stays ? { formerEmail } : {}), person }
      }
      const address =
        before?.source === 'administrator' ? await directory.addressIn(details(before).person, before) : 'free'
      if (address === 'taken') return { outcome: 'email-taken' }
      try {
        return await changeAccount(parts, actor, sub, { event: 'account.changed', edit: details, seen })
      } catch (error) {
        if (error instanceof AddressTaken) return { outcome: 'email-taken' }
        throw error
      }
    },
    /** Removes the account and all its sessions and tokens. @param confirmation the username or the email address */
    async remove(sub: string, confirmation: string): Promise<AccountResult> {
      const account = await directory.account(sub)
      if (account === undefined) return { outcome: 'missing' }
      if (!isChangedHere(account, 'standing')) return { outcome: 'read-only' }
      if (confirmation !== account.username && (confirmation === '' || confirmation !== account.person.email))
        return { outcome: 'not-confirmed' }
      return keepingAnAdministrator(parts, account, { roles: [], status: 'suspended' }, async () => {
        if ((await directory.remove(sub)) === 'missing') return { outcome: 'missing' }
        for (const { clientId } of await consents.list(sub)) await consents.forget(sub, clientId)
        await appUses.forget(sub)
        const changes = accountChanges(account, undefined)
        await writeAudit(parts.audit, actor, { event: 'account.removed', user: sub, changes })
        return { outcome: 'done', account }
      })
    },
  }
}
