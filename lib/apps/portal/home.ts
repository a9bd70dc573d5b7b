import { clientOrigins } from '../../../policies/cors.ts'
import { displayName } from '../../domain/accounts/display-name.ts'
import { sessionsOf } from '../../domain/sessions/session-registry.ts'
import { appsOf } from './clients.ts'
import { PortalHome } from './home-view.tsx'
import type { PortalRequest } from './request.ts'
import { show } from './shell.ts'

/** From here on users look for an app rather than read the list. */
const SEARCH_FROM = 12
const QUERY_MAX = 100

/** GET /?q=: the apps that the user may open, those used lately first. */
export async function showHome(page: PortalRequest): Promise<void> {
  const query = (page.query.get('q') ?? '').trim().slice(0, QUERY_MAX)
  const [open, used] = await Promise.all([
    appsOf(page, ({ clientId, clientName: name, redirectUris }) => {
      const href = clientOrigins(redirectUris)[0]
      return href === undefined ? undefined : { clientId, name, href }
    }),
    lastUses(page),
  ])
  const usedAt = ({ clientId }: { readonly clientId: string }): number => used.get(clientId) ?? 0
  const apps = open.toSorted((a, b) => usedAt(b) - usedAt(a) || a.name.localeCompare(b.name))
  await show(page, 200, PortalHome, {
    name: displayName(page.user),
    apps: apps
      .filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()))
      .map(({ name, href }) => ({ name, href })),
    search: apps.length > SEARCH_FROM ? { action: page.href('/'), query } : undefined,
    nudge: await missesPasskey(page),
  })
}

/** When each app was last allowed or opened in a session that lives, milliseconds since the epoch. */
async function lastUses({ services, user }: PortalRequest): Promise<ReadonlyMap<string, number>> {
  const [consents, sessions] = await Promise.all([
    services.consents.list(user.sub),
    sessionsOf(services.storage, user.sub),
  ])
  const uses = new Map<string, number>()
  const note = (clientId: string, at: number): void => void uses.set(clientId, Math.max(at, uses.get(clientId) ?? 0))
  for (const { clientId, lastAt } of consents) note(clientId, lastAt)
  for (const { clients } of sessions) for (const { clientId, at } of clients) note(clientId, at)
  return uses
}

/** Whether to propose a passkey: there is none, and this page could make one. */
async function missesPasskey({ services, user }: PortalRequest): Promise<boolean> {
  const { passkeys, users, configuration } = services
  if (passkeys?.placeOf(configuration.portalUrl) !== 'here') return false
  return (await users.passkeys?.list(user.sub))?.length === 0
}
