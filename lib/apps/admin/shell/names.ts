/** Names of users and clients, looked up once for all rows of a page, and the paths of their pages in the panel. */
import { displayName } from '../../../domain/accounts/display-name.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import type { BrowserSession } from '../../../domain/sessions/session-registry.ts'
import { describeUserAgent } from '../../../web/request/user-agent.ts'
import type { AppView, WhoView } from '../../../web/ui/components/apps.tsx'
import { viewOf } from '../../first-party/page.ts'
import type { PanelRequest } from './request.ts'

export type Names = Awaited<ReturnType<typeof namesOf>>

/** @param subs subjects and machine actors from the rows of one page; machine actors are not looked up */
export async function namesOf(
  page: PanelRequest,
  subs: readonly (string | undefined)[],
  clientIds: readonly (string | undefined)[],
) {
  const { machines } = viewOf(page).t.panel
  const wordFor = (sub: string): string | undefined =>
    Object.hasOwn(machines, sub) ? machines[sub as keyof typeof machines] : undefined
  const once = (ids: readonly (string | undefined)[]): readonly string[] => [
    ...new Set(ids.filter((id) => id !== undefined)),
  ]
  const [users, clients] = await Promise.all([
    Promise.all(
      once(subs)
        .filter((sub) => wordFor(sub) === undefined)
        .map(async (sub) => [sub, await userView(page, sub)] as const),
    ),
    Promise.all(once(clientIds).map(async (id) => [id, await clientView(page, id)] as const)),
  ])
  const [userViews, clientViews] = [new Map(users), new Map(clients)]
  return {
    /** The user's name, or the label of a machine actor. Removed users and clients are shown by their ID. */
    who: (sub: string): WhoView => userViews.get(sub) ?? { name: wordFor(sub) ?? sub },
    app: (clientId: string): AppView => clientViews.get(clientId) ?? { name: clientId },
  }
}

async function userView({ services, href }: PanelRequest, sub: string): Promise<WhoView> {
  // Unlike `users.find`, managed users include suspended users. If the directory is unavailable, show only the subject.
  const { managedUsers, users } = services
  const found = managedUsers === undefined ? users.find(sub) : managedUsers.read(sub).then((managed) => managed?.user)
  const user = await found.catch(() => undefined)
  if (user === undefined) return { name: sub }
  const title = user.preferred_username ?? user.email ?? sub
  return { name: displayName(user), title, href: managedUsers && href(userPath(sub)) }
}

async function clientView(page: PanelRequest, clientId: string): Promise<AppView> {
  return appView(page, clientId, await page.services.clients.find(clientId))
}

/** @param client undefined if the client was removed */
export function appView({ href, mayLook }: PanelRequest, clientId: string, client: Client | undefined): AppView {
  return client === undefined
    ? { name: clientId }
    : {
        name: client.clientName,
        icon: client.icon,
        title: clientId,
        href: mayLook ? href(clientPath(clientId, 'overview')) : undefined,
      }
}

/** The distinct clients in the sessions, excluding removed clients. */
export async function clientsIn(
  { services }: PanelRequest,
  sessions: readonly BrowserSession[],
): Promise<readonly Client[]> {
  const ids = new Set(sessions.flatMap(({ clients }) => clients.map(({ clientId }) => clientId)))
  const found = await Promise.all([...ids].map((id) => services.clients.find(id)))
  return found.filter((client) => client !== undefined)
}

/** Browser and operating system on one line, with a dash for an unknown browser. */
export function deviceName(userAgent: string): string {
  const { browser = '–', system } = describeUserAgent(userAgent)
  return system === undefined ? browser : `${browser} · ${system}`
}

export const clientPath = (clientId: string, tab: string): string => `/clients/${encodeURIComponent(clientId)}/${tab}`

/** Path of the access review download, which can be limited by `client` or `user`. */
export const reviewExportPath = '/review/export'

/** A host's IDs can be anything, also the name of a page, or a dot segment that the browser would resolve. */
const OTHER_SEGMENT = /^(?:~|(?:new|many|import|export)$|\.{1,2}$)/

/** @param page path relative to the user's page; empty for the user's page itself */
export const userPath = (sub: string, page = ''): string =>
  `/users/${OTHER_SEGMENT.test(sub) ? '~' : ''}${encodeURIComponent(sub)}${page === '' ? '' : `/${page}`}`

/** The ID in a path from `userPath`. */
export const subjectIn = (segment: string): string => segment.replace(/^~/, '')
