/**
 * How a page of the panel is shown. A page handler gathers its props and calls `show`; a form handler acts and calls
 * `goOn`, so that a reload never repeats the act. Screens take `Framed` props and draw themselves inside `AdminPage`.
 *
 * Addresses that pages of different sections lead to: `/clients/:id/settings`, `/activity?client=&user=&request_id=&sid=`, `/activity/:seq`,
 * `/explain/:request_id`, `/sessions?user=`, `/deliveries?client=`.
 */
import { randomBytes } from 'node:crypto'
import { deny } from '../../../../policies/verdict.ts'
import { redirect } from '../../../web/http/responses.ts'
import { ProtocolError } from '../../../web/request/protocol-error.ts'
import type { Screen, View } from '../../../web/ui/view.ts'
import type { PanelRequest } from '../panel.ts'
import { ConfirmIdentity } from './confirm-identity-view.tsx'
import type { AdminFrame, AdminSection, Framed, News } from './frame-view.tsx'

const SECTIONS: readonly AdminSection[] = [
  'overview',
  'clients',
  'sessions',
  'activity',
  'deliveries',
  'keys',
  'settings',
]
/** With people that the service itself keeps. */
const WITH_PEOPLE: readonly AdminSection[] = [
  'overview',
  'clients',
  'users',
  'roles',
  'sessions',
  'activity',
  'deliveries',
  'keys',
  'settings',
]
/** Actors that no directory knows. */
const NEWS = 'panel-news'
const NEWS_MS = 10 * 60_000

/** Shows a screen inside the panel's frame, in the person's language. */
export async function show<Props extends Framed>(
  page: PanelRequest,
  status: number,
  screen: Screen<Props>,
  props: Omit<Props, 'frame'>,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const frame = await frameOf(page)
  const framed = { ...props, frame } as unknown as Props
  await page.services.pages.show(page.context, status, screen, framed, { kind: 'panel', headers })
}

/** Texts, language and time of the answer, for handlers that put words into props or news. */
export function viewOf({ services, context }: PanelRequest): View {
  return services.pages.view(context)
}

/** After an act: the browser goes on to a page of the panel, which tells the news once. @param path below the panel */
export async function goOn(page: PanelRequest, path: string, news?: News): Promise<void> {
  if (news === undefined) return redirect(page.context, page.href(path))
  const id = randomBytes(16).toString('base64url')
  await page.services.storage.records.put(NEWS, newsKey(page, id), JSON.stringify(news), NEWS_MS)
  redirect(page.context, page.href(`${path}${path.includes('?') ? '&' : '?'}news=${id}`))
}

/**
 * For the POST of a disruptive form: `recent` lets it act; `stale` has been answered with the way to sign in again.
 * It is a page and no redirect, because browsers hold redirects after a form to the form's own origin.
 * @param path of the form, below the panel
 */
export async function judgeSignIn(
  page: PanelRequest,
  section: AdminSection,
  path: string,
): Promise<'recent' | 'stale'> {
  if (await page.isRecentSignIn()) return 'recent'
  await show(page, 403, ConfirmIdentity, { section, href: page.href(path) })
  return 'stale'
}

async function frameOf(page: PanelRequest): Promise<AdminFrame> {
  const { user, hidden, query, path, mayChange } = page
  const id = query.get('news')
  // News belong to the session that caused them and are told once: a link cannot put words on the page.
  const text = id === null ? undefined : await page.services.storage.records.take(NEWS, newsKey(page, id))
  return {
    root: page.href(''),
    sections: page.services.embedded === undefined ? SECTIONS : WITH_PEOPLE,
    account: {
      name: user.name ?? user.preferred_username ?? user.email ?? user.sub,
      detail: user.email ?? user.preferred_username,
    },
    signOut: { action: page.href('/sign-out'), hidden },
    query: path === '/search' ? (query.get('q') ?? '') : '',
    mayChange,
    news: text === undefined ? undefined : (JSON.parse(text) as News),
  }
}

const newsKey = ({ session }: PanelRequest, id: string): string => `${session.sub} ${id.slice(0, 40)}`

/** Opening a form is for those who may send it. @throws ProtocolError access_denied 403 */
export function assertMayChange({ mayChange }: PanelRequest): void {
  if (!mayChange) throw new ProtocolError(deny('access_denied', 'access_rule', 'the role may not change anything'))
}

/** Who did something, for people: the name of a subject, or the word that stands for a machine. */
export async function nameOf(page: PanelRequest, actor: string): Promise<string> {
  const { services } = page
  const { machines } = viewOf(page).t.panel
  if (Object.hasOwn(machines, actor)) return machines[actor as keyof typeof machines]
  // A directory that is away costs the page a name, not the page.
  const user = await services.users.find(actor).catch(() => undefined)
  return user?.name ?? user?.preferred_username ?? user?.email ?? actor
}
