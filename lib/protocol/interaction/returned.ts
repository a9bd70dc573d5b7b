/** Continues an interaction after a sign-in at an external provider. */
import { ACR_TWO_FACTORS, type Authentication } from '../../../policies/authentication-context.ts'
import { displayUsername } from '../../domain/accounts/display-name.ts'
import { asksSecondStep, secondFactorsOf } from '../../domain/accounts/factors/second-factors.ts'
import type { UpstreamSession } from '../../domain/sessions/session-record.ts'
import { hasUpstreamEnded } from '../../domain/sessions/upstream-sessions.ts'
import { readRecord, writeRecord } from '../../domain/stored-record.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { note } from '../../web/request/request-context.ts'
import { showSuspended } from './button-stages.ts'
import { type CompletingServices, continueSignIn } from './complete.ts'
import type { InteractionServices, OpenInteraction, Outcome } from './open-interaction.ts'
import { keepPending, type StartedSignIn } from './pending.ts'
import { type PageServices, redirected, rendered } from './stage-page.ts'

/** Query parameter of the URL that the browser returns to. */
export const RETURNED = { returned: 'upstream' } as const
/** Query parameter of the URL that the browser returns to after a failed sign-in at the provider. */
export const REFUSED_THERE = { returned: 'refused' } as const

/** Result of a sign-in at the provider. */
interface Returned extends Pick<StartedSignIn, 'generation' | 'remember'> {
  readonly sub: string
  readonly connector: string
  readonly authentication: Authentication
  /** Sign-in time at the provider, seconds since the epoch, if the provider reports it. */
  readonly authTime?: number
  /** Time of the redirect to the provider, seconds since the epoch. */
  readonly sentAt: number
  /** The session and its tokens must end by this time (milliseconds since the epoch). */
  readonly endsAt: number
  /** Session at the external provider. If it ends, this sign-in ends as well. */
  readonly upstream: UpstreamSession
}

const KIND = 'upstream-return'
/** Maximum time from the callback to this page, in milliseconds. */
const LIVES_MS = 60_000

export const keepReturned = (records: EphemeralStore, uid: string, returned: Returned): Promise<void> =>
  records.put(KIND, uid, writeRecord(returned), LIVES_MS)

/** Continues the sign-in with the result from the provider. Returns undefined if there is no valid result. */
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
  // The user has proven their identity, so the page can reveal that the account is suspended.
  if (user === undefined) return rendered(showSuspended(services, open, await services.users.whyUnusable(sub)))
  if (subject.generation !== generation || hasEnded || !isFresh(services, open, times)) return undefined
  context.method = 'upstream'
  note(context.trace, 'sign-in', `by ${connector}`)
  const begun = { username: displayUsername(user), remember, generation, passwordStamp: undefined, endsAt, upstream }
  if (authentication.acr === ACR_TWO_FACTORS || !asksSecondStep(factors))
    return continueSignIn(services, open, { user, ...begun, authentication })
  note(context.trace, 'sign-in', 'a second step is asked for')
  await keepPending(services, state, { stage: 'second-step', sub, ...begun })
  return redirected(open)
}

/** How far the provider's clock may differ from this node's. */
const SKEW_SECONDS = 60

/** Checks that the sign-in is as recent as the client requires. Some providers do not check (OIDC Core s3.1.2.1). */
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
