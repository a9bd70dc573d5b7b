import { authenticationOf } from '../../../policies/authentication-context.ts'
import { asksSecondStep } from '../../domain/accounts/factors/second-factors.ts'
import type { User } from '../../domain/accounts/user-directory.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import { redirect } from '../../web/http/responses.ts'
import { accountView } from '../../web/pages/account-view.ts'
import { issueStatus } from '../../web/pages/pages.ts'
import { type SecondFactorServices, secondFactorWays, verifySecondFactor } from '../../web/pages/second-factor.ts'
import { note } from '../../web/request/request-context.ts'
import type { SecondStepIssue } from '../../web/ui/components/second-factor.tsx'
import { type CompletingServices, continueSignIn, strengthened } from './complete.ts'
import { oneUse } from './once.ts'
import type { Form, InteractionServices, OpenInteraction, Outcome } from './open-interaction.ts'
import { PASSKEY_OPTIONS, passkeyBinding } from './passkey.ts'
import type { KnownPendingSignIn } from './pending.ts'
import { SecondStep } from './second-step-view.tsx'
import { finish, notOffered, type PageServices, rendered, showPage, signedInUser, stageProps } from './stage-page.ts'
import { bindingFor, offersTrust, type TrustServices, trustBrowser } from './trusted-browser.ts'

type StepPageServices = PageServices & Pick<InteractionServices, 'users' | 'passkeys' | 'trusted' | 'secondFactor'>
type Services = StepPageServices & CompletingServices & SecondFactorServices & TrustServices

/** The user in the second step, who has entered a password or is signed in to a session without a second step. */
export function secondStepOf(open: OpenInteraction): { readonly user: User; readonly password?: KnownPendingSignIn } {
  const { pending } = open
  return pending === undefined ? { user: signedInUser(open) } : { user: pending.user, password: pending }
}

/** Shows the requested method, or the user's best one. */
export async function showSecondStep(
  services: StepPageServices,
  open: OpenInteraction,
  { issue, trust = false }: { readonly issue?: SecondStepIssue; readonly trust?: boolean } = {},
): Promise<void> {
  const { context, action } = open
  const { user, password } = secondStepOf(open)
  const { factors, ways, codesLeft } = await secondFactorWays(services, user.sub)
  // The user's last factor was removed in the meantime, so start over without a second step.
  if (!asksSecondStep(factors)) return redirect(context, withParameters(action, { as: 'other' }))
  const asked = issue?.way ?? new URLSearchParams(context.query).get('way')
  const way = ways.find((one) => one === asked) ?? ways[0] ?? 'recovery-code'
  const others = ways.filter((one) => one !== way)
  const props = {
    ...stageProps(services, open, 'second-step', oneUse()),
    account: accountView(user),
    begun: password === undefined ? ('signed-in' as const) : ('password' as const),
    way,
    others: others.map((other) => ({ way: other, href: withParameters(action, { way: other }) })),
    otherHref: withParameters(action, { as: 'other' }),
    codesLeft,
    optionsHref: withParameters(action, PASSKEY_OPTIONS),
    trust: password !== undefined && (await offersTrust(services, open, password)) ? { checked: trust } : undefined,
    issue,
  }
  return showPage(services, open, SecondStep, props, issueStatus(issue))
}

/** Verifies a code, a recovery code, or a passkey. If verification fails, the page is shown again with an error. */
export async function takeSecondStep(services: Services, open: OpenInteraction, form: Form): Promise<Outcome> {
  if (!form.has('code') && !form.has('recovery_code') && (form.get('passkey') ?? '') === '') throw notOffered()
  const { context } = open
  context.method = 'second_step'
  const { user, password } = secondStepOf(open)
  context.subject = user.sub
  const trust = form.get('trust') === 'on'
  const binding = password === undefined || !trust ? undefined : await bindingFor(services, password)
  const result = await verifySecondFactor(services, passkeyBinding(open), user.sub, form)
  if ('issue' in result) {
    const { issue } = result
    if (issue.kind !== 'missing') {
      note(context.trace, 'sign-in', `second step ${issue.kind === 'throttled' ? 'throttled' : 'refused'}`)
      context.event = issue.kind === 'throttled' ? 'sign-in.throttled' : 'sign-in.failed'
      context.failure = issue.kind === 'throttled' ? 'throttled' : 'second_step'
    }
    return rendered(showSecondStep(services, open, { issue, trust }))
  }
  const { method } = result
  note(context.trace, 'sign-in', `second step by ${method}`)
  if (method === 'recovery-code') {
    const { address, requestId } = context
    services.audit.note({ event: 'account.recovery-code-used', result: 'ok', user: user.sub, address, requestId })
  }
  if (password === undefined)
    return finish(services, open, strengthened(open, authenticationOf(method, open.state.session.amr)))
  if (binding !== undefined) await trustBrowser(services, open, user.sub, binding)
  const { sub: _sub, stage: _stage, ...begun } = password
  // Do not count a password for users who signed in at an external provider.
  const earlier = password.endsAt === undefined ? authenticationOf('password').amr : []
  const authentication = authenticationOf(method, earlier)
  return continueSignIn(services, open, { ...begun, user, authentication })
}
