/**
 * How a page of the panel is shown. A page handler gathers its props and calls `show`; a form handler does its work and
 * redirects with a flash message, so that a reload never repeats it. Screens take `Framed` props and draw themselves inside
 * `AdminPage`.
 */
import { deny } from '../../../../policies/verdict.ts'
import { displayName } from '../../../domain/accounts/display-name.ts'
import type { Actor } from '../../../domain/management/account-result.ts'
import { accountView } from '../../../web/pages/account-view.ts'
import { ProtocolError } from '../../../web/request/request-context.ts'
import type { Screen } from '../../../web/ui/view.ts'
import { takeFlash, viewOf } from '../../first-party/page.ts'
import { type AdminFrame, type AdminSection, type Framed, panelSections } from './frame-view.tsx'
import type { PanelRequest } from './request.ts'

/** Shows a screen inside the panel's frame, in the user's language. */
export async function show<Props extends Framed>(
  page: PanelRequest,
  status: number,
  screen: Screen<Props>,
  props: Omit<Props, 'frame'>,
): Promise<void> {
  const frame = await frameOf(page)
  const framed = { ...props, frame } as unknown as Props
  await page.services.pages.show(page.context, status, screen, framed, { kind: 'panel' })
}

/** Roles are listed only where the service keeps the users: who has which in a host's directory cannot be counted. */
export function sectionsOf({ services }: PanelRequest): readonly AdminSection[] {
  return panelSections.filter(
    (section) =>
      (section !== 'users' || services.managedUsers !== undefined) &&
      (section !== 'roles' || services.embedded !== undefined),
  )
}

async function frameOf(page: PanelRequest): Promise<AdminFrame> {
  const { services, user, hidden, query, path, mayChange, confirmHref } = page
  const incidents = services.metrics.overview.incidents()
  return {
    root: page.href(''),
    sections: sectionsOf(page),
    account: accountView(user),
    other: services.site.accountHref === undefined ? undefined : { app: 'account', href: services.site.accountHref },
    signOut: { action: page.href('/sign-out'), hidden },
    query: path === '/search' ? (query.get('q') ?? '') : '',
    mayChange,
    confirmHref,
    news: await takeFlash(page),
    counts:
      incidents === 0
        ? undefined
        : { overview: { count: incidents, label: viewOf(page).t.admin.incidents({ count: incidents }) } },
  }
}

/** Opening a form is for those who may send it. @throws ProtocolError access_denied 403 */
export function assertMayChange({ mayChange }: PanelRequest): void {
  if (!mayChange) throw new ProtocolError(deny('access_denied', 'access_rule', 'the role may not change anything'))
}

/** Under whose name an operation stands in the audit trail. */
export const actorOf = ({ user, context }: PanelRequest): Actor => ({
  name: user.sub,
  address: context.address,
  requestId: context.requestId,
})

/** Who did something, for readers: the name of a user, or the word that stands for a machine. */
export async function nameOf(page: PanelRequest, actor: string): Promise<string> {
  const { machines } = viewOf(page).t.panel
  return Object.hasOwn(machines, actor) ? machines[actor as keyof typeof machines] : nameOfUser(page, actor)
}

/** The name of a user, or the subject where nothing else is known. */
export async function nameOfUser({ services }: PanelRequest, sub: string): Promise<string> {
  // A directory that is away costs the page a name, not the page.
  const user = await services.users.find(sub).catch(() => undefined)
  return user === undefined ? sub : displayName(user)
}
