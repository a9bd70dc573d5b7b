import { deny } from '../../../../policies/verdict.ts'
import type { Account } from '../../../domain/accounts/account-record.ts'
import { rolesOf } from '../../../domain/accounts/account-search.ts'
import type { EmbeddedDirectory } from '../../../domain/accounts/embedded-directory.ts'
import { type AccountOperations, accountOperations } from '../../../domain/management/account-operations.ts'
import type { AccountResult } from '../../../domain/management/account-result.ts'
import { ProtocolError } from '../../../web/request/protocol-error.ts'
import type { PanelRequest } from '../panel.ts'
import { goOn, show, viewOf } from '../shell/show.ts'
import { UserMissing } from './one-time-password-view.tsx'
import { type UserHead, userName } from './user-props.tsx'

/** People are managed here only where the service keeps them. @throws ProtocolError not_found 404 */
export function directoryOf({ services }: PanelRequest): EmbeddedDirectory {
  if (services.embedded === undefined) throw new ProtocolError(deny('not_found', 'not_found'))
  return services.embedded
}

/** Pages about one user: the account that the address names, or a page that says there is none. */
export async function withUser(page: PanelRequest, work: (account: Account) => Promise<void>): Promise<void> {
  const sub = page.parameters.sub ?? ''
  const account = await directoryOf(page).account(sub)
  return account === undefined ? show(page, 404, UserMissing, { id: sub }) : work(account)
}

export function userPath(sub: string, act = ''): string {
  return `/users/${encodeURIComponent(sub)}${act === '' ? '' : `/${act}`}`
}

export function headOf(account: Account): UserHead {
  const { sub, username, status, source, person } = account
  return { sub, username, name: person.name, email: person.email, status, source, roles: rolesOf(account) }
}

/** What this administrator does to accounts, in the audit trail under their name. */
export function actsOf(page: PanelRequest): AccountOperations {
  const { services, user, context } = page
  const { storage, consents, ending, audit, factors } = services
  return accountOperations(
    { directory: directoryOf(page), factors, records: storage.records, consents, ending, audit },
    { name: user.sub, address: context.address, requestId: context.requestId },
  )
}

/** What came of an act, told on the user's page. @param done what is said when it worked */
export async function told(
  page: PanelRequest,
  account: Account,
  result: AccountResult,
  done: (user: string) => string,
  path = userPath(account.sub),
): Promise<void> {
  const { refused } = viewOf(page).t.users.acts
  const { empty, lastWayIn } = viewOf(page).t.factors.users
  switch (result.outcome) {
    case 'done':
      return goOn(page, path, { tone: 'ok', text: done(userName(headOf(result.account))) })
    case 'unchanged':
      return goOn(page, path, { tone: 'info', text: refused.unchanged })
    case 'missing':
      return show(page, 404, UserMissing, { id: account.sub })
    case 'factor-missing':
      return goOn(page, path, { tone: 'info', text: empty })
    case 'last-way-in':
      return goOn(page, path, { tone: 'danger', text: lastWayIn })
    case 'read-only':
    case 'last-administrator':
    case 'busy':
    case 'role-unusable':
    case 'conflict':
      return goOn(page, path, { tone: 'danger', text: refused[result.outcome] })
    default:
      throw new Error(`an act on an account cannot end in ${result.outcome}`)
  }
}
