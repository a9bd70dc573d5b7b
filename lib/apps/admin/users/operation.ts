import type { ManagedUser, UserResult } from '../../../domain/management/account-result.ts'
import type { UserCapabilities } from '../../../domain/management/managed-users.ts'
import { oneTimeFields } from '../../../web/pages/one-time-form.ts'
import type { Messages } from '../../../web/ui/texts/catalogue.ts'
import { takePageForm, viewOf } from '../../first-party/page.ts'
import { userPath } from '../shell/addresses.ts'
import { assertMayChange, show } from '../shell/show.ts'
import { reachOf } from './at-stake.ts'
import { UserAgain, UserOnce } from './one-time-password-view.tsx'
import { UserQuestion } from './operation-view.tsx'
import type { UsersRequest } from './services.ts'
import {
  accountHead,
  headOf,
  operationsOf,
  showResult,
  userOperationsOf,
  withChangeableUser,
  withUser,
} from './subject.ts'
import type { UserOperation } from './user-props.tsx'

/** GET of an operation: what it does. */
export function askFirst(act: UserOperation): (page: UsersRequest) => Promise<void> {
  return (page) => {
    const ask = async (subject: ManagedUser): Promise<void> => {
      assertMayChange(page)
      const { user, account } = subject
      await show(page, 200, UserQuestion, {
        user: headOf(subject),
        reach: await reachOf(page, user.sub),
        act,
        mayKeepPassword: account?.passwordHash !== undefined && account.mustChangePassword !== true,
        form: {
          action: page.href(userPath(user.sub, act)),
          hidden: act === 'reset' ? oneTimeFields(page) : page.hidden,
        },
      })
    }
    // Sessions end wherever the user is changed.
    if (act === 'sign-out') return withUser(page, undefined, ask)
    if (act === 'suspend') return withChangeableUser(page, 'suspend', 'standing', ask)
    return withChangeableUser(page, 'accounts', act === 'reset' ? 'own' : 'details', ask)
  }
}

/** POST of an operation that says no more than that it is done. */
const performing =
  (
    needs: keyof UserCapabilities | undefined,
    perform: (page: UsersRequest, sub: string) => Promise<UserResult>,
    done: (texts: Messages['users']) => (names: { user: string }) => string,
  ): ((page: UsersRequest) => Promise<void>) =>
  (page) =>
    withUser(page, needs, async (subject) => {
      const result = await perform(page, subject.user.sub)
      await showResult(page, headOf(subject), result, (user) => done(viewOf(page).t.users)({ user }))
    })

/** POST /users/:sub/suspend: ends all that the user holds; every client is notified. */
export const suspendUser = performing(
  'suspend',
  (page, sub) => userOperationsOf(page).suspend(sub),
  ({ acts }) => acts.suspend.done,
)

/** POST /users/:sub/reactivate */
export const reactivateUser = performing(
  'suspend',
  (page, sub) => userOperationsOf(page).reactivate(sub),
  ({ acts }) => acts.reactivated,
)

/** POST /users/:sub/invite: the letter of an invitation once more. */
export const inviteAgain = performing(
  'accounts',
  (page, sub) => operationsOf(page).inviteAgain(sub),
  ({ user }) => user.invitedAgain,
)

/** POST /users/:sub/sign-out */
export const signOutUser = performing(
  undefined,
  (page, sub) => userOperationsOf(page).signOutEverywhere(sub),
  ({ acts }) => acts['sign-out'].done,
)

/** POST /users/:sub/end-pause */
export const endPause = performing(
  'accounts',
  (page, sub) => operationsOf(page).endPause(sub),
  ({ acts }) => acts.pauseEnded,
)

/** POST /users/:sub/require-password */
export const requirePassword = performing(
  'accounts',
  (page, sub) => operationsOf(page).requireNewPassword(sub),
  ({ acts }) => acts['require-password'].done,
)

/** POST /users/:sub/reset: the new one-time password is in this answer, once; or the user chooses another by themselves. */
export function resetPassword(page: UsersRequest): Promise<void> {
  return withUser(page, 'accounts', async (subject) => {
    const { sub } = subject.user
    if (page.form.get('how') === 'next') return requirePassword(page)
    const use = await takePageForm(page, sub)
    if (use.use === 'again') return show(page, 409, UserAgain, { act: 'reset', href: page.href(userPath(sub)) })
    const result = await operationsOf(page).resetPassword(sub)
    if (result.outcome === 'done' && result.oneTimePassword !== undefined)
      return show(page, 200, UserOnce, {
        user: accountHead(result.account),
        act: 'reset',
        oneTimePassword: result.oneTimePassword,
        signInAddress: page.services.site.accountHref,
      })
    await use.release()
    await showResult(page, headOf(subject), result, () => '')
  })
}
