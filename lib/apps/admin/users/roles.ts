import { endIn } from '../../../../policies/end-dates.ts'
import { parameterMalformed } from '../../../../policies/parameters.ts'
import { NAMED_MAX } from '../../../domain/management/access-impact.ts'
import type { ManagedUser } from '../../../domain/management/account-result.ts'
import { removeRole, roleRemovalImpact } from '../../../domain/management/role-operations.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { ProtocolError } from '../../../web/request/request-context.ts'
import { isolate } from '../../../web/ui/texts/format/words.ts'
import { formAt, redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { appView, userPath } from '../shell/names.ts'
import { show } from '../shell/show.ts'
import { typedEnd } from '../shell/typed-end.ts'
import { RoleRemove } from './role-list-view.tsx'
import { UserRoles, type UserRolesProps } from './roles-view.tsx'
import type { UsersRequest } from './services.ts'
import { directoryOf, headOf, operationsOf, showResult, userOperationsOf, usersOf } from './subject.ts'

export function rolesForm(page: UsersRequest, subject: ManagedUser): Promise<void> {
  return showForm(page, 200, subject, '')
}

/** POST /users/:sub/roles: adds or removes one role. */
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
  const end = typedEnd(page.form).slice(0, 40)
  if (end !== '' && endIn(end) === undefined) return showForm(page, 422, subject, role, 'end-unusable', end)
  const result = await userOperationsOf(page).giveRole(sub, role, end || undefined)
  if (result.outcome === 'role-unusable') return showForm(page, 422, subject, role, 'role-unusable', end)
  await showResult(page, headOf(subject), result, (user) => given(names(user)), path)
}

async function showForm(
  page: UsersRequest,
  status: number,
  subject: ManagedUser,
  typed: string,
  issue?: UserRolesProps['issue'],
  end = '',
): Promise<void> {
  const user = headOf(subject)
  await show(page, status, UserRoles, {
    user,
    form: formAt(page, userPath(user.sub, 'roles')),
    known: (await usersOf(page).knownRoles()).filter((role) => !user.roles.includes(role)),
    typed,
    end,
    issue,
  })
}

/** GET /roles/remove?role=: asks for confirmation, and shows which users and apps are affected. */
export async function removeRoleForm(page: UsersRequest): Promise<void> {
  const role = page.query.get('role') ?? ''
  const { losing, kept, apps } = await roleRemovalImpact(
    directoryOf(page),
    page.services.clients,
    role,
    viewOf(page).now.getTime(),
  )
  if (losing + kept === 0) return redirectWithFlash(page, '/roles', 'info', viewOf(page).t.users.roles.noUsers)
  const form = formAt(page, withParameters('/roles/remove', { role }), { role })
  await show(page, 200, RoleRemove, {
    role,
    losing,
    kept,
    apps: apps.slice(0, NAMED_MAX).map((one) => ({
      ...appView(page, one.client.clientId, one.client),
      losing: one.losing,
      isClosed: one.left === 0,
    })),
    moreApps: Math.max(0, apps.length - NAMED_MAX),
    form,
  })
}

export async function removeRoleOfAll(page: UsersRequest): Promise<void> {
  const directory = directoryOf(page)
  const role = page.form.get('role') ?? ''
  const { users: t } = viewOf(page).t
  const result = await removeRole(directory, operationsOf(page), role)
  if (result.outcome === 'missing') return redirectWithFlash(page, '/roles', 'info', t.roles.noUsers)
  if (result.outcome === 'last-administrator')
    return redirectWithFlash(page, '/roles', 'danger', t.acts.refused['last-administrator'])
  const { taken, kept } = result
  const words = { role: isolate(role), count: taken }
  if (kept === 0) return redirectWithFlash(page, '/roles', 'ok', t.roles.removed(words))
  await redirectWithFlash(page, '/roles', 'warn', t.roles.removedButKept({ ...words, kept }))
}
