import type { Authentication } from '../../../policies/authentication-context.ts'
import type { User } from '../../domain/accounts/user-directory.ts'
import type { UpstreamSession } from '../../domain/sessions/session-record.ts'
import type { SignInMethod } from '../../ports/measurements.ts'
import { redirect } from '../../web/http/responses.ts'
import { note } from '../../web/request/request-context.ts'
import { deviceIn } from '../../web/request/user-agent.ts'
import type { InteractionServices, OpenInteraction, Outcome } from './open-interaction.ts'
import { offersPasskey } from './passkey-offer-due.ts'
import { keepPending } from './pending.ts'
import { type FinishServices, finish } from './stage-page.ts'

export type CompletingServices = FinishServices &
  Pick<
    InteractionServices,
    'users' | 'storage' | 'seconds' | 'login' | 'endSession' | 'known' | 'passkeys' | 'email' | 'forwarding'
  >

/** Who has signed in, and how. */
export interface AuthenticationResult {
  readonly user: User
  /** As typed. */
  readonly username: string
  readonly remember: boolean
  readonly authentication: Authentication
  /** Revocation version of the subject then: when all is ended before the browser comes back, this sign-in is ended too. */
  readonly generation: number
  /** Of the password that was entered: when another takes its place, this sign-in ends. Undefined without one. */
  readonly passwordStamp: string | undefined
  /** Signed in with a password, in a browser that can create passkeys. */
  readonly creates?: true
  /** When what comes of it ends at the latest, milliseconds since the epoch: the user came from an upstream provider. */
  readonly endsAt?: number
  /** How the provider may end it sooner. */
  readonly upstream?: UpstreamSession
}

/**
 * All that is asked for was shown. The sign-in ends here, unless the password is one to be replaced: then that comes first,
 * however the user signed in. Now and then a passkey is offered before.
 */
export async function continueSignIn(
  services: CompletingServices,
  open: OpenInteraction,
  result: AuthenticationResult,
): Promise<Outcome> {
  const { user, ...begun } = result
  const oneTimeStamp = await services.users.oneTimePasswords?.stampOf(user.sub)
  if (oneTimeStamp === undefined) {
    const { acr } = result.authentication
    if (!(await offersPasskey(services, user.sub, acr, result.creates ? 'can' : 'cannot')))
      return completeSignIn(services, open, result)
    note(open.context.trace, 'sign-in', 'a passkey is offered')
    await keepPending(services, open.state, { stage: 'passkey-offer', sub: user.sub, ...begun })
    redirect(open.context, open.action)
    return 'led'
  }
  note(open.context.trace, 'sign-in', 'a new password is asked for')
  await keepPending(services, open.state, { stage: 'new-password', sub: user.sub, ...begun, oneTimeStamp })
  redirect(open.context, open.action)
  return 'led'
}

/** The sign-in is done: the engine makes a session of it. */
export async function completeSignIn(
  services: CompletingServices,
  open: OpenInteraction,
  {
    user,
    remember,
    authentication,
    generation,
    passwordStamp,
    endsAt,
    upstream,
  }: Omit<AuthenticationResult, 'username'>,
  notice: 'of-new-browser' | 'none' = 'of-new-browser',
): Promise<Outcome> {
  const { context, state } = open
  context.event = 'sign-in.succeeded'
  context.method ??= methodOf(authentication)
  context.subject = user.sub
  services.forwarding.resume(context)
  if (notice === 'of-new-browser') await tellOfNewBrowser(services, open, user)
  await services.known?.remember(context, { sub: user.sub, generation, passwordStamp })
  const { session } = state.run
  if (session !== undefined && session.payload.accountId !== user.sub) {
    // That session was somebody else's; the one that begins has no name yet.
    delete context.sid
    await services.endSession(session.payload)
  }
  return finish(services, open, {
    login: {
      accountId: user.sub,
      ts: services.seconds(),
      ...authentication,
      generation,
      passwordStamp,
      ...(endsAt === undefined ? {} : { endsAt }),
      ...(upstream === undefined ? {} : { upstream }),
      remember: services.login.remember === 'always' || (services.login.remember === 'ask' && remember),
    },
    ...(state.interaction.prompt.name === 'select_account' ? { select_account: {} } : {}),
  })
}

/** A passkey is two factors by itself. */
function methodOf({ amr }: Authentication): SignInMethod {
  if (!amr.includes('mfa')) return 'password'
  return amr.includes('pwd') ? 'second_step' : 'passkey'
}

/** A sign-in from a browser that the user has not used before; without a letter the store is asked nothing. */
async function tellOfNewBrowser(
  { known, email: { notices, recoveries } }: Pick<CompletingServices, 'known' | 'email'>,
  { context }: OpenInteraction,
  user: User,
): Promise<void> {
  if (known === undefined || notices === undefined || user.email_verified !== true) return
  // Whoever has just chosen a password by a letter signs in with it next.
  if ((await known.hasSeen(context, user.sub)) || (await recoveries?.has(user.sub))) return
  const { device } = deviceIn(context.req)
  const named = [device?.browser, device?.system].filter((word) => word !== undefined).join(', ')
  await notices.tell('new-browser', user.sub, {
    ...(named === '' ? {} : { device: named }),
    from: context.address,
  })
}

/** The user of the session has done a second step: the session stands for more, and is as old as it was. */
export function strengthenSession(
  services: FinishServices,
  open: OpenInteraction,
  authentication: Authentication,
): Promise<Outcome> {
  open.context.event = 'sign-in.stepped-up'
  const { signedInAt, ends } = open.state.session
  return finish(services, open, {
    login: { accountId: open.user?.sub, ts: signedInAt, ...authentication, remember: ends === 'later' },
  })
}
