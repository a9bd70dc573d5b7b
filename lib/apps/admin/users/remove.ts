import type { Account } from '../../../domain/accounts/account-record.ts'
import { removeRole, rolesHeld } from '../../../domain/management/role-operations.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { isolate } from '../../../web/ui/texts/format/rich.ts'
import { redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { userPath } from '../shell/names.ts'
import { show } from '../shell/show.ts'
import { UserRemove } from './operation-view.tsx'
import { RoleRemove } from './role-list-view.tsx'
import type { UsersRequest } from './services.ts'
import { accountHead, directoryOf, type OfAccount, operationsOf, reachOf, showResult } from './subject.ts'
import { userName } from './user-props.tsx'

/** GET /users/:sub/remove: cannot be undone, so the name is typed. */
export function removeForm(page: UsersRequest, { account }: OfAccount): Promise<void> {
  return showForm(page, 200, account)
}

/** POST /users/:sub/remove */
export async function removeUser(page: UsersRequest, { account }: OfAccount): Promise<void> {
  const result = await operationsOf(page).remove(account.sub, (page.form.get('confirm') ?? '').trim())
  if (result.outcome === 'not-confirmed') return showForm(page, 422, account, true)
  const user = userName(accountHead(account))
  if (result.outcome === 'done')
    return redirectWithFlash(page, '/users', { tone: 'ok', text: viewOf(page).t.users.remove.done({ user }) })
  await showResult(page, accountHead(account), result, () => '')
}

async function showForm(page: UsersRequest, status: number, account: Account, wrong = false): Promise<void> {
  const form = { action: page.href(userPath(account.sub, 'remove')), hidden: page.hidden }
  const reach = await reachOf(page, account.sub)
  await show(page, status, UserRemove, { user: accountHead(account), reach, form, wrong })
}

/** GET /roles/remove?role=: who loses it. */
export async function removeRoleForm(page: UsersRequest): Promise<void> {
  const directory = directoryOf(page)
  const role = page.query.get('role') ?? ''
  const use = (await rolesHeld(directory)).find((one) => one.role === role)
  if (use === undefined)
    return redirectWithFlash(page, '/roles', { tone: 'info', text: viewOf(page).t.users.roles.nobody })
  const form = { action: withParameters(page.href('/roles/remove'), { role }), hidden: { ...page.hidden, role } }
  await show(page, 200, RoleRemove, { ...use, form })
}

/** POST /roles/remove */
export async function removeRoleOfAll(page: UsersRequest): Promise<void> {
  const directory = directoryOf(page)
  const role = page.form.get('role') ?? ''
  const { users: t } = viewOf(page).t
  const result = await removeRole(directory, operationsOf(page), role)
  if (result.outcome === 'missing') return redirectWithFlash(page, '/roles', { tone: 'info', text: t.roles.nobody })
  if (result.outcome === 'last-administrator')
    return redirectWithFlash(page, '/roles', { tone: 'danger', text: t.acts.refused['last-administrator'] })
  const { taken, kept } = result
  const words = { role: isolate(role), count: taken }
  if (kept === 0) return redirectWithFlash(page, '/roles', { tone: 'ok', text: t.roles.removed(words) })
  await redirectWithFlash(page, '/roles', { tone: 'warn', text: t.roles.removedButKept({ ...words, kept }) })
}
