import { isInLauncher } from '../../../policies/launcher.ts'
import { displayName } from '../../domain/accounts/display-name.ts'
import { homeOf } from '../../domain/clients/client-home.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import { type BrowserSession, sessionsOf } from '../../domain/sessions/session-registry.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import { allowed, registered } from './clients.ts'
import { PortalHome } from './home-view.tsx'
import type { PortalRequest } from './request.ts'
import { lastSignIns, safetyOf } from './safety.ts'
import { show } from './shell.ts'

/** From so many apps on users look for one rather than read the list. */
const SEARCH_FROM = 12
/** More on one page are no help; the search finds the others. */
const SHOWN_MAX = 60
/** Of the apps that were used lately, so many are looked up where the registry is too large to be read at once. */
const USED_MAX = 24
const QUERY_MAX = 100

/** GET /?q=&after=: whether the account is safe, and the apps that the user may open, those used lately first. */
export async function showHome(page: PortalRequest): Promise<void> {
  const { services, user } = page
  const query = (page.query.get('q') ?? '').trim().slice(0, QUERY_MAX)
  const after = page.query.get('after') ?? undefined
  const [sessions, { clients, next }] = await Promise.all([
    sessionsOf(services.storage, user.sub),
    registered(page, after),
  ])
  const [used, safety] = await Promise.all([lastUses(page, sessions), safetyOf(page, sessions)])
  const isWhole = after === undefined && next === undefined
  const candidates = [...clients, ...(isWhole ? [] : await usedBeyond(page, clients, used))].filter(
    (client) =>
      isInLauncher(client) &&
      homeOf(client) !== undefined &&
      client.clientName.toLowerCase().includes(query.toLowerCase()),
  )
  const usedAt = ({ clientId }: Client): number => used.get(clientId) ?? 0
  const { clients: open, more } = await allowed(
    page,
    candidates.toSorted((a, b) => usedAt(b) - usedAt(a) || a.clientName.localeCompare(b.clientName)),
    SHOWN_MAX,
  )
  const isLong = open.length >= SEARCH_FROM || query !== '' || !isWhole
  await show(page, 200, PortalHome, {
    name: displayName(user),
    safety,
    signIns: lastSignIns(page, sessions),
    apps: open.map((client) => ({ name: client.clientName, href: homeOf(client) ?? '' })),
    search: isLong ? { action: page.href('/'), query, more } : undefined,
    nextHref:
      next === undefined ? undefined : withParameters(page.href('/'), { ...(query && { q: query }), after: next }),
  })
}

/** When each app was last allowed or opened in a session that lives, milliseconds since the epoch. */
async function lastUses(
  { services, user }: PortalRequest,
  sessions: readonly BrowserSession[],
): Promise<ReadonlyMap<string, number>> {
  const consents = await services.consents.list(user.sub)
  const uses = new Map<string, number>()
  const note = (clientId: string, at: number): void => void uses.set(clientId, Math.max(at, uses.get(clientId) ?? 0))
  for (const { clientId, lastAt } of consents) note(clientId, lastAt)
  for (const { clients } of sessions) for (const { clientId, at } of clients) note(clientId, at)
  return uses
}

/** On the first page of a large registry: the apps used lately that lie further back in it. */
async function usedBeyond(
  { services, query }: PortalRequest,
  read: readonly Client[],
  used: ReadonlyMap<string, number>,
): Promise<readonly Client[]> {
  if (query.has('after')) return []
  const known = new Set(read.map(({ clientId }) => clientId))
  const missing = [...used].filter(([clientId]) => !known.has(clientId)).toSorted(([, a], [, b]) => b - a)
  const found = await Promise.all(missing.slice(0, USED_MAX).map(([clientId]) => services.clients.find(clientId)))
  return found.filter((client) => client !== undefined)
}
