import { asksSecondStep, secondFactorsOf } from '../../domain/accounts/factors/second-factors.ts'
import { oneTimeFields } from '../../web/pages/one-time-form.ts'
import { redirectWithFlash, takePageForm, viewOf } from '../first-party/page.ts'
import type { PortalRequest } from './request.ts'
import { PortalCodes, PortalRenewCodes } from './security-codes-view.tsx'
import { gone, judgeSignIn, required, SECURITY } from './security-operations.ts'
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
  await show(page, 200, PortalCodes, { codes, replaced })
}
