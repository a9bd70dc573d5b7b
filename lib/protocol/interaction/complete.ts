import type { Authentication } from '../../../policies/authentication-context.ts'
import type { User } from '../../domain/accounts/user-directory.ts'
import type { SignInMethod } from '../../ports/measurements.ts'
import { note } from '../../web/request/request-context.ts'
import { deviceIn } from '../../web/request/user-agent.ts'
import type { InteractionServices, OpenInteraction, Outcome } from './open-interaction.ts'
import { offersPasskey } from './passkey-offer-due.ts'
import { keepPending, type StartedSignIn } from './pending.ts'
import { type Answer, type FinishServices, finish, redirected } from './stage-page.ts'

export type CompletingServices = FinishServices &
  Pick<
    InteractionServices,
    | 'users'
    | 'storage'
    | 'seconds'
    | 'login'
    | 'endSession'
    | 'known'
    | 'passkeys'
    | 'email'
    | 'forwarding'
    | 'secondFactor'
  >

/** The signed-in user and the authentication methods. */
interface AuthenticationResult extends StartedSignIn {
  readonly user: User
  readonly authentication: Authentication
}

/** Completes a sign-in, or shows another page first if the password must be replaced or a passkey is offered. */
export async function continueSignIn(
  services: CompletingServices,
  open: OpenInteraction,
  result: AuthenticationResult,
): Promise<Outcome> {
  const { user, ...begun } = result
  const oneTimeStamp = await services.users.oneTimePasswords?.stampOf(user.sub)
  if (oneTimeStamp === undefined && result.weakness === undefined) {
    const { acr } = result.authentication
    // A user who must set up a second factor does so on the next page, so do not also offer a passkey.
    const state = await services.secondFactor.stateOf(user, open.client, { acr, signedInAt: services.seconds() })
    if (state === 'set-up' || !(await offersPasskey(services, user.sub, acr, result.creates ? 'can' : 'cannot')))
      return completeSignIn(services, open, result)
    note(open.context.trace, 'sign-in', 'a passkey is offered')
    await keepPending(services, open.state, { stage: 'passkey-offer', sub: user.sub, ...begun })
    return redirected(open)
  }
  note(open.context.trace, 'sign-in', 'a new password is asked for')
  await keepPending(services, open.state, {
    stage: 'new-password',
    sub: user.sub,
    ...begun,
    ...(oneTimeStamp === undefined ? {} : { oneTimeStamp }),
  })
  return redirected(open)
}

/** Completes the sign-in and redirects to the engine, which creates the session. */
export async function completeSignIn(
  services: CompletingServices,
  open: OpenInteraction,
  { user, remember, authentication, ...started }: Omit<AuthenticationResult, 'username'>,
  notice: 'of-new-browser' | 'none' = 'of-new-browser',
): Promise<Outcome> {
  const { context, state } = open
  const { generation, passwordStamp, endsAt, upstream } = started
  context.event = 'sign-in.succeeded'
  context.method ??= methodOf(authentication)
  context.subject = user.sub
  services.forwarding.resume(context)
  if (notice === 'of-new-browser') await notifyOfNewBrowser(services, open, user)
  await services.known?.remember(context, { sub: user.sub, generation, passwordStamp })
  const { session } = state.run
  if (session !== undefined && session.payload.accountId !== user.sub) {
    // The current session belongs to another user, so its sid does not apply to this sign-in.
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

/** The sign-in method to count in the statistics. Two factors without a password mean a passkey. */
function methodOf({ amr }: Authentication): SignInMethod {
  if (!amr.includes('mfa')) return 'password'
  return amr.includes('pwd') ? 'second_step' : 'passkey'
}

/** Emails the user about a sign-in from a new browser. Reads nothing from the store if emails cannot be sent. */
async function notifyOfNewBrowser(
  { known, email: { notices, recoveries } }: Pick<CompletingServices, 'known' | 'email'>,
  { context }: OpenInteraction,
  user: User,
): Promise<void> {
  if (known === undefined || notices === undefined || user.email_verified !== true) return
  // After a recovery by email, the first sign-in with the new password needs no notice.
  if ((await known.hasSeen(context, user.sub)) || (await recoveries?.has(user.sub))) return
  const { device } = deviceIn(context.req)
  const named = [device?.browser, device?.system].filter((word) => word !== undefined).join(', ')
  await notices.notify('new-browser', user.sub, {
    ...(named === '' ? {} : { device: named }),
    from: context.address,
  })
}

/** The result that raises the session's `acr` after a second step. The sign-in time stays the same. */
export function strengthened({ context, state, user }: OpenInteraction, authentication: Authentication): Answer {
  context.event = 'sign-in.stepped-up'
  const { signedInAt, ends } = state.session
  return { login: { accountId: user?.sub, ts: signedInAt, ...authentication, remember: ends === 'later' } }
}
