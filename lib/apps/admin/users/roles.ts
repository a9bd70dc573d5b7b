import { parameterMalformed } from '../../../../policies/parameters.ts'
import type { Account } from '../../../domain/accounts/account-record.ts'
import { rolesOf } from '../../../domain/accounts/account-search.ts'
import { ProtocolError } from '../../../web/request/protocol-error.ts'
import { isolate } from '../../../web/ui/texts/format/rich.ts'
import { viewOf } from '../../first-party/page.ts'
import { userPath } from '../shell/addresses.ts'
import { show } from '../shell/show.ts'
import { rolesInUse } from './list.ts'
import { UserRoles, type UserRolesProps } from './roles-view.tsx'
import type { UsersRequest } from './services.ts'
import { directoryOf, headOf, operationsOf, showResult, withOwnUser, withUser } from './subject.ts'

/** GET /users/:sub/roles */
export function rolesForm(page: UsersRequest): Promise<void> {
  return withOwnUser(page, (account) => showForm(page, 200, account, ''))
}

/** POST /users/:sub/roles: gives one role or takes one away. */
export function changeRoles(page: UsersRequest): Promise<void> {
  return withUser(page, async (account) => {
    const path = userPath(account.sub, 'roles')
    const { given, taken } = viewOf(page).t.users.roles
    const role = page.form.get('role')?.trim() ?? ''
    const action = page.form.get('action') ?? 'give'
    if (action === 'take')
      return showResult(
        page,
        account,
        await operationsOf(page).takeRole(account.sub, role),
        (user) => taken({ user, role: isolate(role) }),
        path,
      )
    if (action !== 'give') throw new ProtocolError(parameterMalformed('action'))
    if (role === '') return showForm(page, 422, account, role, 'missing')
    const result = await operationsOf(page).giveRole(account.sub, role)
    if (result.outcome === 'role-unusable') return showForm(page, 422, account, role, 'role-unusable')
    await showResult(page, account, result, (user) => given({ user, role: isolate(role) }), path)
  })
}

async function showForm(
  page: UsersRequest,
  status: number,
  account: Account,
  typed: string,
  fault?: UserRolesProps['fault'],
): Promise<void> {
  const known = (await rolesInUse(directoryOf(page))).filter((role) => !rolesOf(account).includes(role))
  await show(page, status, UserRoles, {
    user: headOf(account),
    form: { action: page.href(userPath(account.sub, 'roles')), hidden: page.hidden },
    known,
    typed,
    fault,
  })
}
