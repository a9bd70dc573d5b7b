import { asksSecondStep, secondFactorsOf } from '../../domain/accounts/factors/second-factors.ts'
import type { PortalRequest } from './portal.ts'
import { gone, judgeSignIn, oneUse, required, SECURITY, useOnce } from './security-acts.ts'
import { PortalCodes, PortalRenewCodes } from './security-codes-view.tsx'
import { goOn, show, viewOf } from './shell.ts'

const PATH = `${SECURITY}/recovery-codes`

/** GET /security/recovery-codes: asks before codes that were kept stop working. */
export async function askRecoveryCodes(page: PortalRequest): Promise<void> {
  required(page.services.users.recoveryCodes)
  if (!(await page.assertRecentSignIn())) return
  await show(page, 200, PortalRenewCodes, { form: { action: page.href(PATH), hidden: oneUse(page) } })
}

/** POST /security/recovery-codes: new codes, in this answer and never again. */
export async function renewRecoveryCodes(page: PortalRequest): Promise<void> {
  const { services, user, context } = page
  const keeper = required(services.users.recoveryCodes)
  if ((await judgeSignIn(page, PATH)) === 'stale') return
  // Codes stand for a second factor: without one they open nothing.
  if (!asksSecondStep(await secondFactorsOf(services.users, user.sub))) return gone(page)
  const { again } = viewOf(page).t.factors.security.codes
  if ((await useOnce(page)) === 'again') return goOn(page, SECURITY, { tone: 'info', text: again })
  const replaced = (await keeper.stateOf(user.sub)) !== undefined
  const codes = await keeper.renew(user.sub)
  context.event = 'account.recovery-codes-made'
  await show(page, 200, PortalCodes, { codes, replaced })
}
