import { limitsOf, type NewPasswordIssue, newPasswordIssue } from '../../../policies/new-password.ts'
import { type InTurn, inQueue } from '../../domain/accounts/factors/hashing-queue.ts'
import type { PasswordOutcome, Users } from '../../domain/accounts/user-directory.ts'
import { accountView } from '../../web/pages/account-view.ts'
import { hungUp } from '../../web/request/hung-up.ts'
import { note } from '../../web/request/request-context.ts'
import { type CompletingServices, completeSignIn } from './complete.ts'
import { NewPassword } from './new-password-view.tsx'
import { oneUse } from './once.ts'
import type { Form, InteractionServices, OpenInteraction, Outcome } from './open-interaction.ts'
import { type PendingAt, removePending } from './pending.ts'
import { notOffered, type PageServices, pendingAt, rendered, showPage, stageProps } from './stage-page.ts'

type Services = PageServices & Pick<InteractionServices, 'users'>

export function showNewPassword(services: Services, open: OpenInteraction, issue?: NewPasswordIssue): Promise<void> {
  const { user, username, oneTimeStamp, weakness } = pendingAt('new-password', open)
  const stage = stageProps(services, open, 'new-password', oneUse())
  const props = {
    ...stage,
    account: accountView(user),
    // A one-time password is random, so only a password that the user keeps is weak.
    weakness: oneTimeStamp === undefined ? weakness : undefined,
    username,
    ...limitsOf(services.users.passwordFacts(user)),
    issue,
  }
  return showPage(services, open, NewPassword, props, { status: issue === undefined ? 200 : 422 })
}

/** Validates and stores the new password, then completes the sign-in. */
export async function takeNewPassword(
  services: Services & CompletingServices & Pick<InteractionServices, 'limits' | 'audit'>,
  open: OpenInteraction,
  form: Form,
): Promise<Outcome> {
  const password = form.get('new_password')
  if (password === undefined) throw notOffered()
  const pending = pendingAt('new-password', open)
  const {
    user,
    sub,
    username: _typed,
    oneTimeStamp: _stamp,
    weakness: _weakness,
    passwordStamp: entered,
    ...begun
  } = pending
  const chosen = { password, repeat: form.get('repeat') ?? password }
  const outcome =
    newPasswordIssue(chosen, services.users.passwordFacts(user)) ??
    (await replace(services.users, pending, password, inQueue(services.limits.hashing, { sub }, hungUp(open.context))))
  // The password was replaced in another tab or by an administrator.
  if (outcome === 'outdated') {
    await removePending(services, open.state)
    return 'stale'
  }
  if (outcome !== 'replaced' && outcome !== 'refused')
    return rendered(showNewPassword(services, open, outcome === 'same-password' ? 'is_old' : outcome))
  note(open.context.trace, 'sign-in', outcome === 'refused' ? 'the password stays' : 'a new password was chosen')
  const passwordStamp = entered === undefined ? undefined : await services.users.passwordStampOf(sub)
  // Do not email the user about a new browser on a first sign-in or after an administrator required a new password.
  if (pending.oneTimeStamp !== undefined)
    return completeSignIn(services, open, { user, ...begun, passwordStamp }, 'none')
  const { address, requestId } = open.context
  if (outcome === 'replaced')
    services.audit.note({ event: 'account.password-changed', result: 'ok', user: sub, address, requestId })
  return completeSignIn(services, open, { user, ...begun, passwordStamp })
}

/** `refused`: the directory does not change this user's password, so the sign-in goes on with the current one. */
async function replace(
  { oneTimePasswords, setPassword }: Pick<Users, 'oneTimePasswords' | 'setPassword'>,
  { sub, oneTimeStamp, passwordStamp = '' }: PendingAt<'new-password'>,
  password: string,
  hash: InTurn,
): Promise<PasswordOutcome | 'refused'> {
  if (oneTimeStamp !== undefined)
    return (await oneTimePasswords?.replace({ sub, stamp: oneTimeStamp, password }, hash)) ?? 'outdated'
  const outcome = await setPassword?.({ sub, stamp: passwordStamp, password }, hash)
  return outcome === 'changed' ? 'replaced' : (outcome ?? 'refused')
}
