import { randomBytes } from 'node:crypto'
import { SECRET_BYTES } from '../../../policies/authenticator-code.ts'
import { displayUsername } from '../../domain/accounts/display-name.ts'
import { base32, checkCode, keyUri } from '../../domain/accounts/factors/totp.ts'
import { formAt, viewOf } from '../first-party/page.ts'
import { type PortalRequest, show } from './request.ts'
import { PortalAuthenticator, type PortalAuthenticatorProps } from './security-codes-view.tsx'
import { addedMethod, checkSignIn, required, SECURITY } from './security-operations.ts'

const PATH = `${SECURITY}/authenticator`
/** Secrets that are not confirmed yet, encrypted and stored per session for as long as a sign-in counts as recent. */
const PENDING = 'authenticator-secret'
const PENDING_MS = 600_000
/** Lower than any real time step, so every code counts as newer. */
const NEVER = -1

const contextOf = ({ session }: PortalRequest): string => `${PENDING} ${session.sid}`

/** GET /security/authenticator: keeps the secret until it is confirmed, so a scanned QR code survives a reload. */
export async function authenticatorForm(page: PortalRequest): Promise<void> {
  required(page.services.users.totp)
  if (await page.assertRecentSignIn()) await showForm(page)
}

/** POST /security/authenticator: the first code proves that the app holds the secret. */
export async function addAuthenticator(page: PortalRequest): Promise<void> {
  const { services, user, form, context } = page
  const totp = required(services.users.totp)
  if ((await checkSignIn(page, PATH)) === 'stale') return
  const secret = await pending(page)
  if (secret === undefined) return showForm(page, 'expired')
  const typed = form.get('code')?.trim() ?? ''
  if (typed === '') return showForm(page, 'missing')
  const decision = checkCode(secret, typed, NEVER, services.now() / 1000)
  if (decision.outcome !== 'accepted') return showForm(page, 'wrong')
  // If a secret is confirmed twice at the same time, only one confirmation succeeds.
  if ((await services.storage.records.take(PENDING, page.session.sid)) === undefined) return showForm(page, 'expired')
  await totp.put(user.sub, secret, decision.step)
  context.event = 'account.authenticator-added'
  await addedMethod(page, viewOf(page).t.factors.security.newApp.done)
}

async function pending(page: PortalRequest): Promise<Buffer | undefined> {
  const { services, session } = page
  const sealed = await services.storage.records.read(PENDING, session.sid)
  return sealed === undefined ? undefined : services.sealer.open(sealed, 'authenticator', contextOf(page))
}

async function pendingOrNew(page: PortalRequest): Promise<Buffer> {
  const { services, session } = page
  const secret = randomBytes(SECRET_BYTES)
  const claim = await services.storage.records.claim(
    PENDING,
    session.sid,
    await services.sealer.seal(secret, 'authenticator', contextOf(page)),
    PENDING_MS,
  )
  return claim === 'claimed' ? secret : ((await pending(page)) ?? pendingOrNew(page))
}

async function showForm(page: PortalRequest, issue?: PortalAuthenticatorProps['issue']): Promise<void> {
  const { user, services } = page
  const secret = await pendingOrNew(page)
  await show(page, issue === undefined ? 200 : 422, PortalAuthenticator, {
    form: formAt(page, PATH),
    secret: base32(secret),
    uri: keyUri(secret, services.configuration.theme.productName, displayUsername(user)),
    issue,
  })
}
