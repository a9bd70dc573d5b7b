import { deny } from '../../../../policies/verdict.ts'
import type { Account } from '../../../domain/accounts/account-record.ts'
import { displayUsername } from '../../../domain/accounts/display-name.ts'
import type { EmbeddedDirectory } from '../../../domain/accounts/embedded-directory.ts'
import { type ChangeOf, isChangedHere } from '../../../domain/management/account-changes.ts'
import type { AccountOperations } from '../../../domain/management/account-operations.ts'
import type { UserResult } from '../../../domain/management/account-result.ts'
import { type ManagedUser, managedAccount } from '../../../domain/management/account-result.ts'
import type { ManagedUsers, UserCapabilities } from '../../../domain/management/managed-users.ts'
import type { UserOperations } from '../../../domain/management/user-operations.ts'
import { ProtocolError } from '../../../web/request/request-context.ts'
import { redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { userPath } from '../shell/addresses.ts'
import { actorOf, assertMayChange, show } from '../shell/show.ts'
import { UserMissing } from './one-time-password-view.tsx'
import type { UsersRequest } from './services.ts'
import { type UserHead, userName } from './user-props.tsx'

function notFound(): never {
  throw new ProtocolError(deny('not_found', 'not_found'))
}

/** @throws ProtocolError not_found 404 where no users can be seen */
export const usersOf = ({ services }: UsersRequest): ManagedUsers => services.managedUsers ?? notFound()

/** @throws ProtocolError not_found 404 in a directory of the host, which has no accounts */
export const directoryOf = ({ services }: UsersRequest): EmbeddedDirectory => services.embedded ?? notFound()

/** What this administrator does to users, in the audit trail under their name. */
export const userOperationsOf = (page: UsersRequest): UserOperations => usersOf(page).operations(actorOf(page))

/** The same for what only accounts have. */
export const operationsOf = (page: UsersRequest): AccountOperations =>
  page.services.accountOperations(directoryOf(page), actorOf(page))

type Needs = keyof UserCapabilities | undefined
/** A directory with the capability `accounts` has one for each of its users. */
type Subject<N extends Needs> = ManagedUser<N extends 'accounts' ? Account : Account | undefined>

/**
 * Pages about one user: the one whom the address names, or a page that says there is none.
 * @throws ProtocolError not_found 404 where the directory lacks the capability that the page needs
 */
export async function withUser<N extends Needs>(
  page: UsersRequest,
  needs: N,
  work: (subject: Subject<N>) => Promise<void>,
): Promise<void> {
  const { capabilities, read } = usersOf(page)
  if (needs !== undefined && !capabilities[needs]) notFound()
  const sub = page.parameters.sub ?? ''
  const subject = await read(sub)
  return subject === undefined ? show(page, 404, UserMissing, { id: sub }) : work(subject as Subject<N>)
}

/**
 * Forms that change a user: for those who may, and only where it is not changed elsewhere.
 * @param of `own`: details that neither a directory service nor a connector reports
 */
export function withChangeableUser<N extends Needs>(
  page: UsersRequest,
  needs: N,
  of: ChangeOf | 'own',
  work: (subject: Subject<N>) => Promise<void>,
): Promise<void> {
  return withUser(page, needs, async (subject) => {
    assertMayChange(page)
    const { account }: ManagedUser = subject
    if (account !== undefined && !isChangedHere(account, of === 'own' ? 'details' : of))
      return showResult(page, headOf(subject), { outcome: 'read-only' }, () => '')
    if (of === 'own' && account?.origin !== undefined)
      return showResult(page, headOf(subject), { outcome: 'upstream-owned' }, () => '')
    await work(subject)
  })
}

export const headOf = ({ user, account }: ManagedUser): UserHead => ({
  sub: user.sub,
  username: account?.username ?? displayUsername(user),
  name: user.name,
  email: user.email,
  status: user.active === false ? 'suspended' : 'active',
  source: account?.source ?? 'directory',
  origin: account?.origin,
  roles: user.roles ?? [],
})

export const accountHead = (account: Account): UserHead => headOf(managedAccount(account))

/** What came of an operation, on the page of the user. @param done what is said when it worked */
export async function showResult(
  page: UsersRequest,
  user: UserHead,
  result: UserResult,
  done: (user: string) => string,
  path = userPath(user.sub),
): Promise<void> {
  const { users, hostUsers, factors } = viewOf(page).t
  const { refused } = users.acts
  const danger = (text: string): Promise<void> => redirectWithFlash(page, path, { tone: 'danger', text })
  switch (result.outcome) {
    case 'done': {
      const name = userName(result.account === undefined ? user : accountHead(result.account))
      return redirectWithFlash(page, path, { tone: 'ok', text: done(name) })
    }
    case 'unchanged':
      return redirectWithFlash(page, path, { tone: 'info', text: refused.unchanged })
    case 'missing':
      return show(page, 404, UserMissing, { id: user.sub })
    case 'factor-missing':
      return redirectWithFlash(page, path, { tone: 'info', text: factors.users.empty })
    case 'last-way-in':
      return danger(factors.users.lastWayIn)
    case 'refused':
    case 'yourself':
      return danger(hostUsers[result.outcome])
    case 'read-only':
    case 'last-administrator':
    case 'busy':
    case 'role-unusable':
    case 'conflict':
    case 'email-missing':
    case 'no-letters':
    case 'upstream-owned':
    case 'identity-missing':
      return danger(refused[result.outcome])
    default:
      throw new Error(`an operation on an account cannot end in ${result.outcome}`)
  }
}
