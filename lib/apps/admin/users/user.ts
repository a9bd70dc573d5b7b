import { decideRecovery, type NoRecovery } from '../../../../policies/recovery.ts'
import type { Account } from '../../../domain/accounts/account-record.ts'
import { isInvited } from '../../../domain/letters/correspondent.ts'
import { sessionsOf } from '../../../domain/sessions/session-registry.ts'
import { clientPath, userPath } from '../shell/addresses.ts'
import { nameOf, show } from '../shell/show.ts'
import { factorsOf } from './factors.ts'
import { identitiesOf, originOf } from './identities.ts'
import type { UsersRequest } from './services.ts'
import { signInsOf, suspensionOf } from './sign-ins.ts'
import { headOf, withUser } from './subject.ts'
import { UserPage, type UserPageProps } from './user-view.tsx'

/** GET /users/:sub */
export function showUser(page: UsersRequest): Promise<void> {
  return withUser(page, async (account) => {
    const { services } = page
    const suspended = account.status === 'suspended'
    const [sessions, consents, pausedUntil, factors, signIns, suspension] = await Promise.all([
      sessionsOf(services.storage, account.sub),
      services.consents.list(account.sub),
      services.pauses.pausedUntil(account.sub),
      factorsOf(page, account),
      signInsOf(page, account.sub),
      suspended ? suspensionOf(page, account.sub) : undefined,
    ])
    await show(page, 200, UserPage, {
      user: headOf(account),
      details: account.person,
      emailVerified: account.person.email_verified === true,
      password: passwordOf(account),
      createdAt: new Date(account.createdAt),
      changedAt: new Date(account.changedAt),
      sessions: sessions.length,
      apps: await Promise.all(
        consents.map(async ({ clientId }) => ({
          name: (await services.clients.find(clientId))?.clientName ?? clientId,
          title: clientId,
          href: page.href(clientPath(clientId, 'overview')),
        })),
      ),
      factors,
      secondStep: factors.passkeys.length > 0 || factors.appAddedAt !== undefined,
      origin: originOf(page, account),
      identities: identitiesOf(page, account),
      signIns: signIns.rows,
      wrong: signIns.wrong,
      suspended: suspension === undefined ? undefined : { by: await nameOf(page, suspension.by), at: suspension.at },
      pausedUntil: pausedUntil === undefined ? undefined : new Date(pausedUntil),
      pendingEmail: account.pendingEmail,
      recovery:
        services.letters === undefined || account.source === 'directory' || account.origin !== undefined
          ? undefined
          : recoveryOf(account),
      // Whoever has a passkey has accepted the invitation without a password.
      invited: isInvited(account) && factors.passkeys.length === 0 && services.letters !== undefined,
      invite: { action: page.href(userPath(account.sub, 'invite')), hidden: page.hidden },
      endPause: { action: page.href(userPath(account.sub, 'end-pause')), hidden: page.hidden },
      reactivate: { action: page.href(userPath(account.sub, 'reactivate')), hidden: page.hidden },
    })
  })
}

/** Whether the user can choose a new password by email, or why not. */
const recoveryOf = ({ status, source, person }: Account): 'letter' | NoRecovery =>
  decideRecovery({
    active: status === 'active',
    source: source === 'configuration' ? 'configuration' : 'directory',
    email: person.email,
    verified: person.email_verified === true,
  })

function passwordOf(account: Account): UserPageProps['password'] {
  const { passwordHash, mustChangePassword, passwordSuspendedAt, source } = account
  if (source === 'configuration') return 'configured'
  if (source === 'directory') return 'directory'
  if (passwordHash === undefined && passwordSuspendedAt !== undefined) return 'secured'
  return passwordHash === undefined ? 'none' : mustChangePassword === true ? 'one-time' : 'own'
}
