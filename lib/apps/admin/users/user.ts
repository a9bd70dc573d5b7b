import type { Account } from '../../../domain/accounts/account-record.ts'
import { sessionsOf } from '../../../domain/sessions/session-registry.ts'
import { userPath } from '../shell/addresses.ts'
import { show } from '../shell/show.ts'
import { factorsOf } from './factors.ts'
import type { UsersRequest } from './services.ts'
import { headOf, withUser } from './subject.ts'
import { UserPage } from './user-view.tsx'

/** GET /users/:sub */
export function showUser(page: UsersRequest): Promise<void> {
  return withUser(page, async (account) => {
    const { services } = page
    const [sessions, consents, pausedUntil] = await Promise.all([
      sessionsOf(services.storage, account.sub),
      services.consents.list(account.sub),
      services.pauses.pausedUntil(account.sub),
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
        consents.map(async ({ clientId }) => (await services.clients.find(clientId))?.clientName ?? clientId),
      ),
      factors: await factorsOf(page, account),
      pausedUntil: pausedUntil === undefined ? undefined : new Date(pausedUntil),
      endPause: { action: page.href(userPath(account.sub, 'end-pause')), hidden: page.hidden },
      reactivate: { action: page.href(userPath(account.sub, 'reactivate')), hidden: page.hidden },
    })
  })
}

function passwordOf({ passwordHash, mustChangePassword, source }: Account): 'one-time' | 'own' | 'configured' | 'none' {
  if (source === 'configuration') return 'configured'
  return passwordHash === undefined ? 'none' : mustChangePassword === true ? 'one-time' : 'own'
}
