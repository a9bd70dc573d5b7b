/** What administrators do to users of the host's directory, where it lets them. */

import { parameterMalformed } from '../../../../policies/parameters.ts'
import { OWN_ROLES } from '../../../../policies/roles.ts'
import { deny } from '../../../../policies/verdict.ts'
import type { User } from '../../../domain/accounts/user.ts'
import type { HostAccountOperations, HostAccountOutcome } from '../../../domain/management/host-account-operations.ts'
import { ProtocolError } from '../../../web/request/protocol-error.ts'
import type { Messages } from '../../../web/ui/texts/catalogue.ts'
import { isolate } from '../../../web/ui/texts/format/rich.ts'
import { redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { userPath } from '../shell/addresses.ts'
import { actorOf, assertMayChange, show } from '../shell/show.ts'
import { reachOf } from './at-stake.ts'
import { hostHeadOf, hostUsersOf, withHostUser } from './host-subject.ts'
import { UserMissing } from './one-time-password-view.tsx'
import { UserQuestion } from './operation-view.tsx'
import { UserRoles, type UserRolesProps } from './roles-view.tsx'
import type { UsersRequest } from './services.ts'
import { userName } from './user-props.tsx'

const operationsOf = (page: UsersRequest): HostAccountOperations =>
  page.services.hostAccountOperations(hostUsersOf(page), actorOf(page))

/** @throws ProtocolError not_found 404 where the directory does not have the function */
function assertPossible(page: UsersRequest, name: 'suspend' | 'roles'): void {
  if (hostUsersOf(page)[name] === undefined) throw new ProtocolError(deny('not_found', 'not_found'))
}

/** GET /users/:sub/suspend and /sign-out */
export const askHostFirst =
  (act: 'suspend' | 'sign-out') =>
  (page: UsersRequest): Promise<void> =>
    withHostUser(page, async (user) => {
      assertMayChange(page)
      if (act === 'suspend') assertPossible(page, 'suspend')
      await show(page, 200, UserQuestion, {
        user: hostHeadOf(user),
        reach: await reachOf(page, user.sub),
        act,
        mayKeepPassword: false,
        form: { action: page.href(userPath(user.sub, act)), hidden: page.hidden },
      })
    })

const performing =
  (
    needs: 'suspend' | undefined,
    perform: (operations: HostAccountOperations, sub: string) => Promise<HostAccountOutcome>,
    done: (texts: Messages['users']['acts']) => (names: { user: string }) => string,
  ): ((page: UsersRequest) => Promise<void>) =>
  (page) =>
    withHostUser(page, async (user) => {
      if (needs !== undefined) assertPossible(page, needs)
      const outcome = await perform(operationsOf(page), user.sub)
      await showOutcome(page, user, outcome, done(viewOf(page).t.users.acts)({ user: userName(hostHeadOf(user)) }))
    })

/** POST /users/:sub/suspend */
export const suspendHostUser = performing(
  'suspend',
  (operations, sub) => operations.suspend(sub),
  ({ suspend }) => suspend.done,
)

/** POST /users/:sub/reactivate */
export const reactivateHostUser = performing(
  'suspend',
  (operations, sub) => operations.reactivate(sub),
  ({ reactivated }) => reactivated,
)

/** POST /users/:sub/sign-out */
export const signOutHostUser = performing(
  undefined,
  (operations, sub) => operations.signOutEverywhere(sub),
  (texts) => texts['sign-out'].done,
)

/** GET /users/:sub/roles */
export function hostRolesForm(page: UsersRequest): Promise<void> {
  return withHostUser(page, async (user) => {
    assertPossible(page, 'roles')
    await showRoles(page, 200, user, '')
  })
}

/** POST /users/:sub/roles: gives one role or takes one away. */
export function changeHostRoles(page: UsersRequest): Promise<void> {
  return withHostUser(page, async (user) => {
    assertPossible(page, 'roles')
    const path = userPath(user.sub, 'roles')
    const { given, taken } = viewOf(page).t.users.roles
    const role = page.form.get('role')?.trim() ?? ''
    const action = page.form.get('action') ?? 'give'
    const names = { user: userName(hostHeadOf(user)), role: isolate(role) }
    if (action === 'take')
      return showOutcome(page, user, await operationsOf(page).takeRole(user.sub, role), taken(names), path)
    if (action !== 'give') throw new ProtocolError(parameterMalformed('action'))
    if (role === '') return showRoles(page, 422, user, role, 'missing')
    const outcome = await operationsOf(page).giveRole(user.sub, role)
    if (outcome === 'role-unusable') return showRoles(page, 422, user, role, 'role-unusable')
    await showOutcome(page, user, outcome, given(names), path)
  })
}

function showRoles(
  page: UsersRequest,
  status: number,
  user: User,
  typed: string,
  fault?: UserRolesProps['fault'],
): Promise<void> {
  return show(page, status, UserRoles, {
    user: hostHeadOf(user),
    form: { action: page.href(userPath(user.sub, 'roles')), hidden: page.hidden },
    known: OWN_ROLES.filter((role) => user.roles?.includes(role) !== true),
    typed,
    fault,
  })
}

async function showOutcome(
  page: UsersRequest,
  { sub }: User,
  outcome: HostAccountOutcome,
  done: string,
  path = userPath(sub),
): Promise<void> {
  const { users, hostUsers } = viewOf(page).t
  if (outcome === 'missing') return show(page, 404, UserMissing, { id: sub })
  const said = {
    done: { tone: 'ok', text: done },
    unchanged: { tone: 'info', text: users.acts.refused.unchanged },
    refused: { tone: 'danger', text: hostUsers.refused },
    yourself: { tone: 'danger', text: hostUsers.yourself },
    'role-unusable': { tone: 'danger', text: hostUsers.roleUnusable },
  } as const
  await redirectWithFlash(page, path, said[outcome])
}
