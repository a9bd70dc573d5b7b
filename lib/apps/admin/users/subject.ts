import { deny } from '../../../../policies/verdict.ts'
import type { Account } from '../../../domain/accounts/account-record.ts'
import { rolesOf } from '../../../domain/accounts/account-search.ts'
import type { EmbeddedDirectory } from '../../../domain/accounts/embedded-directory.ts'
import { type ChangeOf, isChangedHere } from '../../../domain/management/account-changes.ts'
import type { AccountOperations } from '../../../domain/management/account-operations.ts'
import type { AccountResult } from '../../../domain/management/account-result.ts'
import { ProtocolError } from '../../../web/request/protocol-error.ts'
import { redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { userPath } from '../shell/addresses.ts'
import { actorOf, assertMayChange, show } from '../shell/show.ts'
import { UserMissing } from './one-time-password-view.tsx'
import type { UsersRequest } from './services.ts'
import { type UserHead, userName } from './user-props.tsx'

/** Users are managed here only where the service keeps them. @throws ProtocolError not_found 404 */
export function directoryOf({ services }: UsersRequest): EmbeddedDirectory {
  if (services.embedded === undefined) throw new ProtocolError(deny('not_found', 'not_found'))
  return services.embedded
}

/** What this administrator does to accounts, in the audit trail under their name. */
export const operationsOf = (page: UsersRequest): AccountOperations =>
  page.services.accountOperations(directoryOf(page), actorOf(page))

/** Pages about one user: the account that the address names, or a page that says there is none. */
export async function withUser(page: UsersRequest, work: (account: Account) => Promise<void>): Promise<void> {
  const sub = page.parameters.sub ?? ''
  const account = await directoryOf(page).account(sub)
  return account === undefined ? show(page, 404, UserMissing, { id: sub }) : work(account)
}

/** Forms that change an account: for those who may, and only where it is not changed elsewhere. */
export function withChangeableUser(
  page: UsersRequest,
  work: (account: Account) => Promise<void>,
  of: ChangeOf = 'details',
): Promise<void> {
  return withUser(page, async (account) => {
    assertMayChange(page)
    if (isChangedHere(account, of)) return work(account)
    const text = viewOf(page).t.users.acts.refused['read-only']
    await redirectWithFlash(page, userPath(account.sub), { tone: 'danger', text })
  })
}

/** The same for what a connector says of its users: that is changed there. */
export function withOwnUser(page: UsersRequest, work: (account: Account) => Promise<void>): Promise<void> {
  return withChangeableUser(page, (account) =>
    account.origin === undefined ? work(account) : showResult(page, account, { outcome: 'upstream-owned' }, () => ''),
  )
}

export function headOf(account: Account): UserHead {
  const { sub, username, status, source, origin, person } = account
  return { sub, username, name: person.name, email: person.email, status, source, origin, roles: rolesOf(account) }
}

/** What came of an operation, on the page of the user. @param done what is said when it worked */
export async function showResult(
  page: UsersRequest,
  account: Account,
  result: AccountResult,
  done: (user: string) => string,
  path = userPath(account.sub),
): Promise<void> {
  const { refused } = viewOf(page).t.users.acts
  const { empty, lastWayIn } = viewOf(page).t.factors.users
  switch (result.outcome) {
    case 'done':
      return redirectWithFlash(page, path, { tone: 'ok', text: done(userName(headOf(result.account))) })
    case 'unchanged':
      return redirectWithFlash(page, path, { tone: 'info', text: refused.unchanged })
    case 'missing':
      return show(page, 404, UserMissing, { id: account.sub })
    case 'factor-missing':
      return redirectWithFlash(page, path, { tone: 'info', text: empty })
    case 'last-way-in':
      return redirectWithFlash(page, path, { tone: 'danger', text: lastWayIn })
    case 'read-only':
    case 'last-administrator':
    case 'busy':
    case 'role-unusable':
    case 'conflict':
    case 'email-missing':
    case 'no-letters':
    case 'upstream-owned':
    case 'identity-missing':
      return redirectWithFlash(page, path, { tone: 'danger', text: refused[result.outcome] })
    default:
      throw new Error(`an operation on an account cannot end in ${result.outcome}`)
  }
}
