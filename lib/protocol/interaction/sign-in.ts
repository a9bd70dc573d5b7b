import { asksSecondStep, secondFactorsOf } from '../../domain/accounts/factors/second-factors.ts'
import type { Authenticated } from '../../domain/accounts/user-directory.ts'
import { DenialError } from '../../domain/denial-error.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import { note } from '../../web/request/trace.ts'
import { BY_PASSWORD, type Recognised } from './complete.ts'
import type { Finish, InteractionServices, OpenInteraction } from './interaction.ts'
import { goOnSigningIn } from './new-password.ts'
import { demandSecondStep } from './pending.ts'
import { confirmsIdentity, showSignIn } from './screens.ts'
import { trustsBrowser } from './trusted-browser.ts'

/** Judges user name or address, and password. Every way to fail looks the same from outside (A2). */
export async function signIn(
  services: InteractionServices,
  context: RequestContext,
  open: OpenInteraction,
  form: ReadonlyMap<string, string>,
  finish: Finish,
): Promise<void> {
  const username = form.get('username') ?? ''
  const password = form.get('password') ?? ''
  const remember = form.get('remember') === 'on'
  const confirm = confirmsIdentity(context, open)
  const again = (fault: Parameters<typeof showSignIn>[3]['fault']): Promise<void> =>
    showSignIn(services, context, open, { username, remember, confirm, ...(fault === undefined ? {} : { fault }) })
  if (username === '' || password === '')
    return again({ kind: username !== '' ? 'password_missing' : password !== '' ? 'username_missing' : 'both_missing' })
  const entry = await services.throttle.enter(username, context.address)
  if (entry.outcome === 'wait') {
    note(context.trace, 'sign-in', 'throttled')
    context.event = 'sign-in.throttled'
    return again({ kind: 'throttled', retryAfterSeconds: entry.retryAfterSeconds })
  }
  const found = await authenticate(services, username, password)
  if (found === 'unavailable') return again({ kind: 'unavailable' })
  if (found === undefined || entry.outcome === 'in-vain') {
    const silent = entry.outcome === 'in-vain'
    note(context.trace, 'sign-in', silent ? 'throttled in silence' : 'refused')
    context.event = silent ? 'sign-in.throttled' : 'sign-in.failed'
    const maybe = services.throttle.counts === 'accounts' ? ({ maybe: 'too_many_tries' } as const) : {}
    return again({ kind: 'wrong_credentials', ...maybe })
  }
  await entry.succeeded()
  note(context.trace, 'sign-in', 'by password')
  const { passwordStamp, ...user } = found
  await passwordProved(services, context, open, { user, passwordStamp, username, remember }, finish)
}

/** The password was right; whoever has a second factor still has a step to go. */
async function passwordProved(
  services: InteractionServices,
  context: RequestContext,
  open: OpenInteraction,
  { username, ...proved }: Omit<Recognised, 'authentication' | 'generation'> & { readonly username: string },
  finish: Finish,
): Promise<void> {
  const {
    user: { sub },
    remember,
    passwordStamp,
  } = proved
  const { generation } = await services.subjects.read(sub)
  const factors = await secondFactorsOf(services.users, sub)
  const shown = { sub, generation, passwordStamp }
  if (asksSecondStep(factors) && (await trustsBrowser(services, context, open, shown, factors)) === 'asked')
    return demandSecondStep(services, context, open, { ...shown, username, remember })
  await goOnSigningIn(services, context, open, { ...proved, username, authentication: BY_PASSWORD, generation }, finish)
}

async function authenticate(
  { users }: InteractionServices,
  username: string,
  password: string,
): Promise<Authenticated | undefined | 'unavailable'> {
  try {
    return await users.authenticate({ username, password })
  } catch (fault) {
    if (fault instanceof DenialError && fault.status === 503) return 'unavailable'
    throw fault
  }
}
