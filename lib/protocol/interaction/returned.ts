/** Somebody who has signed in at an upstream provider comes back to the interaction that sent them there. */
import { ACR_TWO_FACTORS, type Authentication } from '../../../policies/authentication-context.ts'
import { displayUsername } from '../../domain/accounts/display-name.ts'
import { asksSecondStep, secondFactorsOf } from '../../domain/accounts/factors/second-factors.ts'
import type { UpstreamSession } from '../../domain/sessions/session-record.ts'
import { hasUpstreamEnded } from '../../domain/sessions/upstream-sessions.ts'
import { readRecord, writeRecord } from '../../domain/stored-record.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { redirect } from '../../web/http/responses.ts'
import { note } from '../../web/request/request-context.ts'
import { type CompletingServices, continueSignIn } from './complete.ts'
import type { InteractionServices, OpenInteraction, Outcome } from './open-interaction.ts'
import { keepPending } from './pending.ts'
import type { PageServices } from './stage-page.ts'
import { showSuspended } from './suspended.ts'

/** Query of the address to which the browser comes back. */
export const RETURNED = { returned: 'upstream' } as const
/** The same of the way back from a page that says why the sign-in there led nowhere. */
export const REFUSED_THERE = { returned: 'refused' } as const

/** What the answer of the provider came to. */
export interface Returned {
  readonly sub: string
  readonly connector: string
  readonly authentication: Authentication
  /** When the user signed in there, in seconds since the epoch, where the provider says so. */
  readonly authTime?: number
  /** When they were sent there, in seconds since the epoch. */
  readonly sentAt: number
  /** Revocation version of the subject then. */
  readonly generation: number
  readonly remember: boolean
  /** When what comes of it ends at the latest, milliseconds since the epoch. */
  readonly endsAt: number
  /** How the provider may end it sooner. */
  readonly upstream: UpstreamSession
}

const KIND = 'upstream-return'
/** How long the browser may take to come back from the callback, in milliseconds. */
const LIVES_MS = 60_000

export const keepReturned = (records: EphemeralStore, uid: string, returned: Returned): Promise<void> =>
  records.put(KIND, uid, writeRecord(returned), LIVES_MS)

/** Goes on with the sign-in; undefined where there is nobody who came back. */
export async function takeReturned(
  services: CompletingServices & Pick<InteractionServices, 'storage'> & PageServices,
  open: OpenInteraction,
): Promise<Outcome | undefined> {
  const { context, state } = open
  const text = await services.storage.records.take(KIND, state.interaction.uid)
  if (text === undefined) return undefined
  const { sub, connector, authentication, generation, remember, endsAt, upstream, ...times } =
    readRecord<Returned>(text)
  const [user, subject, factors, hasEnded] = await Promise.all([
    services.users.find(sub),
    services.storage.subjects.read(sub),
    secondFactorsOf(services.users, sub),
    hasUpstreamEnded(services.storage.records, upstream),
  ])
  // Who they are has been proved: they may know that they are suspended.
  if (user === undefined) {
    await showSuspended(services, open)
    return 'shown'
  }
  if (subject.generation !== generation || hasEnded || !isFresh(services, open, times)) return undefined
  context.method = 'upstream'
  note(context.trace, 'sign-in', `by ${connector}`)
  const begun = { username: displayUsername(user), remember, generation, passwordStamp: undefined, endsAt, upstream }
  if (authentication.acr === ACR_TWO_FACTORS || !asksSecondStep(factors))
    return continueSignIn(services, open, { user, ...begun, authentication })
  note(context.trace, 'sign-in', 'a second step is asked for')
  await keepPending(services, state, { stage: 'second-step', sub, ...begun })
  redirect(context, open.action)
  return 'led'
}

/** Clocks may differ by so much. */
const SKEW_SECONDS = 60

/** A client that demands a fresh sign-in gets none that is older, whatever became of the demand on its way (OIDC Core s3.1.2.1). */
function isFresh(
  { seconds }: Pick<CompletingServices, 'seconds'>,
  { state: { interaction } }: OpenInteraction,
  { authTime, sentAt }: Pick<Returned, 'authTime' | 'sentAt'>,
): boolean {
  const { prompt, max_age: maxAge } = interaction.params
  const isLogin = prompt?.split(' ').includes('login') === true
  if (!isLogin && maxAge === undefined) return true
  const oldest = isLogin ? sentAt : seconds() - Number(maxAge)
  return authTime !== undefined && authTime >= oldest - SKEW_SECONDS
}
