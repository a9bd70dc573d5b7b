import { randomBytes } from 'node:crypto'
import { deny } from '../../../policies/verdict.ts'
import { passkeyKey } from '../../domain/accounts/factors/factor-record.ts'
import { type Passkey, secondFactorsOf } from '../../domain/accounts/factors/second-factors.ts'
import type { AuditEventName } from '../../domain/audit/events.ts'
import { ProtocolError } from '../../web/request/protocol-error.ts'
import type { PortalRequest } from './portal.ts'
import { PortalCodes } from './security-codes-view.tsx'
import { PortalConfirmIdentity } from './security-removal-view.tsx'
import { goOn, show, viewOf } from './shell.ts'

/** Page of all methods, below the portal. */
export const SECURITY = '/security'
const USED_FORM = 'portal-form'
const USED_FORM_MS = 24 * 3_600_000

/** A capability of the directory; without it the page is not there. @throws ProtocolError not_found 404 */
export function required<Capability>(capability: Capability | undefined): Capability {
  if (capability === undefined) throw new ProtocolError(deny('not_found', 'not_found'))
  return capability
}

/**
 * For the POST of a form that changes how the person signs in. It is a page and no redirect, because browsers hold redirects
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

export function tell({ services, user, context }: PortalRequest, event: AuditEventName): void {
  services.audit.note({
    event,
    result: 'ok',
    user: user.sub,
    address: context.address,
    requestId: context.requestId,
  })
}

/**
 * After a method was added: the first one brings recovery codes with it, which are shown in this answer and never again.
 * @param done what was done, in words
 */
export async function addedMethod(page: PortalRequest, done: string): Promise<void> {
  const { recoveryCodes } = page.services.users
  const { sub } = page.user
  const first = recoveryCodes !== undefined && (await recoveryCodes.stateOf(sub)) === undefined
  if (!first) return goOn(page, SECURITY, { tone: 'ok', text: done })
  const codes = await recoveryCodes.renew(sub)
  tell(page, 'account.recovery-codes-made')
  await show(page, 200, PortalCodes, { codes, done, replaced: false })
}

/** Hidden fields of a form that acts once. */
export const oneUse = ({ hidden }: PortalRequest): Readonly<Record<string, string>> => ({
  ...hidden,
  form_id: randomBytes(16).toString('base64url'),
})

/** Sent again (reload, back, two clicks), a form never repeats its act. */
export async function useOnce({ services, session, form }: PortalRequest): Promise<'first' | 'again'> {
  const formId = form.get('form_id') ?? ''
  if (!/^[A-Za-z0-9_-]{22}$/.test(formId))
    throw new ProtocolError(deny('invalid_request', 'parameter_malformed', 'form_id'))
  const claim = await services.storage.records.claim(USED_FORM, `${session.sid} ${formId}`, '1', USED_FORM_MS)
  return claim === 'claimed' ? 'first' : 'again'
}

/** What was named is gone: the list says so. */
export const gone = (page: PortalRequest): Promise<void> =>
  goOn(page, SECURITY, { tone: 'info', text: viewOf(page).t.factors.security.removal.gone })
