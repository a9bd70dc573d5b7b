import { NEW_PASSWORD_MIN_LENGTH, newPasswordIssue } from '../../../policies/new-password.ts'
import { deny } from '../../../policies/verdict.ts'
import { displayUsername } from '../../domain/accounts/display-name.ts'
import { inLine } from '../../domain/accounts/factors/hashing-line.ts'
import { passwordMatches } from '../../domain/accounts/factors/passwords.ts'
import { checked } from '../../domain/limits/attempts.ts'
import { sessionsOf } from '../../domain/sessions/session-registry.ts'
import { hungUp } from '../../web/request/hung-up.ts'
import { ProtocolError } from '../../web/request/request-context.ts'
import { formAt, redirectWithFlash, viewOf } from '../first-party/page.ts'
import { leaveEverything, othersOf } from './devices.ts'
import { type PasswordFieldsProps, PortalPassword, type PortalPasswordFault, PortalSecure } from './password-view.tsx'
import { auditEvent, ownsPassword, type PortalRequest, type PortalServices, show } from './request.ts'
import { SECURITY } from './security-operations.ts'

const PASSWORD = `${SECURITY}/password`

/** What is wrong with what was typed, and the answer's status and headers. */
export interface PasswordRefusal {
  readonly fault: PortalPasswordFault
  readonly status: 422 | 429
  readonly headers: Readonly<Record<string, string>>
}

/** The page is there only for passwords that the service itself keeps. */
async function directoryOf(page: PortalRequest): Promise<NonNullable<PortalServices['embedded']>> {
  const { embedded } = page.services
  if (embedded === undefined || !(await ownsPassword(page))) throw new ProtocolError(deny('not_found', 'not_found'))
  return embedded
}

export function passwordFields({ user }: PortalRequest, fault?: PortalPasswordFault): PasswordFieldsProps {
  return { minLength: NEW_PASSWORD_MIN_LENGTH, username: displayUsername(user), fault }
}

export async function showPassword(page: PortalRequest, refusal?: PasswordRefusal): Promise<void> {
  await directoryOf(page)
  const props = {
    form: formAt(page, PASSWORD),
    ...passwordFields(page, refusal?.fault),
  }
  return show(page, refusal?.status ?? 200, PortalPassword, props, { headers: refusal?.headers ?? {} })
}

export async function changePassword(page: PortalRequest): Promise<void> {
  const { services, user, form, context } = page
  const refusal = await putNewPassword(page)
  if (refusal !== undefined) return showPassword(page, refusal)
  const others = form.get('others') === 'on' ? othersOf(page, await sessionsOf(services.storage, user.sub)) : []
  // Whoever knew the old password may sit in any of these browsers: what was issued there ends with them.
  for (const other of others) await services.ending.endSession(other, 'end')
  context.event = 'account.password-changed'
  const text = viewOf(page).t.portal.password.changed({ others: others.length })
  await redirectWithFlash(page, SECURITY, 'ok', text)
}

/** Puts the new password in place. The old one proves who asks, and tries count like those of a sign-in. */
export async function putNewPassword(page: PortalRequest): Promise<PasswordRefusal | undefined> {
  const { services, user, form, context } = page
  const directory = await directoryOf(page)
  const refused = (fault: PortalPasswordFault): PasswordRefusal => ({ fault, status: 422, headers: {} })
  const current = form.get('current') ?? ''
  const password = form.get('new_password') ?? ''
  if (current === '') return refused('current_missing')
  const account = await directory.account(user.sub)
  // Whoever is signed in is no stranger: what others guess elsewhere is not counted against them.
  const meant = { subject: user.sub, known: true }
  const tried = { username: account?.username ?? user.sub, address: context.address }
  const attempt = await services.limits.signIn.begin(tried, meant)
  const { decision } = attempt
  if (decision.outcome !== 'open')
    return { fault: 'throttled', status: 429, headers: { 'Retry-After': String(decision.retryAfterSeconds) } }
  const hash = inLine(services.limits.hashing, { sub: user.sub }, hungUp(context))
  const matches = await checked(attempt, () => hash(() => passwordMatches(current, account?.passwordHash)))
  if (account === undefined || !matches) {
    await attempt.failed()
    return refused('current_wrong')
  }
  await attempt.succeeded()
  const names = [account.username, user.preferred_username, user.email].filter((name) => name !== undefined)
  const fault =
    password === current ? 'is_old' : newPasswordIssue({ password, repeat: form.get('repeat') ?? '', names })
  if (fault !== undefined) return refused(fault)
  // An administrator gave out another password meanwhile: theirs stands, and the old one proves nothing any more.
  const outcome = await directory.changePassword(user.sub, password, account.passwordHash, hash)
  return outcome === 'changed' ? undefined : refused('current_wrong')
}

/** GET /secure: something was not the user's own doing. */
export async function showSecure(page: PortalRequest, refusal?: PasswordRefusal): Promise<void> {
  const password = (await ownsPassword(page)) ? passwordFields(page, refusal?.fault) : undefined
  const form = formAt(page, '/secure')
  return show(page, refusal?.status ?? 200, PortalSecure, { form, password }, { headers: refusal?.headers ?? {} })
}

/**
 * POST /secure: the password first, so that whoever is thrown out cannot come back, then everything ends, this session too.
 * The way back in is the new password.
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
