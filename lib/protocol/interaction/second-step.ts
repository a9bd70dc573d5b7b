import { authenticationOf, type Proof } from '../../../policies/authentication-context.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import { note } from '../../web/request/trace.ts'
import { strengthenSession } from './complete.ts'
import type { Finish, InteractionServices, OpenInteraction } from './interaction.ts'
import { goOnSigningIn } from './new-password.ts'
import type { StepOutcome } from './once.ts'
import { passkeyBinding } from './passkey.ts'
import { forgetHalf, halfProved } from './pending.ts'
import { showSecondStep } from './second-step-page.ts'
import type { SecondStepFault } from './second-step-view.tsx'
import { bondFor, trustBrowser } from './trusted-browser.ts'

/** POST with a code, a recovery code or a passkey. A wrong one says so; the interaction goes on. */
export async function takeSecondStep(
  services: InteractionServices,
  context: RequestContext,
  open: OpenInteraction,
  form: ReadonlyMap<string, string>,
  finish: Finish,
): Promise<StepOutcome> {
  const half = await halfProved(services, open)
  if (half === undefined) return 'void'
  const { user } = half
  context.subject = user.sub
  const trust = form.get('trust') === 'on'
  const bond = half.password === undefined || !trust ? undefined : await bondFor(services, half.password)
  const outcome = await prove(services, open, user.sub, form)
  if ('fault' in outcome) {
    const { fault } = outcome
    if (fault.kind !== 'missing') {
      note(context.trace, 'sign-in', `second step ${fault.kind === 'throttled' ? 'throttled' : 'refused'}`)
      context.event = fault.kind === 'throttled' ? 'sign-in.throttled' : 'sign-in.failed'
    }
    await showSecondStep(services, context, open, half, { fault, trust })
    return 'shown'
  }
  const { proof } = outcome
  note(context.trace, 'sign-in', `second step by ${proof}`)
  if (proof === 'recovery-code') {
    const { address, requestId } = context
    services.audit.note({ event: 'account.recovery-code-used', result: 'ok', user: user.sub, address, requestId })
  }
  const authentication = authenticationOf(proof, half.earlier)
  if (half.password === undefined) {
    context.event = 'sign-in.strengthened'
    await strengthenSession(open, authentication, finish)
    return 'led'
  }
  await forgetHalf(services, open)
  if (bond !== undefined) await trustBrowser(services, context, user.sub, bond)
  await goOnSigningIn(services, context, open, { ...half.password, user, authentication }, finish)
  return 'led'
}

type Step = { readonly proof: Proof } | { readonly fault: SecondStepFault }

async function prove(
  services: InteractionServices,
  open: OpenInteraction,
  sub: string,
  form: ReadonlyMap<string, string>,
): Promise<Step> {
  const passkey = form.get('passkey') ?? ''
  if (passkey !== '') {
    const shown = await services.passkeys?.prove(passkey, passkeyBinding(open), sub)
    return shown?.outcome === 'proved' ? { proof: shown.proof } : { fault: { way: 'passkey', kind: 'wrong' } }
  }
  const way = form.has('recovery_code') ? 'recovery-code' : 'code'
  const typed = (form.get('recovery_code') ?? form.get('code') ?? '').trim()
  if (typed === '') return { fault: { way, kind: 'missing' } }
  const entry = await services.secondStepThrottle.enter(sub, way)
  if (entry.outcome === 'wait') return { fault: { way, kind: 'throttled', retryAfterSeconds: entry.retryAfterSeconds } }
  const outcome =
    (await (way === 'code' ? services.users.totp : services.users.recoveryCodes)?.accept(sub, typed)) ?? 'wrong'
  if (outcome !== 'accepted') return { fault: { way, kind: outcome } }
  await entry.succeeded()
  return { proof: way === 'code' ? 'authenticator-code' : 'recovery-code' }
}
