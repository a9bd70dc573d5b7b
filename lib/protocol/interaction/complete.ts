import { type Authentication, authenticationOf } from '../../../policies/authentication-context.ts'
import type { User } from '../../domain/accounts/user-directory.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import type { Finish, InteractionServices, OpenInteraction } from './interaction.ts'

export const BY_PASSWORD: Authentication = authenticationOf('password')

export interface Recognised {
  readonly user: User
  readonly remember: boolean
  /** How surely. */
  readonly authentication: Authentication
  /** Generation of the subject then: when all is ended before the browser comes back, this sign-in is ended too. */
  readonly generation: number
  /** Of the password that was entered: when another takes its place, this sign-in ends. Undefined without one. */
  readonly passwordStamp: string | undefined
}

/**
 * Whoever was recognised before, if that still counts: nothing was ended since, and the password that was entered is still
 * the one in force.
 */
export async function stillRecognised(
  { users, subjects }: Pick<InteractionServices, 'users' | 'subjects'>,
  { sub, generation, passwordStamp }: { readonly sub: string } & Pick<Recognised, 'generation' | 'passwordStamp'>,
): Promise<User | undefined> {
  const [user, subject, stamp] = await Promise.all([
    users.find(sub),
    subjects.read(sub),
    passwordStamp === undefined ? undefined : users.passwordStampOf(sub),
  ])
  return subject.generation === generation && stamp === passwordStamp ? user : undefined
}

/** Who the person is has been proved: the sign-in goes on. */
export async function completeSignIn(
  services: InteractionServices,
  context: RequestContext,
  open: OpenInteraction,
  { user, remember, authentication, generation, passwordStamp }: Recognised,
  finish: Finish,
): Promise<void> {
  context.subject = user.sub
  const session = open.state.run.session
  if (session !== undefined && session.accountId !== user.sub) {
    // That session was somebody else's; the one that begins has no name yet.
    delete context.sid
    await services.endSession({ accountId: session.accountId, uid: session.uid })
  }
  await finish({
    login: {
      accountId: user.sub,
      ts: services.seconds(),
      ...authentication,
      generation,
      passwordStamp,
      remember: services.remember === 'always' || (services.remember === 'ask' && remember),
    },
    ...(open.state.interaction.prompt.name === 'select_account' ? { select_account: {} } : {}),
  })
}

/** The person of the session has done a second step: the session stands for more, and is as old as it was. */
export async function strengthenSession(
  { state, user }: OpenInteraction,
  authentication: Authentication,
  finish: Finish,
): Promise<void> {
  const { signedInAt, ends } = state.session
  await finish({ login: { accountId: user?.sub, ts: signedInAt, ...authentication, remember: ends === 'later' } })
}
