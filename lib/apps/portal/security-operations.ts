import { deny } from '../../../policies/verdict.ts'
import { passkeyKey } from '../../domain/accounts/factors/factor-record.ts'
import { type Passkey, secondFactorsOf } from '../../domain/accounts/factors/second-factors.ts'
import { ProtocolError } from '../../web/request/request-context.ts'
import { redirectWithFlash, viewOf } from '../first-party/page.ts'
import type { PortalRequest } from './request.ts'
import { PortalCodes, type PortalCodesProps } from './security-codes-view.tsx'
import { PortalConfirmIdentity } from './security-removal-view.tsx'
import { auditEvent, show } from './shell.ts'

/** Page of all methods, below the portal. */
export const SECURITY = '/security'

/** A capability of the directory; without it the page is not there. @throws ProtocolError not_found 404 */
export function required<Capability>(capability: Capability | undefined): Capability {
  if (capability === undefined) throw new ProtocolError(deny('not_found', 'not_found'))
  return capability
}

/**
 * For the POST of a form that changes how the user signs in. It is a page and no redirect, because browsers hold redirects
 * after a form to the form's own origin.
 */
export async function judgeSignIn(page: PortalRequest, path: string): Promise<'recent' | 'stale'> {
  if (await page.isRecentSignIn()) return 'recent'
  await show(page, 403, PortalConfirmIdentity, { href: page.href(path) })
  return 'stale'
}

/** The passkey that the address names. */
export async function namedPasskey({ services, user, query }: PortalRequest): Promise<Passkey | undefined> {
  const { passkeys } = await secondFactorsOf(services.users, user.sub)
  return passkeys.find(({ id }) => passkeyKey(id) === query.get('passkey'))
}

/**
 * After a method was added: the first one brings recovery codes with it, which are shown in this answer and never again.
 * @param done what was done, in words
 */
export async function addedMethod(page: PortalRequest, done: string): Promise<void> {
  const { audit, users } = page.services
  const { recoveryCodes } = users
  const { sub } = page.user
  await page.strengthen()
  const first = recoveryCodes !== undefined && (await recoveryCodes.stateOf(sub)) === undefined
  if (!first) return redirectWithFlash(page, SECURITY, { tone: 'ok', text: done })
  const codes = await recoveryCodes.renew(sub)
  audit.note(auditEvent(page, 'account.recovery-codes-made'))
  await showCodes(page, { codes, done, replaced: false })
}

/** The one answer with new codes. */
export const showCodes = (
  page: PortalRequest,
  made: Pick<PortalCodesProps, 'codes' | 'done' | 'replaced'>,
): Promise<void> =>
  show(page, 200, PortalCodes, {
    ...made,
    file: { action: page.href(`${SECURITY}/recovery-codes/file`), hidden: page.hidden },
  })

/** What was named is gone: the list says so. */
export const gone = (page: PortalRequest): Promise<void> =>
  redirectWithFlash(page, SECURITY, { tone: 'info', text: viewOf(page).t.factors.security.removal.gone })
