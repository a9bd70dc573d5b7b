import { parameterMalformed } from '../../../../policies/parameters.ts'
import type { ManagedUser } from '../../../domain/management/managed-user.ts'
import { ProtocolError } from '../../../web/request/protocol-error.ts'
import { isolate } from '../../../web/ui/texts/format/rich.ts'
import { viewOf } from '../../first-party/page.ts'
import { userPath } from '../shell/names.ts'
import { show } from '../shell/show.ts'
import { UserRoles, type UserRolesProps } from './roles-view.tsx'
import type { UsersRequest } from './services.ts'
import { headOf, showResult, userOperationsOf, usersOf } from './subject.ts'

/** GET /users/:sub/roles */
export function rolesForm(page: UsersRequest, subject: ManagedUser): Promise<void> {
  return showForm(page, 200, subject, '')
}

/** POST /users/:sub/roles: gives one role or takes one away. */
export async function changeRoles(page: UsersRequest, subject: ManagedUser): Promise<void> {
  const { sub } = subject.user
  const path = userPath(sub, 'roles')
  const { given, taken } = viewOf(page).t.users.roles
  const role = page.form.get('role')?.trim() ?? ''
  const action = page.form.get('action') ?? 'give'
  const names = (user: string): Parameters<typeof given>[0] => ({ user, role: isolate(role) })
  if (action === 'take') {
    const result = await userOperationsOf(page).takeRole(sub, role)
    return showResult(page, headOf(subject), result, (user) => taken(names(user)), path)
  }
  if (action !== 'give') throw new ProtocolError(parameterMalformed('action'))
  if (role === '') return showForm(page, 422, subject, role, 'missing')
  const result = await userOperationsOf(page).giveRole(sub, role)
  if (result.outcome === 'role-unusable') return showForm(page, 422, subject, role, 'role-unusable')
  await showResult(page, headOf(subject), result, (user) => given(names(user)), path)
}

async function showForm(
  page: UsersRequest,
  status: number,
  subject: ManagedUser,
  typed: string,
  fault?: UserRolesProps['fault'],
): Promise<void> {
  const user = headOf(subject)
  await show(page, status, UserRoles, {
    user,
    form: { action: page.href(userPath(user.sub, 'roles')), hidden: page.hidden },
    known: (await usersOf(page).knownRoles()).filter((role) => !user.roles.includes(role)),
    typed,
    fault,
  })
}
