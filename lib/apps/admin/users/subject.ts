import { mayHelp } from '../../../../policies/panel-access.ts'
import { deny } from '../../../../policies/verdict.ts'
import type { Account } from '../../../domain/accounts/account-record.ts'
import { displayUsername } from '../../../domain/accounts/display-name.ts'
import type { EmbeddedDirectory } from '../../../domain/accounts/embedded-directory.ts'
import { type ChangeOf, isChangedHere } from '../../../domain/management/account-changes.ts'
import type { AccountOperations } from '../../../domain/management/account-operations.ts'
import { type ManagedUser, managedAccount, type UserResult } from '../../../domain/management/account-result.ts'
import type { ManagedUsers, UserCapabilities } from '../../../domain/management/managed-users.ts'
import type { UserOperations } from '../../../domain/management/user-operations.ts'
import { sessionsOf } from '../../../domain/sessions/session-registry.ts'
import { notFound, ProtocolError, required } from '../../../web/request/request-context.ts'
import { redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { clientsIn, subjectIn, userPath } from '../shell/names.ts'
import { actorOf, show } from '../shell/show.ts'
import { UserMissing, UserOnce, type UserOnceProps } from './one-time-password-view.tsx'
import type { ImpactProps } from './operation-view.tsx'
import type { UsersRequest } from './services.ts'
import { type UserHead, userName } from './user-props.tsx'

/** @throws ProtocolError not_found 404 if the panel cannot show users */
export const usersOf = ({ services }: UsersRequest): ManagedUsers => required(services.managedUsers)

/** @throws ProtocolError not_found 404 if a host's directory is used, because it has no accounts */
export const directoryOf = ({ services }: UsersRequest): EmbeddedDirectory => required(services.embedded)

/** This administrator's operations on users, audited with the administrator as actor. */
export const userOperationsOf = (page: UsersRequest): UserOperations => usersOf(page).operations(actorOf(page))

/** This administrator's operations that require an account, audited with the administrator as actor. */
export const operationsOf = (page: UsersRequest): AccountOperations =>
  page.services.operations.accountOperations(directoryOf(page), actorOf(page))

type Needs = keyof UserCapabilities | undefined
/** In a directory with the `accounts` capability, every user has an account. */
export type OfAccount = ManagedUser<Account>
type Subject<N extends Needs> = N extends 'accounts' ? OfAccount : ManagedUser
type Answer<N extends Needs> = (page: UsersRequest, subject: Subject<N>) => Promise<void>

/**
 * Wraps pages about one user: finds the user named in the path, or shows a not-found page.
 * @throws ProtocolError not_found 404 if the directory lacks the capability that the page needs
 */
export const ofUser =
  <N extends Needs>(needs: N, answer: Answer<N>) =>
  async (page: UsersRequest): Promise<void> => {
    const { capabilities, read } = usersOf(page)
    if (needs !== undefined && !capabilities[needs]) throw notFound()
    const sub = subjectIn(page.parameters.sub ?? '')
    const subject = await read(sub)
    if (subject !== undefined && page.context.req.method === 'POST') assertMayHelp(page, subject)
    return subject === undefined ? show(page, 404, UserMissing, { id: sub }) : answer(page, subject as Subject<N>)
  }

/**
 * Wraps forms that change a user, which Portico must manage.
 * @param of what the form changes; `own`: details that come from neither a directory service nor a connector
 */
export const ofChangeableUser = <N extends Needs>(needs: N, of: ChangeOf | 'own', answer: Answer<N>) =>
  ofUser(needs, async (page, subject) => {
    assertMayHelp(page, subject)
    const { account }: ManagedUser = subject
    if (account !== undefined && !isChangedHere(account, of === 'own' ? 'details' : of))
      return showResult(page, headOf(subject), { outcome: 'read-only' }, () => '')
    if (of === 'own' && account?.origin !== undefined)
      return showResult(page, headOf(subject), { outcome: 'upstream-owned' }, () => '')
    await answer(page, subject)
  })

export const mayHelpUser = ({ user: { roles = [] } }: UsersRequest, { user }: ManagedUser): boolean =>
  mayHelp(roles, user.roles ?? [])

/** @throws ProtocolError access_denied 403 for viewers, and for helpers if the user has a panel role */
export function assertMayHelp(page: UsersRequest, subject: ManagedUser): void {
  if (!mayHelpUser(page, subject)) throw new ProtocolError(deny('access_denied', 'access_rule', 'not for this user'))
}

export const headOf = ({ user, account, hasEnded }: ManagedUser): UserHead => ({
  sub: user.sub,
  username: account?.username ?? displayUsername(user),
  name: user.name,
  email: user.email,
  // Only an end date makes an account unusable whose status is active.
  status:
    hasEnded || (user.active === false && account?.status === 'active')
      ? 'ended'
      : user.active === false
        ? 'suspended'
        : 'active',
  until: user.until,
  roleEnds: account?.roleEnds,
  source: account?.source ?? 'directory',
  origin: account?.origin,
  roles: user.roles ?? [],
})

export const accountHead = (page: UsersRequest, account: Account): UserHead =>
  headOf(managedAccount(account, viewOf(page).now.getTime()))

const INFORMS: ReadonlySet<UserResult['outcome']> = new Set(['unchanged', 'factor-missing', 'not-paused'])

/** Shows an operation's outcome on the user's page. @param done returns the success message */
export async function showResult(
  page: UsersRequest,
  user: UserHead,
  result: UserResult,
  done: (user: string) => string,
  path = userPath(user.sub),
): Promise<void> {
  const { users, hostUsers, factors } = viewOf(page).t
  const { outcome } = result
  if (outcome === 'missing') return show(page, 404, UserMissing, { id: user.sub })
  if (outcome === 'done') {
    const name = userName(result.account === undefined ? user : accountHead(page, result.account))
    return redirectWithFlash(page, path, 'ok', done(name))
  }
  const texts: Readonly<Partial<Record<UserResult['outcome'], string>>> = {
    ...users.acts.refused,
    refused: hostUsers.refused,
    yourself: hostUsers.yourself,
    'factor-missing': factors.users.empty,
    'last-way-in': factors.users.lastWayIn,
  }
  const text = texts[outcome]
  if (text === undefined) throw new Error(`an operation on an account cannot end in ${outcome}`)
  const tone = INFORMS.has(outcome) ? 'info' : 'danger'
  return redirectWithFlash(page, path, tone, text)
}

/** Sends the only response that contains a one-time password. */
export const showOnce = (
  page: UsersRequest,
  act: UserOnceProps['act'],
  account: Account,
  oneTimePassword: string,
): Promise<void> =>
  show(page, 200, UserOnce, {
    user: accountHead(page, account),
    act,
    oneTimePassword,
    signInAddress: page.services.site.accountHref,
  })

/** The user's current sessions and apps. The panel and the portal do not count as apps. */
export async function reachOf(page: UsersRequest, sub: string): Promise<ImpactProps['reach']> {
  const sessions = await sessionsOf(page.services.storage, sub)
  const apps = (await clientsIn(page, sessions)).filter(({ source }) => source !== 'service')
  return { sessions: sessions.length, apps: apps.length }
}
