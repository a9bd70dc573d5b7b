import type { Account } from '../../../domain/accounts/account-record.ts'
import type { AccountOperations } from '../../../domain/management/account-operations.ts'
import type { AccountResult } from '../../../domain/management/account-result.ts'
import { oneTimeFields } from '../../../web/pages/one-time-form.ts'
import type { Messages } from '../../../web/ui/texts/catalogue.ts'
import { takePageForm, viewOf } from '../../first-party/page.ts'
import { userPath } from '../shell/addresses.ts'
import { assertMayChange, show } from '../shell/show.ts'
import { reachOf } from './at-stake.ts'
import { UserAgain, UserOnce } from './one-time-password-view.tsx'
import { UserQuestion } from './operation-view.tsx'
import type { UsersRequest } from './services.ts'
import { headOf, operationsOf, showResult, withChangeableUser, withOwnUser, withUser } from './subject.ts'
import type { UserOperation } from './user-props.tsx'

/** GET of an operation: what it does. */
export function askFirst(act: UserOperation): (page: UsersRequest) => Promise<void> {
  return (page) => {
    const ask = async (account: Account): Promise<void> => {
      assertMayChange(page)
      await show(page, 200, UserQuestion, {
        user: headOf(account),
        reach: await reachOf(page, account.sub),
        act,
        mayKeepPassword: account.passwordHash !== undefined && account.mustChangePassword !== true,
        form: {
          action: page.href(userPath(account.sub, act)),
          hidden: act === 'reset' ? oneTimeFields(page) : page.hidden,
        },
      })
    }
    // Sessions end wherever the account is changed.
    if (act === 'sign-out') return withUser(page, ask)
    return act === 'reset'
      ? withOwnUser(page, ask)
      : withChangeableUser(page, ask, act === 'suspend' ? 'standing' : 'details')
  }
}

/** POST of an operation that says no more than that it is done. */
const performing =
  (
    perform: (operations: AccountOperations, sub: string) => Promise<AccountResult>,
    done: (texts: Messages['users']) => (names: { user: string }) => string,
  ): ((page: UsersRequest) => Promise<void>) =>
  (page) =>
    withUser(page, async (account) => {
      const result = await perform(operationsOf(page), account.sub)
      await showResult(page, account, result, (user) => done(viewOf(page).t.users)({ user }))
    })

/** POST /users/:sub/suspend: ends all that the user holds; every client is notified. */
export const suspendUser = performing(
  (operations, sub) => operations.suspend(sub),
  ({ acts }) => acts.suspend.done,
)

/** POST /users/:sub/reactivate */
export const reactivateUser = performing(
  (operations, sub) => operations.reactivate(sub),
  ({ acts }) => acts.reactivated,
)

/** POST /users/:sub/invite: the letter of an invitation once more. */
export const inviteAgain = performing(
  (operations, sub) => operations.inviteAgain(sub),
  ({ user }) => user.invitedAgain,
)

/** POST /users/:sub/sign-out */
export const signOutUser = performing(
  (operations, sub) => operations.signOutEverywhere(sub),
  ({ acts }) => acts['sign-out'].done,
)

/** POST /users/:sub/end-pause */
export const endPause = performing(
  (operations, sub) => operations.endPause(sub),
  ({ acts }) => acts.pauseEnded,
)

/** POST /users/:sub/require-password */
export const requirePassword = performing(
  (operations, sub) => operations.requireNewPassword(sub),
  ({ acts }) => acts['require-password'].done,
)

/** POST /users/:sub/reset: the new one-time password is in this answer, once; or the user chooses another by themselves. */
export function resetPassword(page: UsersRequest): Promise<void> {
  return withUser(page, async (account) => {
    if (page.form.get('how') === 'next') return requirePassword(page)
    const use = await takePageForm(page, account.sub)
    if (use.use === 'again') return show(page, 409, UserAgain, { act: 'reset', href: page.href(userPath(account.sub)) })
    const result = await operationsOf(page).resetPassword(account.sub)
    if (result.outcome === 'done' && result.oneTimePassword !== undefined)
      return show(page, 200, UserOnce, {
        user: headOf(result.account),
        act: 'reset',
        oneTimePassword: result.oneTimePassword,
        signInAddress: page.services.accountHref,
      })
    await use.release()
    await showResult(page, account, result, () => '')
  })
}
