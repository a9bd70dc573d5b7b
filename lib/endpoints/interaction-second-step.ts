import { authenticationOf } from '../../policies/authentication-context.ts'
import type { Authentication, Proof } from '../../policies/authentication-context.ts'
import type { Person } from '../accounts/directory.ts'
import { note } from '../audit/trace.ts'
import { STEP_UP } from '../engine/prompts.ts'
import type { Exchange } from '../http/exchange.ts'
import { redirect } from '../http/responses.ts'
import type { SecondStepFault } from '../ui/screens/auth/second-step.tsx'
import type { Finish, InteractionServices, OpenInteraction } from './interaction.ts'
import { demandNewPassword } from './interaction-new-password.ts'
import { BY_PASSWORD, completeSignIn, strengthenSession } from './interaction-proved.ts'
import type { Recognised } from './interaction-proved.ts'
import { passkeyBinding } from './interaction-passkey.ts'
import { showSecondStep } from './interaction-second-step-page.ts'

/** That a password was right. It stays in the store, under the interaction: the browser holds nothing of it. It is no session. */
interface ProvedPassword {
  readonly sub: string
  /** As typed. */
  readonly username: string
  readonly remember: boolean
  /** Generation of the subject then: another one now means that all was ended meanwhile, or the password reset. */
  readonly generation: number
  /** Seconds since the epoch. */
  readonly until: number
}

/** Somebody of whom a second step is asked. */
export interface HalfProved {
  readonly person: Person
  /** Undefined when the first step is the session that they are signed in to. */
  readonly password: ProvedPassword | undefined
  readonly earlier: Authentication['amr']
}

const KIND = 'second-step'
/** How long the page may wait for the second step. */
const SECOND_STEP_SECONDS = 600

/** The password was right: keeps that in mind and asks for the second step (A2). */
export async function demandSecondStep(
  { records, seconds }: InteractionServices,
  exchange: Exchange,
  { state, action }: OpenInteraction,
  proved: Omit<ProvedPassword, 'until'>,
): Promise<void> {
  note(exchange.trace, 'sign-in', 'a second step is asked for')
  const record: ProvedPassword = { ...proved, until: seconds() + SECOND_STEP_SECONDS }
  await records.put(KIND, state.interaction.uid, JSON.stringify(record), SECOND_STEP_SECONDS * 1000)
  redirect(exchange, action)
}

/** Of whom this interaction asks a second step: who has entered a password here, or is signed in and asked for more. */
export async function halfProved(
  { records, subjects, people, seconds }: InteractionServices, { state, person }: OpenInteraction,
): Promise<HalfProved | undefined> {
  const text = await records.read(KIND, state.interaction.uid)
  if (text !== undefined) {
    const password = JSON.parse(text) as ProvedPassword
    const [found, { generation }] = await Promise.all([people.find(password.sub), subjects.read(password.sub)])
    const holds = generation === password.generation && seconds() < password.until
    if (found !== undefined && holds) return { person: found, password, earlier: BY_PASSWORD.amr }
  }
  if (state.interaction.prompt.name !== STEP_UP || person === undefined) return undefined
  return { person, password: undefined, earlier: state.session.amr }
}

/** POST with a code, a recovery code or a passkey. A wrong one says so; the interaction goes on. */
export async function takeSecondStep(
  services: InteractionServices, exchange: Exchange, open: OpenInteraction, form: ReadonlyMap<string, string>, finish: Finish,
): Promise<void> {
  const half = await halfProved(services, open)
  // Too late, or never proved: the sign-in begins again.
  if (half === undefined) return redirect(exchange, open.action)
  const { person } = half
  exchange.subject = person.sub
  const outcome = await prove(services, open, person.sub, form)
  if ('fault' in outcome) {
    const { fault } = outcome
    if (fault.kind !== 'missing') {
      note(exchange.trace, 'sign-in', `second step ${fault.kind === 'throttled' ? 'throttled' : 'refused'}`)
      exchange.event = fault.kind === 'throttled' ? 'sign-in.throttled' : 'sign-in.failed'
    }
    return showSecondStep(services, exchange, open, half, fault)
  }
  const { proof } = outcome
  note(exchange.trace, 'sign-in', `second step by ${proof}`)
  if (proof === 'recovery-code') {
    const { address, requestId } = exchange
    services.audit.note({ event: 'account.recovery-code-used', result: 'ok', user: person.sub, address, requestId })
  }
  const authentication = authenticationOf(proof, half.earlier)
  if (half.password === undefined) {
    exchange.event = 'sign-in.strengthened'
    return strengthenSession(open, authentication, finish)
  }
  await services.records.remove(KIND, open.state.interaction.uid)
  const { username, remember, generation } = half.password
  await goOnSigningIn(services, exchange, open, { person, username, remember, authentication, generation }, finish)
}

/** All that is asked for was shown: the sign-in ends here, unless the password was one to be replaced. */
export async function goOnSigningIn(
  services: InteractionServices, exchange: Exchange, open: OpenInteraction,
  { username, ...recognised }: Recognised & { readonly username: string },
  finish: Finish,
): Promise<void> {
  const { person: { sub }, remember, authentication, generation } = recognised
  const stamp = await services.people.oneTimePasswords?.stampOf(sub)
  if (stamp !== undefined) {
    return demandNewPassword(services, exchange, open, { sub, stamp, username, remember, authentication, generation })
  }
  exchange.event = 'sign-in.succeeded'
  await completeSignIn(services, exchange, open, recognised, finish)
}

type Step = { readonly proof: Proof } | { readonly fault: SecondStepFault }

async function prove(
  services: InteractionServices, open: OpenInteraction, sub: string, form: ReadonlyMap<string, string>,
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
  const outcome = await (way === 'code' ? services.people.totp : services.people.recoveryCodes)?.accept(sub, typed) ?? 'wrong'
  if (outcome !== 'accepted') return { fault: { way, kind: outcome } }
  await entry.succeeded()
  return { proof: way === 'code' ? 'authenticator-code' : 'recovery-code' }
}
