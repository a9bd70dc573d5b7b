import { checkPanelAccess } from '../../../policies/panel-access.ts'
import { type Account, isChangedHere } from '../../domain/accounts/account-record.ts'
import type { AuditEvent, AuditEventName } from '../../domain/audit/events.ts'
import { accountView } from '../../web/pages/account-view.ts'
import type { PageOptions } from '../../web/pages/pages.ts'
import { deviceIn } from '../../web/request/user-agent.ts'
import type { Screen } from '../../web/ui/view.ts'
import { takeFlash } from '../first-party/page.ts'
import { type InPortal, type PortalFrame, SECTIONS } from './frame-view.tsx'
import type { PortalRequest } from './request.ts'

/** Shows a screen inside the portal's frame. */
export async function show<Props extends InPortal>(
  page: PortalRequest,
  status: number,
  screen: Screen<Props>,
  props: Omit<Props, 'frame'>,
  options: PageOptions = {},
): Promise<void> {
  const frame = await frameOf(page)
  const framed = { ...props, frame } as unknown as Props
  await page.services.pages.show(page.context, status, screen, framed, { kind: 'panel', ...options })
}

/** Passwords of the configuration are changed there, those of a host's directory with the host, and a connector's user has none. */
export async function ownsPassword({ services, user }: PortalRequest): Promise<boolean> {
  return isOwn(await services.embedded?.account(user.sub))
}

export const isOwn = (account: Account | undefined): boolean => account !== undefined && isChangedHere(account)

/** Whether the directory keeps anything beyond passwords. */
export const keepsFactors = ({ services: { users } }: PortalRequest): boolean =>
  users.passkeys !== undefined || users.totp !== undefined

/** An entry of the audit trail about what users did to their own accounts. */
export const auditEvent = ({ user, context }: PortalRequest, event: AuditEventName): AuditEvent => ({
  event,
  result: 'ok',
  user: user.sub,
  address: context.address,
  ...deviceIn(context.req),
  requestId: context.requestId,
})

async function frameOf(page: PortalRequest): Promise<PortalFrame> {
  const { services, user, hidden, href } = page
  const news = await takeFlash(page)
  return {
    root: href(''),
    sections: SECTIONS,
    signOut: { action: href('/sign-out'), hidden },
    account: accountView(user),
    other:
      services.adminHref !== undefined && checkPanelAccess(user.roles ?? [], false).allowed
        ? { app: 'administration', href: services.adminHref }
        : undefined,
    news,
  }
}
