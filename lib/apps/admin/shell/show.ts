/**
 * Shows a panel page. A page handler gathers its props and calls `show`. A form handler redirects with a flash
 * message, so a reload never repeats the operation.
 */
import { deny } from '../../../../policies/verdict.ts'
import { displayName } from '../../../domain/accounts/display-name.ts'
import type { Actor } from '../../../domain/management/account-result.ts'
import { accountView } from '../../../web/pages/account-view.ts'
import type { PageOptions } from '../../../web/pages/pages.ts'
import { ProtocolError } from '../../../web/request/request-context.ts'
import type { Screen } from '../../../web/ui/view.ts'
import { takeFlash, viewOf } from '../../first-party/page.ts'
import { type AdminFrame, type AdminSection, type Framed, panelSections } from './frame-view.tsx'
import type { PanelRequest } from './request.ts'

export async function show<Props extends Framed>(
  page: PanelRequest,
  status: number,
  screen: Screen<Props>,
  props: Omit<Props, 'frame'>,
  options: Pick<PageOptions, 'frame'> = {},
): Promise<void> {
  const frame = await frameOf(page)
  const framed = { ...props, frame } as unknown as Props
  await page.services.pages.show(page.context, status, screen, framed, { ...options, kind: 'panel' })
}

/** The role list needs the embedded directory, because role members in a host's directory cannot be counted. */
export function sectionsOf({ services, mayLook, mayChange }: PanelRequest): readonly AdminSection[] {
  return panelSections.filter(
    (section) =>
      (mayLook || section === 'users') &&
      (section !== 'users' || services.managedUsers !== undefined) &&
      (section !== 'roles' || services.embedded !== undefined) &&
      (section !== 'appearance' || mayChange),
  )
}

async function frameOf(page: PanelRequest): Promise<AdminFrame> {
  const { services, user, hidden, query, path, mayLook, mayChange, confirmHref } = page
  const incidents = services.metrics.overview.incidents()
  return {
    root: page.href(''),
    sections: sectionsOf(page),
    account: accountView(user),
    other: services.site.accountHref === undefined ? undefined : { app: 'account', href: services.site.accountHref },
    signOut: { action: page.href('/sign-out'), hidden },
    query: path === '/search' ? (query.get('q') ?? '') : '',
    mayLook,
    mayChange,
    confirmHref,
    flash: await takeFlash(page),
    counts:
      incidents === 0
        ? undefined
        : { overview: { count: incidents, label: viewOf(page).t.admin.incidents({ count: incidents }) } },
  }
}

/** Only users who can submit a form can open it. @throws ProtocolError access_denied 403 */
export function assertMayChange({ mayChange }: PanelRequest): void {
  if (!mayChange) throw new ProtocolError(deny('access_denied', 'access_rule', 'the role may not change anything'))
}

/** The signed-in user as the actor in the audit trail. */
export const actorOf = ({ user, context }: PanelRequest): Actor => ({
  name: user.sub,
  address: context.address,
  requestId: context.requestId,
})

/** A user's display name, or a machine actor's label. */
export async function nameOf(page: PanelRequest, actor: string): Promise<string> {
  const { machines } = viewOf(page).t.panel
  return Object.hasOwn(machines, actor) ? machines[actor as keyof typeof machines] : nameOfUser(page, actor)
}

/** A user's display name, or the subject if no name is available. */
export async function nameOfUser({ services }: PanelRequest, sub: string): Promise<string> {
  // If the directory is unavailable, only the name is missing, not the whole page.
  const user = await services.users.find(sub).catch(() => undefined)
  return user === undefined ? sub : displayName(user)
}
