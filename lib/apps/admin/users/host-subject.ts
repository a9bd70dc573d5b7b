import { deny } from '../../../../policies/verdict.ts'
import { displayUsername } from '../../../domain/accounts/display-name.ts'
import type { HostUsers } from '../../../domain/accounts/host-users.ts'
import type { User } from '../../../domain/accounts/user.ts'
import { ProtocolError } from '../../../web/request/protocol-error.ts'
import { show } from '../shell/show.ts'
import { UserMissing } from './one-time-password-view.tsx'
import type { UsersRequest } from './services.ts'
import type { UserHead } from './user-props.tsx'

type Answer = (page: UsersRequest) => Promise<void>

/** One address for users, wherever they are kept. */
export const either =
  (embedded: Answer, host: Answer): Answer =>
  (page) =>
    page.services.hostUsers === undefined ? embedded(page) : host(page)

/** @throws ProtocolError not_found 404 */
export function hostUsersOf({ services }: UsersRequest): HostUsers {
  if (services.hostUsers === undefined) throw new ProtocolError(deny('not_found', 'not_found'))
  return services.hostUsers
}

/** Pages about one user of the host's directory, or a page that says there is none. */
export async function withHostUser(page: UsersRequest, work: (user: User) => Promise<void>): Promise<void> {
  const sub = page.parameters.sub ?? ''
  const user = await hostUsersOf(page).find(sub)
  return user === undefined ? show(page, 404, UserMissing, { id: sub }) : work(user)
}

export const hostHeadOf = (user: User): UserHead => ({
  sub: user.sub,
  username: displayUsername(user),
  name: user.name,
  email: user.email,
  status: user.active === false ? 'suspended' : 'active',
  source: 'directory',
  roles: user.roles ?? [],
})
