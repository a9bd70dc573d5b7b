import { limitsOf, newPasswordIssue } from '../../../policies/new-password.ts'
import { displayUsername } from '../../domain/accounts/display-name.ts'
import { inQueue } from '../../domain/accounts/factors/hashing-queue.ts'
import { passwordMatches } from '../../domain/accounts/factors/passwords.ts'
import { checked } from '../../domain/limits/attempts.ts'
import { sessionsOf } from '../../domain/sessions/session-registry.ts'
import { hungUp } from '../../web/request/hung-up.ts'
import { notFound } from '../../web/request/request-context.ts'
import { formAt, redirectWithFlash, viewOf } from '../first-party/page.ts'
import { leaveEverything, othersOf } from './devices.ts'
import { type PasswordFieldsProps, PortalPassword, type PortalPasswordIssue, PortalSecure } from './password-view.tsx'
import { auditEvent, isOwn, ownsPassword, type PortalRequest, type PortalServices, show } from './request.ts'
import { fixedPasswordOf } from './security-identities.ts'
import { SECURITY } from './security-operations.ts'

const PASSWORD = `${SECURITY}/password`

/** A validation issue, with the status and headers of the response. */
export interface PasswordRefusal {
  readonly issue: PortalPasswordIssue
  readonly status: 422 | 429
  readonly headers: Readonly<Record<string, string>>
}

/** The page exists only if Portico itself stores the user's password. */
async function directoryOf(page: PortalRequest): Promise<NonNullable<PortalServices['embedded']>> {
  const { embedded } = page.services
  if (embedded === undefined || !(await ownsPassword(page))) throw notFound()
  return embedded
}

export function passwordFields({ services, user }: PortalRequest, issue?: PortalPasswordIssue): PasswordFieldsProps {
  return { ...limitsOf(services.users.passwordFacts(user)), username: displayUsername(user), issue }
}

export async function showPassword(page: PortalRequest, refusal?: PasswordRefusal): Promise<void> {
  await directoryOf(page)
  const props = {
    form: formAt(page, PASSWORD),
    ...passwordFields(page, refusal?.issue),
  }
  return show(page, refusal?.status ?? 200, PortalPassword, props, { headers: refusal?.headers ?? {} })
}

export async function changePassword(page: PortalRequest): Promise<void> {
  const { services, user, form, context } = page
  const refusal = await putNewPassword(page)
  if (refusal !== undefined) return showPassword(page, refusal)
  const others = form.get('others') === 'on' ? othersOf(page, await sessionsOf(services.storage, user.sub)) : []
  // The other browsers could belong to an attacker who has the old password, so their grants are revoked too.
  for (const other of others) await services.ending.endSession(other, 'end')
  context.event = 'account.password-changed'
  const text = viewOf(page).t.portal.password.changed({ others: others.length })
  await redirectWithFlash(page, SECURITY, 'ok', text)
}

/** Sets the new password. The user must enter the current one, and attempts are throttled like sign-in attempts. */
export async function putNewPassword(page: PortalRequest): Promise<PasswordRefusal | undefined> {
  const { services, user, form, context } = page
  const directory = await directoryOf(page)
  const refused = (issue: PortalPasswordIssue): PasswordRefusal => ({ issue, status: 422, headers: {} })
  const current = form.get('current') ?? ''
  const password = form.get('new_password') ?? ''
  if (current === '') return refused('current_missing')
  const account = await directory.account(user.sub)
  // A signed-in user counts as known, and is not throttled because of other clients' attempts.
  const named = { subject: user.sub, known: true }
  const tried = { username: account?.username ?? user.sub, address: context.address }
  const attempt = await services.limits.signIn.begin(tried, named)
  const { decision } = attempt
  if (decision.outcome !== 'open')
    return { issue: 'throttled', status: 429, headers: { 'Retry-After': String(decision.retryAfterSeconds) } }
  const hash = inQueue(services.limits.hashing, { sub: user.sub }, hungUp(context))
  const matches = await checked(attempt, () => hash(() => passwordMatches(current, account?.passwordHash)))
  if (account === undefined || !matches) {
    await attempt.failed()
    return refused('current_wrong')
  }
  await attempt.succeeded()
  const chosen = { password, repeat: form.get('repeat') ?? '' }
  const issue = password === current ? 'is_old' : newPasswordIssue(chosen, services.users.passwordFacts(user))
  if (issue !== undefined) return refused(issue)
  // If an administrator has just changed the password, keep that change and reject the current password typed here.
  const outcome = await directory.changePassword(user.sub, password, account.passwordHash, hash)
  return outcome === 'changed' ? undefined : refused('current_wrong')
}

/** GET /secure: the user has reported activity that was not theirs. */
export async function showSecure(page: PortalRequest, refusal?: PasswordRefusal): Promise<void> {
  const account = await page.services.embedded?.account(page.user.sub)
  const password = isOwn(account) ? passwordFields(page, refusal?.issue) : undefined
  const props = { form: formAt(page, '/secure'), password, fixed: fixedPasswordOf(page, account) }
  return show(page, refusal?.status ?? 200, PortalSecure, props, { headers: refusal?.headers ?? {} })
}

/**
 * POST /secure: changes the password first, so an attacker cannot return, and then ends all sessions, even this one.
 */
export async function secureAccount(page: PortalRequest): Promise<void> {
  const { services, context } = page
  if (await ownsPassword(page)) {
    const refusal = await putNewPassword(page)
    if (refusal !== undefined) return showSecure(page, refusal)
    await services.audit.record(auditEvent(page, 'account.password-changed'))
  }
  context.event = 'logout.everywhere'
  await leaveEverything(page)
}
