import { authenticationOf } from '../../../policies/authentication-context.ts'
import { passwordWeakness } from '../../../policies/new-password.ts'
import { typedName } from '../../../policies/username.ts'
import type { NamedUser } from '../../domain/accounts/directory-users.ts'
import type { InTurn } from '../../domain/accounts/factors/hashing-queue.ts'
import { asksSecondStep, type SecondFactorsOf, secondFactorsOf } from '../../domain/accounts/factors/second-factors.ts'
import type { Authenticated, Unusable } from '../../domain/accounts/user-directory.ts'
import { DenialError } from '../../domain/denial-error.ts'
import { checked } from '../../domain/limits/attempts.ts'
import { redirect } from '../../web/http/responses.ts'
import { hungUp } from '../../web/request/hung-up.ts'
import { note } from '../../web/request/request-context.ts'
import { type CompletingServices, continueSignIn } from './complete.ts'
import { type MailCodeServices, mailCodeAsked } from './mail-code.ts'
import type { Form, InteractionServices, OpenInteraction } from './open-interaction.ts'
import { keepPending, type StartedSignIn } from './pending.ts'
import type { SignInIssue } from './sign-in-props.ts'
import type { PageServices } from './stage-page.ts'
import { type TrustServices, trustsBrowser } from './trusted-browser.ts'

/** `suspended`, `ended`: the password was correct, but the account cannot be used. */
export type PasswordIssue = SignInIssue | { readonly kind: 'suspended' } | { readonly kind: 'ended' }

export type PasswordServices = CompletingServices &
  PageServices &
  MailCodeServices &
  TrustServices &
  Pick<InteractionServices, 'limits' | 'storage' | 'known' | 'seconds'>

/**
 * Checks the password for a user name or email address. To the client, all failures look the same.
 * @returns undefined when the sign-in continues, with a second step for users who have a second factor
 */
export async function signInByPassword(
  services: PasswordServices,
  open: OpenInteraction,
  form: Form,
): Promise<PasswordIssue | undefined> {
  const { context } = open
  const [username, password] = [typedName(form.get('username') ?? ''), form.get('password') ?? '']
  if (username === '' || password === '')
    return { kind: username !== '' ? 'password_missing' : password !== '' ? 'username_missing' : 'both_missing' }
  const named = await orUnavailable(() => services.limits.signIn.userNamed(username))
  if (named === 'unavailable') return { kind: 'unavailable' }
  const { subject, checkedBy, reset } = named
  // Decrypt the cookie even if the name is unknown, so that timing does not reveal whether the account exists (D-A2).
  const known = (await services.known?.isKnownTo(context, subject ?? '')) ?? false
  // If the queue is full, no password is checked, so the request does not count as an attempt.
  // Users from an LDAP directory do not wait in the queue, because the LDAP server hashes their passwords.
  const queue = checkedBy === 'directory' ? undefined : services.limits.hashing
  const caller = known && subject !== undefined ? { sub: subject } : 'unknown'
  const check = (inTurn?: InTurn): Promise<PasswordIssue | undefined> =>
    checkCredentials(services, open, form, { username, password, subject, known, checkedBy, reset, inTurn })
  const issue = queue === undefined ? await check() : await queue.run(caller, hungUp(context), check)
  return issue === 'full' ? { kind: 'unavailable' } : issue
}

interface Typed {
  readonly username: string
  readonly password: string
  /** The account with the entered name; undefined if there is none. */
  readonly subject: string | undefined
  readonly known: boolean
  readonly checkedBy: NamedUser['checkedBy']
  readonly reset: Promise<string> | undefined
  readonly inTurn: InTurn | undefined
}

