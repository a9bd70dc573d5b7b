import { authenticationOf } from '../../../policies/authentication-context.ts'
import { asksMailCode, MAIL_CODE_SECONDS } from '../../../policies/mail-code.ts'
import type { User } from '../../domain/accounts/user-directory.ts'
import { checked } from '../../domain/limits/attempts.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import { redirect } from '../../web/http/responses.ts'
import { accountView } from '../../web/pages/account-view.ts'
import { issueStatus } from '../../web/pages/pages.ts'
import { note } from '../../web/request/request-context.ts'
import { type CompletingServices, continueSignIn } from './complete.ts'
import { MailCode, type MailCodeIssue, type MailCodeProps } from './mail-code-view.tsx'
import type { Form, InteractionServices, OpenInteraction, Outcome } from './open-interaction.ts'
import { keepPending, type PendingAt } from './pending.ts'
import { notOffered, type PageServices, pendingAt, rendered, showPage, stageProps } from './stage-page.ts'

export type MailCodeServices = CompletingServices & Pick<InteractionServices, 'limits'>

/** Emails a code and redirects to its page if a code is required after the password. @returns whether it is required */
export async function mailCodeAsked(
  services: PageServices & MailCodeServices,
  open: OpenInteraction,
  user: User,
  begun: Omit<PendingAt<'mail-code'>, 'stage' | 'codeId' | 'sending' | 'user'>,
): Promise<boolean> {
  const { mailCodes } = services.email
  if (mailCodes === undefined) return false
  const asked = asksMailCode({
    address: user.email !== undefined && user.email_verified === true ? 'verified' : 'none',
    recovered: (await services.email.recoveries?.has(user.sub)) === true ? 'just-now' : 'no',
  })
  if (!asked) return false
  const { language: locale } = services.pages.view(open.context, open.state.interaction.params.ui_locales)
  const { id, sending } = await mailCodes.send(user.sub, locale)
  note(open.context.trace, 'sign-in', 'a code by mail is asked for')
  await keepPending(services, open.state, { stage: 'mail-code', ...begun, codeId: id, sending })
  redirect(open.context, open.action)
  return true
}

export function showMailCode(
  services: PageServices,
  open: OpenInteraction,
  { issue, again }: Pick<MailCodeProps, 'issue' | 'again'> = {},
): Promise<void> {
  const { user, sending } = pendingAt('mail-code', open)
  const props = {
    ...stageProps(services, open, 'mail-code'),
    account: accountView(user),
    minutes: MAIL_CODE_SECONDS / 60,
    otherHref: withParameters(open.action, { as: 'other' }),
    again: again ?? (sending === 'too-many' ? sending : undefined),
    issue,
  }
  return showPage(services, open, MailCode, props, issueStatus(issue))
}

/** Accepts a code or a request for another email. After too many wrong codes, the sign-in restarts. */
export async function takeMailCode(
  services: PageServices & MailCodeServices,
  open: OpenInteraction,
  form: Form,
): Promise<Outcome> {
  const { mailCodes } = services.email
  if (mailCodes === undefined) throw notOffered()
  const { sub, user, codeId, sending: _sending, stage: _stage, ...begun } = pendingAt('mail-code', open)
  const { context } = open
  context.subject = sub
  const again = (issue: MailCodeIssue): Promise<Outcome> => rendered(showMailCode(services, open, { issue }))
  if (form.get('action') === 'again') {
    const { language: locale } = services.pages.view(context, open.state.interaction.params.ui_locales)
    const { sending } = await mailCodes.send(sub, locale, codeId)
    return rendered(showMailCode(services, open, { again: sending === 'queued' ? 'sent' : 'too-many' }))
  }
  if (!form.has('mail_code')) throw notOffered()
  context.method = 'second_step'
  const typed = (form.get('mail_code') ?? '').trim()
  if (typed === '') return again({ kind: 'missing' })
  // Attempts are also limited per account, so that a user cannot get more by starting over with a new code (D-A2).
  const attempt = await services.limits.secondStep.begin(sub, 'code')
  const { decision } = attempt
  if (decision.outcome === 'wait') return again({ kind: 'throttled', retryAfterSeconds: decision.retryAfterSeconds })
  const outcome = await checked(attempt, () => mailCodes.accept(codeId, typed))
  await (outcome === 'accepted' ? attempt.succeeded() : attempt.failed())
  if (outcome === 'exhausted') return 'stale'
  if (outcome !== 'accepted') {
    note(context.trace, 'sign-in', `code by mail: ${outcome}`)
    context.event = 'sign-in.failed'
    context.failure = 'second_step'
    return again({ kind: outcome })
  }
  note(context.trace, 'sign-in', 'code by mail')
  return continueSignIn(services, open, { ...begun, user, authentication: authenticationOf('password') })
}
