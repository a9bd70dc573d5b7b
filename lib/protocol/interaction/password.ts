import { authenticationOf } from '../../../policies/authentication-context.ts'
import { asksSecondStep, secondFactorsOf } from '../../domain/accounts/factors/second-factors.ts'
import type { Authenticated, Users } from '../../domain/accounts/user-directory.ts'
import { DenialError } from '../../domain/denial-error.ts'
import { redirect } from '../../web/http/responses.ts'
import { note } from '../../web/request/trace.ts'
import { type CompletingServices, continueSignIn } from './complete.ts'
import type { Form, InteractionServices, OpenInteraction } from './open-interaction.ts'
import { keepPending } from './pending.ts'
import type { SignInIssue } from './sign-in-view.tsx'
import { type TrustServices, trustsBrowser } from './trusted-browser.ts'

export type PasswordServices = CompletingServices & TrustServices & Pick<InteractionServices, 'throttle' | 'subjects'>

/**
 * Judges user name or address, and password. Every way to fail looks the same from outside. Undefined when the sign-in goes
 * on: with a second step for whoever has a second factor.
 */
export async function signInByPassword(
  services: PasswordServices,
  open: OpenInteraction,
  form: Form,
): Promise<SignInIssue | undefined> {
  const { context } = open
  const [username, password] = [form.get('username') ?? '', form.get('password') ?? '']
  if (username === '' || password === '')
    return { kind: username !== '' ? 'password_missing' : password !== '' ? 'username_missing' : 'both_missing' }
  const entry = await services.throttle.enter(username, context.address)
  if (entry.outcome === 'wait') {
    note(context.trace, 'sign-in', 'throttled')
    context.event = 'sign-in.throttled'
    return { kind: 'throttled', retryAfterSeconds: entry.retryAfterSeconds }
  }
  const found = await authenticate(services.users, username, password)
  if (found === 'unavailable') return { kind: 'unavailable' }
  if (found === undefined || entry.outcome === 'ignored') {
    const silent = entry.outcome === 'ignored'
    note(context.trace, 'sign-in', silent ? 'throttled in silence' : 'refused')
    context.event = silent ? 'sign-in.throttled' : 'sign-in.failed'
    const maybe = services.throttle.counts === 'accounts' ? ({ maybe: 'too_many_tries' } as const) : {}
    return { kind: 'wrong_credentials', ...maybe }
  }
  await entry.succeeded()
  note(context.trace, 'sign-in', 'by password')
  await passwordAccepted(services, open, found, { username, remember: form.get('remember') === 'on' })
  return undefined
}

async function passwordAccepted(
  services: PasswordServices,
  open: OpenInteraction,
  { passwordStamp, ...user }: Authenticated,
  typed: { readonly username: string; readonly remember: boolean },
): Promise<void> {
  const { sub } = user
  const { generation } = await services.subjects.read(sub)
  const factors = await secondFactorsOf(services.users, sub)
  const begun = { sub, generation, passwordStamp }
  if (asksSecondStep(factors) && (await trustsBrowser(services, open, begun, factors)) === 'asked') {
    note(open.context.trace, 'sign-in', 'a second step is asked for')
    await keepPending(services, open.state, { stage: 'second-step', ...begun, ...typed })
    return redirect(open.context, open.action)
  }
  const authentication = authenticationOf('password')
  await continueSignIn(services, open, { user, ...typed, authentication, generation, passwordStamp })
}

async function authenticate(
  users: Users,
  username: string,
  password: string,
): Promise<Authenticated | undefined | 'unavailable'> {
  try {
    return await users.authenticate({ username, password })
  } catch (error) {
    if (error instanceof DenialError && error.status === 503) return 'unavailable'
    throw error
  }
}
