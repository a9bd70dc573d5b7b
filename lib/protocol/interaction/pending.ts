import type { Authentication } from '../../../policies/authentication-context.ts'
import type { User } from '../../domain/accounts/user-directory.ts'
import { redirect } from '../../web/http/responses.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import { note } from '../../web/request/trace.ts'
import { STEP_UP } from '../engine/prompts.ts'
import { BY_PASSWORD, stillRecognised } from './complete.ts'
import type { InteractionServices, OpenInteraction } from './interaction.ts'

/** That a password was right. It stays in the store, under the interaction: the browser holds nothing of it. It is no session. */
interface ProvedPassword {
  readonly sub: string
  /** As typed. */
  readonly username: string
  readonly remember: boolean
  /** Generation of the subject then: another one now means that all was ended meanwhile, or the password reset. */
  readonly generation: number
  readonly passwordStamp: string | undefined
  /** Seconds since the epoch. */
  readonly until: number
}

/** Somebody of whom a second step is asked. */
export interface HalfProved {
  readonly user: User
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
  context: RequestContext,
  { state, action }: OpenInteraction,
  proved: Omit<ProvedPassword, 'until'>,
): Promise<void> {
  note(context.trace, 'sign-in', 'a second step is asked for')
  const record: ProvedPassword = { ...proved, until: seconds() + SECOND_STEP_SECONDS }
  await records.put(KIND, state.interaction.uid, JSON.stringify(record), SECOND_STEP_SECONDS * 1000)
  redirect(context, action)
}

/** Of whom this interaction asks a second step: who has entered a password here, or is signed in and asked for more. */
export async function halfProved(
  services: InteractionServices,
  { state, user }: OpenInteraction,
): Promise<HalfProved | undefined> {
  const text = await services.records.read(KIND, state.interaction.uid)
  const password = text === undefined ? undefined : (JSON.parse(text) as ProvedPassword)
  if (password !== undefined && services.seconds() < password.until) {
    const found = await stillRecognised(services, password)
    if (found !== undefined) return { user: found, password, earlier: BY_PASSWORD.amr }
  }
  if (state.interaction.prompt.name !== STEP_UP || user === undefined) return undefined
  return { user, password: undefined, earlier: state.session.amr }
}

/** Somebody was recognised in another way: no step is open any more that an earlier password began. */
export const forgetHalf = ({ records }: InteractionServices, { state }: OpenInteraction): Promise<void> =>
  records.remove(KIND, state.interaction.uid)
