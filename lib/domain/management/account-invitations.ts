import { isRoleName } from '../../../policies/roles.ts'
import type { Account } from '../accounts/account-record.ts'
import type { InvitedAccount } from '../accounts/embedded-creation.ts'
import { isInvited } from '../emails/recipient-directory.ts'
import { type AccountParts, accountChanges } from './account-changes.ts'
import { type AccountResult, type Actor, writeAudit } from './account-result.ts'

/** Operations that create accounts or email their users a link. Invalid role names are rejected before any write. */
export function accountInvitations({ directory, factors, emails, audit }: AccountParts, actor: Actor) {
  const recordCreated = (account: Account): Promise<void> =>
    writeAudit(audit, actor, {
      event: 'account.created',
      user: account.sub,
      changes: accountChanges(undefined, account),
    })
  return {
    async invite(username: string, person: Account['person'], more?: InvitedAccount): Promise<AccountResult> {
      if (person.roles?.every(isRoleName) === false) return { outcome: 'role-unusable' }
      const invitation = await directory.invite(username, person, more)
      if (invitation.outcome !== 'created') return invitation
      const { account, oneTimePassword } = invitation
      await recordCreated(account)
      return { outcome: 'done', account, oneTimePassword }
    },
    /**
     * Creates an account and emails the user a link to set a password or a passkey.
     * @param connector if set, the user can open the link and sign in with this connector instead
     */
    async inviteByEmail(
      username: string,
      person: Account['person'],
      { connector, ...more }: InvitedAccount & { readonly connector?: string | undefined } = {},
    ): Promise<AccountResult> {
      if (emails === undefined) return { outcome: 'no-emails' }
      if (person.email === undefined) return { outcome: 'email-missing' }
      if (person.roles?.every(isRoleName) === false) return { outcome: 'role-unusable' }
      const created = await directory.inviteByEmail(username, person, connector, more)
      if (created.outcome !== 'created') return created
      const { account } = created
      await emails.outbox.queue({ kind: 'invitation', subject: account.sub })
      await recordCreated(account)
      await writeAudit(audit, actor, { event: 'account.invited', user: account.sub })
      return { outcome: 'done', account }
    },
    /** Sends the invitation email again, which invalidates the link in the previous one. */
    async inviteAgain(sub: string): Promise<AccountResult> {
      if (emails === undefined) return { outcome: 'no-emails' }
      const account = await directory.account(sub)
      if (account === undefined) return { outcome: 'missing' }
      const isAccepted = !isInvited(account) || ((await factors.read(sub))?.passkeys.length ?? 0) > 0
      if (isAccepted) return { outcome: 'not-invited' }
      if (account.person.email === undefined) return { outcome: 'email-missing' }
      await emails.outbox.queue({ kind: 'invitation', subject: sub })
      await writeAudit(audit, actor, { event: 'account.invited', user: sub })
      return { outcome: 'done', account }
    },
    /** Emails the user a link to choose a new password. The current password and sessions keep working until then. */
    async emailReset(sub: string): Promise<AccountResult> {
      if (emails === undefined) return { outcome: 'no-emails' }
      const account = await directory.account(sub)
      if (account === undefined) return { outcome: 'missing' }
      if (account.source !== 'administrator') return { outcome: 'read-only' }
      if (account.origin !== undefined && account.passwordHash === undefined) return { outcome: 'upstream-owned' }
      if (account.person.email === undefined || account.person.email_verified !== true)
        return { outcome: 'email-missing' }
      await emails.outbox.queue({ kind: 'recovery', subject: sub })
      await writeAudit(audit, actor, { event: 'account.reset-emailed', user: sub })
      return { outcome: 'done', account }
    },
  }
}
