import { decideSecondStepFor, TRUST_SECONDS, USERS_PER_BROWSER_MAX } from '../../../policies/trusted-device.ts'
import { type SecondFactorsOf, secondFactorsOf } from '../../domain/accounts/factors/second-factors.ts'
import { bindingOf } from '../../domain/accounts/trusted-devices.ts'
import type { User } from '../../domain/accounts/user-directory.ts'
import { digestOf } from '../../domain/keys/digest.ts'
import { cookieName, cookieNames, cookieValue, setCookie } from '../../web/request/cookies.ts'
import { headerText } from '../../web/request/received-headers.ts'
import { note } from '../../web/request/request-context.ts'
import type { InteractionServices, OpenInteraction } from './open-interaction.ts'
import type { PendingSignIn } from './pending.ts'

export type TrustServices = Pick<InteractionServices, 'trusted' | 'site' | 'audit' | 'users' | 'secondFactor'>

/** A user who entered the correct password. */
type ByPassword = Pick<PendingSignIn, 'generation' | 'passwordStamp'> & { readonly user: Pick<User, 'sub' | 'roles'> }

const PREFIX = 'sso_trusted_'

export const offersTrust = async (
  { trusted, secondFactor }: Pick<TrustServices, 'trusted' | 'secondFactor'>,
  { client }: OpenInteraction,
  { user, passwordStamp }: ByPassword,
): Promise<boolean> =>
  trusted !== undefined && passwordStamp !== undefined && (await secondFactor.allowsTrust(user, client))

/** Whether the second step can be skipped, because the user has trusted this browser. */
export async function trustsBrowser(
  { trusted, secondFactor, site: { https } }: TrustServices,
  { context, state, client }: OpenInteraction,
  { user, generation, passwordStamp }: ByPassword,
  factors: SecondFactorsOf,
): Promise<'trust-is-enough' | 'asked'> {
  const { sub } = user
  const held = cookieValue(context.req, nameOf(https, sub))
  if (trusted === undefined || passwordStamp === undefined || held === undefined) return 'asked'
  if (decideSecondStepFor(state.interaction.params) === 'asked') return 'asked'
  if (!(await secondFactor.allowsTrust(user, client))) return 'asked'
  if ((await trusted.recognise(sub, bindingOf(generation, passwordStamp, factors), held)) === 'revoked') return 'asked'
  note(context.trace, 'sign-in', 'the browser is trusted: no second step is asked for')
  return 'trust-is-enough'
}

/** The state on which trust in a browser depends. Read it before the second step, to detect later changes. */
export async function bindingFor(
  services: TrustServices,
  { user: { sub }, generation, passwordStamp }: ByPassword,
): Promise<string | undefined> {
  if (services.trusted === undefined || passwordStamp === undefined) return undefined
  return bindingOf(generation, passwordStamp, await secondFactorsOf(services.users, sub))
}

/** Trusts the browser after a second step, if the user checked the box. */
export async function trustBrowser(
  { trusted, site: { https, mountPath }, audit }: TrustServices,
  { context }: OpenInteraction,
  sub: string,
  binding: string,
): Promise<void> {
  if (trusted === undefined) return
  const { req, res, address, requestId } = context
  const name = nameOf(https, sub)
  const held = await trusted.trust(sub, binding, headerText(req, 'user-agent') ?? '', cookieValue(req, name))
  const place = { path: `${mountPath}/interaction`, https }
  // Delete the oldest cookies, which are at the start because browsers send older ones first (RFC 6265 s5.4).
  const others = cookieNames(req).filter((other) => other.startsWith(prefixOf(https)) && other !== name)
  for (const other of others.slice(0, Math.max(0, others.length + 1 - USERS_PER_BROWSER_MAX)))
    setCookie(res, other, '', { ...place, seconds: 0 })
  setCookie(res, name, held, { ...place, seconds: TRUST_SECONDS })
  audit.note({ event: 'account.device-trusted', result: 'ok', user: sub, address, requestId })
}

const prefixOf = (https: boolean): string => cookieName(PREFIX, { https })
/** Each user has a separate cookie, so users who share a browser do not overwrite each other's. */
const nameOf = (https: boolean, sub: string): string => prefixOf(https) + digestOf(sub, 9)
