import type { Account } from '../../../domain/accounts/account-record.ts'
import type { ManagedUser, UserResult } from '../../../domain/management/account-result.ts'
import type { UserCapabilities } from '../../../domain/management/managed-users.ts'
import { oneTimeFields } from '../../../web/pages/one-time-form.ts'
import type { Messages } from '../../../web/ui/texts/catalogue.ts'
import { formAt, redirectWithFlash, takePageForm, viewOf } from '../../first-party/page.ts'
import { userPath } from '../shell/names.ts'
import { show } from '../shell/show.ts'
import { UserAgain } from './one-time-password-view.tsx'
import { UserQuestion, UserRemove } from './operation-view.tsx'
import type { UsersRequest } from './services.ts'
import {
  accountHead,
  assertMayHelp,
  headOf,
  type OfAccount,
  ofChangeableUser,
  ofUser,
  operationsOf,
  reachOf,
  showOnce,
  showResult,
  userOperationsOf,
} from './subject.ts'
import { type UserOperation, userName } from './user-props.tsx'

/** Handles the GET request for an operation by showing its confirmation page. */
export function askFirst(act: UserOperation): (page: UsersRequest) => Promise<void> {
  const ask = async (page: UsersRequest, subject: ManagedUser): Promise<void> => {
    assertMayHelp(page, subject)
    const { user, account } = subject
    await show(page, 200, UserQuestion, {
      user: headOf(subject),
      reach: await reachOf(page, user.sub),
      act,
      mayKeepPassword: account?.passwordHash !== undefined && account.mustChangePassword !== true,
      form: formAt(page, userPath(user.sub, act), act === 'reset' ? oneTimeFields(page) : {}),
    })
  }
  // All users can be signed out, including read-only ones.
  if (act === 'sign-out') return ofUser(undefined, ask)
  if (act === 'suspend') return ofChangeableUser('suspend', 'standing', ask)
  return ofChangeableUser('accounts', act === 'reset' || act === 'reset-email' ? 'own' : 'details', ask)
}

/** The required directory capability, the operation, and the success message. */
type Act = readonly [
  needs: keyof UserCapabilities | undefined,
  work: (page: UsersRequest, sub: string) => Promise<UserResult>,
  done: (texts: Messages['users']) => (names: { user: string }) => string,
]

/** Operations that only need a success message, by their path relative to the user's page. */
const ACTS = {
  // Suspending a user ends all of the user's sessions and grants, and notifies every client.
  suspend: ['suspend', (page, sub) => userOperationsOf(page).suspend(sub), ({ acts }) => acts.suspend.done],
  reactivate: ['suspend', (page, sub) => userOperationsOf(page).reactivate(sub), ({ acts }) => acts.reactivated],
  // Sends the invitation email again.
  invite: ['accounts', (page, sub) => operationsOf(page).inviteAgain(sub), ({ user }) => user.invitedAgain],
  'sign-out': [
    undefined,
    (page, sub) => userOperationsOf(page).signOutEverywhere(sub),
    ({ acts }) => acts['sign-out'].done,
  ],
  // The current password keeps working until the user chooses a new one.
  'reset-email': [
    'accounts',
    (page, sub) => operationsOf(page).emailReset(sub),
    ({ acts }) => acts['reset-email'].done,
  ],
  unlock: [
    undefined,
    (page, sub) =>
      userOperationsOf(page).unlock(sub, page.mayChange && page.form.has('network') ? 'network' : undefined),
    ({ acts }) => acts.unlocked,
  ],
  'require-password': [
    'accounts',
    (page, sub) => operationsOf(page).requireNewPassword(sub),
    ({ acts }) => acts['require-password'].done,
  ],
} satisfies Record<string, Act>

export function perform(act: keyof typeof ACTS): (page: UsersRequest) => Promise<void> {
  const [needs, work, done]: Act = ACTS[act]
  return ofUser(needs, async (page, subject) => {
    const result = await work(page, subject.user.sub)
    await showResult(page, headOf(subject), result, (user) => done(viewOf(page).t.users)({ user }))
  })
}

/** POST /users/:sub/reset: only this response contains the one-time password; with `how=next`, there is none. */
export async function resetPassword(page: UsersRequest, subject: OfAccount): Promise<void> {
  const { sub } = subject.user
  if (page.form.get('how') === 'next') return perform('require-password')(page)
  const use = await takePageForm(page, sub)
  if (use.use === 'again') return show(page, 409, UserAgain, { act: 'reset', href: page.href(userPath(sub)) })
  const result = await operationsOf(page).resetPassword(sub)
  if (result.outcome === 'done' && result.oneTimePassword !== undefined)
    return showOnce(page, 'reset', result.account, result.oneTimePassword)
  await use.release()
  await showResult(page, headOf(subject), result, () => '')
}

/** GET /users/:sub/remove: the deletion is irreversible, so the administrator must type the name. */
export function removeForm(page: UsersRequest, { account }: OfAccount): Promise<void> {
  return showRemoval(page, 200, account)
}

export async function removeUser(page: UsersRequest, { account }: OfAccount): Promise<void> {
  const result = await operationsOf(page).remove(account.sub, (page.form.get('confirm') ?? '').trim())
  if (result.outcome === 'not-confirmed') return showRemoval(page, 422, account, true)
  const user = userName(accountHead(page, account))
  if (result.outcome === 'done')
    return redirectWithFlash(page, '/users', 'ok', viewOf(page).t.users.remove.done({ user }))
  await showResult(page, accountHead(page, account), result, () => '')
}

async function showRemoval(page: UsersRequest, status: number, account: Account, wrong = false): Promise<void> {
  const form = formAt(page, userPath(account.sub, 'remove'))
  const reach = await reachOf(page, account.sub)
  await show(page, status, UserRemove, { user: accountHead(page, account), reach, form, wrong })
}
