import { sessionsOf } from '../../../domain/sessions/session-registry.ts'
import { clientPath, userPath } from '../shell/addresses.ts'
import { nameOf, show } from '../shell/show.ts'
import { hostHeadOf, hostUsersOf, withHostUser } from './host-subject.ts'
import { HostUserPage } from './host-user-view.tsx'
import type { UsersRequest } from './services.ts'
import { signInsOf, suspensionOf } from './sign-ins.ts'

/** GET /users/:sub of a host's directory */
export function showHostUser(page: UsersRequest): Promise<void> {
  return withHostUser(page, async (user) => {
    const { services } = page
    const directory = hostUsersOf(page)
    const [sessions, consents, signIns, suspension] = await Promise.all([
      sessionsOf(services.storage, user.sub),
      services.consents.list(user.sub),
      signInsOf(page, user.sub),
      user.active === false ? suspensionOf(page, user.sub) : undefined,
    ])
    await show(page, 200, HostUserPage, {
      user: hostHeadOf(user),
      details: {
        givenName: user.given_name,
        familyName: user.family_name,
        locale: user.locale,
        zoneinfo: user.zoneinfo,
        emailVerified: user.email_verified,
        updatedAt: user.updated_at === undefined ? undefined : new Date(user.updated_at * 1000),
      },
      can: { suspend: directory.suspend !== undefined, roles: directory.roles !== undefined },
      isSelf: user.sub === page.user.sub,
      sessions: sessions.length,
      apps: await Promise.all(
        consents.map(async ({ clientId }) => ({
          name: (await services.clients.find(clientId))?.clientName ?? clientId,
          title: clientId,
          href: page.href(clientPath(clientId, 'overview')),
        })),
      ),
      signIns: signIns.rows,
      suspended: suspension === undefined ? undefined : { by: await nameOf(page, suspension.by), at: suspension.at },
      reactivate: { action: page.href(userPath(user.sub, 'reactivate')), hidden: page.hidden },
    })
  })
}
