import { NEW_PASSWORD_MIN_LENGTH, newPasswordFault } from '../../policies/new-password.ts'
import { deny } from '../../policies/verdict.ts'
import type { EmbeddedDirectory } from '../accounts/embedded-directory.ts'
import { passwordMatches } from '../accounts/passwords.ts'
import { signInThrottle } from '../accounts/throttle.ts'
import { ProtocolError } from '../http/protocol-error.ts'
import { sessionsOf } from '../sessions/session-registry.ts'
import { sessionOfSid } from '../sessions/sid.ts'
import { PortalPassword } from '../ui/screens/portal/password.tsx'
import type { PortalPasswordFault } from '../ui/screens/portal/password.tsx'
import type { PortalRequest } from './portal.ts'
import { goOn, ownsPassword, show, viewOf } from './shell.ts'

/** The page is there only for passwords that the service itself keeps. */
async function directoryOf(page: PortalRequest): Promise<EmbeddedDirectory> {
  const { embedded } = page.services
  if (embedded === undefined || !(await ownsPassword(page))) throw new ProtocolError(deny('not_found', 'not_found'))
  return embedded
}

/** GET /password */
export async function showPassword(
  page: PortalRequest,
  fault?: PortalPasswordFault,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  await directoryOf(page)
  return show(
    page,
    fault === undefined ? 200 : fault === 'throttled' ? 429 : 422,
    PortalPassword,
    {
      form: { action: page.href('/password'), hidden: page.hidden },
      minLength: NEW_PASSWORD_MIN_LENGTH,
      username: page.person.preferred_username ?? page.person.sub,
      fault,
    },
    headers,
  )
}

/** POST /password: the old one proves who asks, and tries count like those of a sign-in. */
export async function changePassword(page: PortalRequest): Promise<void> {
  const { services, person, form, exchange, session } = page
  const directory = await directoryOf(page)
  const current = form.get('current') ?? ''
  const password = form.get('new_password') ?? ''
  if (current === '') return showPassword(page, 'current_missing')
  const account = await directory.account(person.sub)
  const entry = await signInThrottle(services.storage.rates, services.configuration.login.throttle).enter(
    account?.username ?? person.sub,
    exchange.address,
  )
  if (!entry.allowed) return showPassword(page, 'throttled', { 'Retry-After': String(entry.retryAfterSeconds) })
  if (account === undefined || !(await passwordMatches(current, account.passwordHash))) return showPassword(page, 'current_wrong')
  await entry.succeeded()
  const names = [account.username, person.preferred_username, person.email].filter((name) => name !== undefined)
  const fault = password === current ? 'is_old' : newPasswordFault({ password, repeat: form.get('repeat') ?? '', names })
  if (fault !== undefined) return showPassword(page, fault)
  await directory.changePassword(person.sub, password)
  const others =
    form.get('others') === 'on'
      ? (await sessionsOf(services.storage, person.sub)).filter(({ uid }) => uid !== sessionOfSid(session.sid))
      : []
  for (const other of others) await services.ending.endSession(other)
  exchange.event = 'account.password-changed'
  await goOn(page, '/password', { tone: 'ok', text: viewOf(page).t.portal.password.changed({ others: others.length }) })
}
