/** Continues an interaction with the password that its user has just chosen by a link in an email (D-A6). */
import { type AuthenticationMethod, authenticationOf } from '../../../policies/authentication-context.ts'
import { defined } from '../../config/data/defined.ts'
import { inQueue } from '../../domain/accounts/factors/hashing-queue.ts'
import { namesOfFactors, secondFactorsOf } from '../../domain/accounts/factors/second-factors.ts'
import { readRecord, writeRecord } from '../../domain/stored-record.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import { hungUp } from '../../web/request/hung-up.ts'
import { note, type RequestContext } from '../../web/request/request-context.ts'
import { continueSignIn } from './complete.ts'
import type { InteractionServices, OpenInteraction } from './open-interaction.ts'
import { type PasswordServices, passwordAccepted } from './password.ts'
import type { StartedSignIn } from './pending.ts'

/** Query parameter of the URL that the browser returns to. */
export const RECOVERED = { returned: 'recovered' } as const

interface Recovered extends Pick<StartedSignIn, 'username' | 'generation'> {
  readonly sub: string
  readonly passwordStamp: string
  /** The second factor that the recovery verified, and the user's factors at that time. */
  readonly second?: { readonly method: AuthenticationMethod; readonly factors: string }
}

const KIND = 'recovery-return'
/** Maximum time until the browser opens the interaction's page again, in milliseconds. */
const LIVES_MS = 60_000
const UID = /^[\w-]{21,43}$/

export function recoveredSignIns({
  engine,
  users,
  storage: { records, subjects },
  limits: { hashing },
  site: { mountPath },
}: Pick<InteractionServices, 'engine' | 'users' | 'storage' | 'limits' | 'site'>) {
  /** Undefined for an interaction that has ended or that another browser started (D-S10). */
  const hrefOf = async (context: RequestContext, uid = ''): Promise<string | undefined> =>
    UID.test(uid) && (await engine.hasBegun(context, uid)) ? `${mountPath}/interaction/${uid}` : undefined
  return {
    hrefOf,
    /** Checks the new password as a sign-in does. @returns the URL where the sign-in continues, if it can */
    async accept(
      context: RequestContext,
      uid: string | undefined,
      {
        sub,
        second: method,
        ...login
      }: {
        readonly sub: string
        readonly username: string
        readonly password: string
        /** The second factor that the recovery has just verified. */
        readonly second: AuthenticationMethod | undefined
      },
    ): Promise<string | undefined> {
      const href = await hrefOf(context, uid)
      if (uid === undefined || href === undefined) return undefined
      // The recovery has ended the user's sessions. An interaction that began in one of them has ended, too.
      if ((await engine.interaction(context, uid)) === undefined) return undefined
      const { generation } = await subjects.read(sub)
      const inTurn = inQueue(hashing, { sub }, hungUp(context))
      const user = await users.authenticate(login, inTurn)
      if (user === undefined || typeof user === 'string' || user.sub !== sub) return undefined
      const { passwordStamp } = user
      if (passwordStamp === undefined) return undefined
      const factors = JSON.stringify(namesOfFactors(await secondFactorsOf(users, sub)))
      const second = method && { method, factors }
      const recovered: Recovered = { sub, username: login.username, generation, passwordStamp, ...defined({ second }) }
      await records.put(KIND, uid, writeRecord(recovered), LIVES_MS)
      return withParameters(href, RECOVERED)
    },
  }
}

/** @returns whether the sign-in continues; otherwise, the page of the current stage is shown */
export async function takeRecovered(services: PasswordServices, open: OpenInteraction): Promise<boolean> {
  const text = await services.storage.records.take(KIND, open.state.interaction.uid)
  if (text === undefined) return false
  const { sub, username, generation, passwordStamp, second } = readRecord<Recovered>(text)
  const [user, subject, stamp, factors] = await Promise.all([
    services.users.find(sub),
    services.storage.subjects.read(sub),
    services.users.passwordStampOf(sub),
    secondFactorsOf(services.users, sub),
  ])
  if (user === undefined || subject.generation !== generation || stamp !== passwordStamp) return false
  open.context.method = 'password'
  note(open.context.trace, 'sign-in', 'by a password chosen by email')
  const typed = { username, remember: false }
  if (second !== undefined && second.factors === JSON.stringify(namesOfFactors(factors))) {
    note(open.context.trace, 'sign-in', `second step by ${second.method}, in the recovery`)
    const authentication = authenticationOf(second.method, authenticationOf('password').amr)
    await continueSignIn(services, open, { user, ...typed, authentication, generation, passwordStamp })
  } else await passwordAccepted(services, open, { ...user, passwordStamp, factors }, generation, typed)
  return true
}
