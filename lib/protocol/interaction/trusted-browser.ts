import { decideSecondStepFor, TRUST_SECONDS, USERS_PER_BROWSER_MAX } from '../../../policies/trusted-device.ts'
import { type SecondFactorsOf, secondFactorsOf } from '../../domain/accounts/factors/second-factors.ts'
import { bondOf } from '../../domain/accounts/trusted-devices.ts'
import { digestOf } from '../../domain/keys/digest.ts'
import { cookieName, cookieNames, cookieValue, setCookie } from '../../web/request/cookies.ts'
import { headerText } from '../../web/request/received-headers.ts'
import { note } from '../../web/request/request-context.ts'
import type { InteractionServices, OpenInteraction } from './open-interaction.ts'
import type { PendingSignIn } from './pending.ts'

export type TrustServices = Pick<InteractionServices, 'trusted' | 'site' | 'audit' | 'users'>

/** Somebody whose password was right. */
type ByPassword = Pick<PendingSignIn, 'sub' | 'generation' | 'passwordStamp'>

const PREFIX = 'sso_trusted_'

/** Whether the second step of a sign-in offers to trust the browser. */
export const offersTrust = ({ trusted }: Pick<TrustServices, 'trusted'>, { passwordStamp }: ByPassword): boolean =>
  trusted !== undefined && passwordStamp !== undefined

/** The password was right: whether the browser takes the place of the second step. */
export async function trustsBrowser(
  { trusted, site: { https } }: TrustServices,
  { context, state }: OpenInteraction,
  { sub, generation, passwordStamp }: ByPassword,
  factors: SecondFactorsOf,
): Promise<'trust-is-enough' | 'asked'> {
  const held = cookieValue(context.req, nameOf(https, sub))
  if (trusted === undefined || passwordStamp === undefined || held === undefined) return 'asked'
  if (decideSecondStepFor(state.interaction.params) === 'asked') return 'asked'
  if ((await trusted.recognise(sub, bondOf({ generation, passwordStamp, factors }), held)) === 'over') return 'asked'
  note(context.trace, 'sign-in', 'the browser is trusted: no second step is asked for')
  return 'trust-is-enough'
}

/** What the trust of this sign-in would be built on. Look before the second step: what changes after it ends the trust. */
export async function bondFor(
  services: TrustServices,
  { sub, generation, passwordStamp }: ByPassword,
): Promise<string | undefined> {
  if (services.trusted === undefined || passwordStamp === undefined) return undefined
  return bondOf({ generation, passwordStamp, factors: await secondFactorsOf(services.users, sub) })
}

/** The second step was done, and the box was ticked: this browser is trusted from now on. */
export async function trustBrowser(
  { trusted, site: { https, mountPath }, audit }: TrustServices,
  { context }: OpenInteraction,
  sub: string,
  bond: string,
): Promise<void> {
  if (trusted === undefined) return
  const { req, res, address, requestId } = context
  const name = nameOf(https, sub)
  const held = await trusted.trust(sub, bond, headerText(req, 'user-agent') ?? '', cookieValue(req, name))
  const place = { path: `${mountPath}/interaction`, https }
  // Browsers send the older of them first (RFC 6265 s5.4).
  const others = cookieNames(req).filter((other) => other.startsWith(prefixOf(https)) && other !== name)
  for (const other of others.slice(0, Math.max(0, others.length + 1 - USERS_PER_BROWSER_MAX)))
    setCookie(res, other, '', { ...place, seconds: 0 })
  setCookie(res, name, held, { ...place, seconds: TRUST_SECONDS })
  audit.note({ event: 'account.device-trusted', result: 'ok', user: sub, address, requestId })
}

const prefixOf = (https: boolean): string => cookieName(PREFIX, { https })
/** Each user has a cookie of their own, so that two at one browser do not take the other's place. */
const nameOf = (https: boolean, sub: string): string => prefixOf(https) + digestOf(sub, 9)
