import { type NewPasswordIssue, newPasswordIssue } from '../../../policies/new-password.ts'
import { inQueue } from '../../domain/accounts/factors/hashing-queue.ts'
import { accountView } from '../../web/pages/account-view.ts'
import { hungUp } from '../../web/request/hung-up.ts'
import { note } from '../../web/request/request-context.ts'
import { type CompletingServices, completeSignIn } from './complete.ts'
import { NewPassword } from './new-password-view.tsx'
import { oneUse } from './once.ts'
import type { Form, InteractionServices, OpenInteraction, Outcome } from './open-interaction.ts'
import { type KnownPendingSignIn, removePending } from './pending.ts'
import { notOffered, type PageServices, pendingAt, rendered, showPage, stageProps } from './stage-page.ts'

const namesOf = ({ username, user }: KnownPendingSignIn): readonly string[] => [
  ...new Set([username, user.preferred_username, user.email].filter((name) => name !== undefined)),
]

export function showNewPassword(
  services: PageServices,
  open: OpenInteraction,
  issue?: NewPasswordIssue,
): Promise<void> {
  const pending = pendingAt('new-password', open)
  const { user, username } = pending
  const stage = stageProps(services, open, 'new-password', oneUse())
  const props = { ...stage, account: accountView(user), username, names: namesOf(pending), issue }
  return showPage(services, open, NewPassword, props, { status: issue === undefined ? 200 : 422 })
}

/** Validates and stores the new password, then completes the sign-in. */
export async function takeNewPassword(
  services: PageServices & CompletingServices & Pick<InteractionServices, 'limits'>,
  open: OpenInteraction,
  form: Form,
): Promise<Outcome> {
  const { oneTimePasswords } = services.users
  const password = form.get('new_password')
  if (password === undefined || oneTimePasswords === undefined) throw notOffered()
  const pending = pendingAt('new-password', open)
  const { user, sub, username: _typed, oneTimeStamp, passwordStamp: entered, ...begun } = pending
  const issue = newPasswordIssue({ password, repeat: form.get('repeat') ?? password, names: namesOf(pending) })
  const outcome =
    issue ??
    (await oneTimePasswords.replace(
      { sub, stamp: oneTimeStamp, password },
      inQueue(services.limits.hashing, { sub }, hungUp(open.context)),
    ))
  // The one-time password is no longer valid, because it was replaced in another tab or by an administrator.
  if (outcome === 'outdated') {
    await removePending(services, open.state)
    return 'stale'
  }
  if (outcome !== 'replaced')
    return rendered(showNewPassword(services, open, outcome === 'same-password' ? 'is_old' : outcome))
  note(open.context.trace, 'sign-in', 'a new password was chosen')
  const passwordStamp = entered === undefined ? undefined : await services.users.passwordStampOf(sub)
  // Do not email the user about a new browser on a first sign-in or after an administrator required a new password.
  return completeSignIn(services, open, { user, ...begun, passwordStamp }, 'none')
}