async function checkCredentials(
  services: PasswordServices,
  open: OpenInteraction,
  form: Form,
  { username, password, subject, known, checkedBy, reset, inTurn }: Typed,
): Promise<PasswordIssue | undefined> {
  const { context } = open
  context.method = 'password'
  const tried = { username, address: context.address }
  const attempt = await orUnavailable(() => services.limits.signIn.begin(tried, { subject, known, checkedBy, reset }))
  if (attempt === 'unavailable') return { kind: 'unavailable' }
  const { decision } = attempt
  context.attempt = { ...attempt.refusal, ...(subject === undefined ? {} : { user: subject }) }
  if (decision.outcome === 'wait') {
    note(context.trace, 'sign-in', 'throttled')
    context.event = 'sign-in.throttled'
    context.failure = 'throttled'
    context.attempt = { ...context.attempt, waitUntil: waitUntil(services, decision.retryAfterSeconds) }
    return { kind: 'throttled', retryAfterSeconds: decision.retryAfterSeconds }
  }
  const check = (): Promise<Authenticated | Unusable | undefined> =>
    attempt.untried !== undefined
      ? attempt.untried()
      : services.users.authenticate({ username, password }, inTurn, attempt.send)
  const [found, decided] = await checked(attempt, () => Promise.all([orUnavailable(check), attempt.decided()]))
  if (found === 'unavailable') {
    await attempt.cancelled()
    return { kind: 'unavailable' }
  }
  if (found === undefined || decided.outcome !== 'open') {
    await attempt.failed()
    const silent = decided.outcome !== 'open'
    note(context.trace, 'sign-in', silent ? 'throttled in silence' : 'refused')
    context.event = silent ? 'sign-in.throttled' : 'sign-in.failed'
    if (decided.outcome !== 'open')
      context.attempt = { ...context.attempt, waitUntil: waitUntil(services, decided.retryAfterSeconds) }
    const reason = silent ? 'throttled' : subject === undefined ? 'unknown_name' : 'wrong_password'
    // A host's own directory does not report whether the name exists, so the reason is unknown.
    if (services.limits.signIn.counts === 'accounts') context.failure = reason
    return { kind: 'wrong_credentials', ...wordsFor(services, attempt.typed) }
  }
  if (typeof found === 'string') {
    await attempt.succeeded()
    note(context.trace, 'sign-in', `the password is right, the account is ${found}`)
    context.event = 'sign-in.failed'
    context.failure = found
    return { kind: found }
  }
  const [{ generation }, factors] = await Promise.all([
    services.storage.subjects.read(found.sub),
    secondFactorsOf(services.users, found.sub),
    attempt.succeeded(),
  ])
  note(context.trace, 'sign-in', 'by password')
  const creates = form.get('passkeys') === 'possible' ? ({ creates: true } as const) : {}
  // Checked only now, so that neither an error nor a delay reveals anything about a password that is wrong.
  const weakness = found.passwordIsFixed ? undefined : passwordWeakness(password, services.users.passwordFacts(found))
  const typed = {
    username,
    remember: form.get('remember') === 'on',
    ...creates,
    ...(weakness === undefined ? {} : { weakness }),
  }
  await passwordAccepted(services, open, { ...found, factors }, generation, typed)
  return undefined
}

const waitUntil = ({ seconds }: PasswordServices, wait: number): number => (seconds() + wait) * 1000

/** Failed attempts before the page offers help. After LOCKOUT_TRIES attempts, it also mentions the lockout. */
const HELP_TRIES = 3
const LOCKOUT_TRIES = 5

/** Picks the page's hints by the number of attempts alone, so that they do not reveal whether the account exists. */
function wordsFor(
  { limits }: PasswordServices,
  typed: number,
): Pick<Extract<SignInIssue, { readonly kind: 'wrong_credentials' }>, 'maybe' | 'stuck'> {
  return {
    ...(typed >= HELP_TRIES ? { stuck: true } : {}),
    ...(typed >= LOCKOUT_TRIES && limits.signIn.counts === 'accounts' ? { maybe: 'too_many_tries' } : {}),
  }
}

export async function passwordAccepted(
  services: PasswordServices,
  open: OpenInteraction,
  { passwordStamp, passwordIsFixed: _fixed, factors, ...user }: Authenticated & { readonly factors: SecondFactorsOf },
  generation: number,
  typed: Pick<StartedSignIn, 'username' | 'remember' | 'creates' | 'weakness'>,
): Promise<void> {
  const { sub } = user
  const begun = { sub, generation, passwordStamp }
  if (asksSecondStep(factors) && (await trustsBrowser(services, open, { ...begun, user }, factors)) === 'asked') {
    note(open.context.trace, 'sign-in', 'a second step is asked for')
    await keepPending(services, open.state, { stage: 'second-step', ...begun, ...typed })
    return redirect(open.context, open.action)
  }
  if (!asksSecondStep(factors) && (await mailCodeAsked(services, open, user, { ...begun, ...typed }))) return
  const authentication = authenticationOf('password')
  await continueSignIn(services, open, { user, ...typed, authentication, generation, passwordStamp })
}

async function orUnavailable<Answer>(ask: () => Promise<Answer>): Promise<Answer | 'unavailable'> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof DenialError && error.status === 503) return 'unavailable'
    throw error
  }
}
