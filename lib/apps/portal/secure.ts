import { leaveEverything } from './devices.ts'
import { type PasswordRefusal, passwordFields, putNewPassword } from './password.ts'
import type { PortalRequest } from './request.ts'
import { PortalSecure } from './secure-view.tsx'
import { auditEvent, ownsPassword, show } from './shell.ts'

/** GET /secure: something was not the user's own doing. */
export async function showSecure(page: PortalRequest, refusal?: PasswordRefusal): Promise<void> {
  const password = (await ownsPassword(page)) ? passwordFields(page, refusal?.fault) : undefined
  const form = { action: page.href('/secure'), hidden: page.hidden }
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
