import { parameterMalformed } from '../../../policies/parameters.ts'
import { RECOVERY_CODES, readRecoveryCode } from '../../../policies/recovery-code.ts'
import { displayUsername } from '../../domain/accounts/display-name.ts'
import { asksSecondStep, secondFactorsOf } from '../../domain/accounts/factors/second-factors.ts'
import { send } from '../../web/http/responses.ts'
import { oneTimeFields } from '../../web/pages/one-time-form.ts'
import { ProtocolError } from '../../web/request/request-context.ts'
import { redirectWithFlash, takePageForm, viewOf } from '../first-party/page.ts'
import type { PortalRequest } from './request.ts'
import { PortalRenewCodes } from './security-codes-view.tsx'
import { gone, judgeSignIn, required, SECURITY, showCodes } from './security-operations.ts'
import { show } from './shell.ts'

const PATH = `${SECURITY}/recovery-codes`

/** GET /security/recovery-codes: asks before codes that were kept stop working. */
export async function askRecoveryCodes(page: PortalRequest): Promise<void> {
  required(page.services.users.recoveryCodes)
  if (!(await page.assertRecentSignIn())) return
  await show(page, 200, PortalRenewCodes, { form: { action: page.href(PATH), hidden: oneTimeFields(page) } })
}

/** POST /security/recovery-codes: new codes, in this answer and never again. */
export async function renewRecoveryCodes(page: PortalRequest): Promise<void> {
  const { services, user, context } = page
  const repository = required(services.users.recoveryCodes)
  if ((await judgeSignIn(page, PATH)) === 'stale') return
  // Codes stand for a second factor: without one they open nothing.
  if (!asksSecondStep(await secondFactorsOf(services.users, user.sub))) return gone(page)
  const { again } = viewOf(page).t.factors.security.codes
  if ((await takePageForm(page, 'recovery-codes')).use === 'again')
    return redirectWithFlash(page, SECURITY, { tone: 'info', text: again })
  const replaced = (await repository.stateOf(user.sub)) !== undefined
  const codes = await repository.renew(user.sub)
  context.event = 'account.recovery-codes-made'
  await showCodes(page, { codes, replaced })
}

/**
 * POST /security/recovery-codes/file: the codes of the page before as a text file, for browsers without scripts too. Only hashes of
 * them are kept, so the form brings them; nothing that is no code comes back.
 */
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
    'X-Content-Type-Options': 'nosniff',
  })
}
