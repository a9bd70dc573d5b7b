import { parameterMalformed } from '../../../policies/parameters.ts'
import { RECOVERY_CODES, readRecoveryCode } from '../../../policies/recovery-code.ts'
import { displayUsername } from '../../domain/accounts/display-name.ts'
import { passkeyKey } from '../../domain/accounts/factors/factor-record.ts'
import { asksSecondStep, type Passkey, secondFactorsOf } from '../../domain/accounts/factors/second-factors.ts'
import { send } from '../../web/http/responses.ts'
import type { NewAuthenticator } from '../../web/pages/new-authenticator.ts'
import { oneTimeFields } from '../../web/pages/one-time-form.ts'
import { ProtocolError, required } from '../../web/request/request-context.ts'
import { formAt, redirectWithFlash, takePageForm, viewOf } from '../first-party/page.ts'
import { auditEvent, type PortalRequest, show } from './request.ts'
import { PortalCodes, type PortalCodesProps, PortalRenewCodes } from './security-codes-view.tsx'
import { PortalConfirmIdentity } from './security-removal-view.tsx'

/** Path of the security page, relative to the portal's root. */
export const SECURITY = '/security'

/** Checks the sign-in on POST. If it is too old, shows a page, because browsers restrict redirects after forms. */
export async function checkSignIn(page: PortalRequest, path: string): Promise<'recent' | 'stale'> {
  if (await page.isRecentSignIn()) return 'recent'
  await show(page, 403, PortalConfirmIdentity, { href: page.href(path) })
  return 'stale'
}

/** The user's passkey that the query refers to. */
export async function namedPasskey({ services, user, query }: PortalRequest): Promise<Passkey | undefined> {
  const { passkeys } = await secondFactorsOf(services.users, user.sub)
  return passkeys.find(({ id }) => passkeyKey(id) === query.get('passkey'))
}

/**
 * Responds after a sign-in method was added. If the user has no recovery codes yet, creates them and shows them once.
 * @param done message about the added method
 * @param app keeps the codes for a second submission of its form
 */
export async function addedMethod(page: PortalRequest, done: string, app?: NewAuthenticator): Promise<void> {
  const { audit, users } = page.services
  const { recoveryCodes } = users
  const { sub } = page.user
  await page.strengthen()
  const first = recoveryCodes !== undefined && (await recoveryCodes.stateOf(sub)) === undefined
  if (!first) return redirectWithFlash(page, SECURITY, 'ok', done)
  const codes = await recoveryCodes.renew(sub)
  await app?.keepCodes(codes)
  audit.note(auditEvent(page, 'account.recovery-codes-made'))
  await showCodes(page, { codes, done, replaced: false })
}

/** Sends the only response that contains the new recovery codes. */
export const showCodes = (
  page: PortalRequest,
  made: Pick<PortalCodesProps, 'codes' | 'done' | 'replaced'>,
): Promise<void> =>
  show(page, 200, PortalCodes, {
    ...made,
    file: formAt(page, `${SECURITY}/recovery-codes/file`),
  })

/** Redirects to the list with a message that the requested item no longer exists. */
export const gone = (page: PortalRequest): Promise<void> =>
  redirectWithFlash(page, SECURITY, 'info', viewOf(page).t.factors.security.removal.gone)

const PATH = `${SECURITY}/recovery-codes`

/** GET /security/recovery-codes: asks for confirmation before existing codes become invalid. */
export async function askRecoveryCodes(page: PortalRequest): Promise<void> {
  required(page.services.users.recoveryCodes)
  if (!(await page.assertRecentSignIn())) return
  await show(page, 200, PortalRenewCodes, { form: formAt(page, PATH, oneTimeFields(page)) })
}

/** POST /security/recovery-codes: creates new codes, which only this response shows. */
export async function renewRecoveryCodes(page: PortalRequest): Promise<void> {
  const { services, user, context } = page
  const repository = required(services.users.recoveryCodes)
  if ((await checkSignIn(page, PATH)) === 'stale') return
  // Recovery codes substitute for a second factor, so they are useless without one.
  if (!asksSecondStep(await secondFactorsOf(services.users, user.sub))) return gone(page)
  const { again } = viewOf(page).t.factors.security.codes
  if ((await takePageForm(page, 'recovery-codes')).use === 'again')
    return redirectWithFlash(page, SECURITY, 'info', again)
  const replaced = (await repository.stateOf(user.sub)) !== undefined
  const codes = await repository.renew(user.sub)
  context.event = 'account.recovery-codes-made'
  await showCodes(page, { codes, replaced })
}

/** POST /security/recovery-codes/file: returns the submitted codes as a file. Rejects any other text. */
export async function recoveryCodesFile(page: PortalRequest): Promise<void> {
  const { services, user, form, context } = page
  required(services.users.recoveryCodes)
  const codes = (form.get('codes') ?? '').split(' ').slice(0, RECOVERY_CODES)
  if (codes.some((code) => readRecoveryCode(code) === undefined)) throw new ProtocolError(parameterMalformed('codes'))
  const t = viewOf(page).t.factors.security.codes
  const title = t.fileFor({
    account: displayUsername(user),
    product: services.configuration.theme.productName,
  })
  const text = [title, t.fileHint, '', ...codes, ''].join('\r\n')
  send(context, 200, 'text/plain; charset=utf-8', text, {
    'Content-Disposition': 'attachment; filename="recovery-codes.txt"',
  })
}
