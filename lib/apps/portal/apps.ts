import type { Client } from '../../domain/clients/client-record.ts'
import { isolate } from '../../web/ui/texts/format/words.ts'
import { formAt, redirectWithFlash, viewOf } from '../first-party/page.ts'
import { PortalAppRemoval, PortalApps } from './apps-view.tsx'
import { type PortalRequest, show } from './request.ts'

/** Maximum number of trusted apps to list. The rest are omitted, because users cannot change anything about them. */
const TRUSTED_MAX = 60

/** GET /apps: the apps that the user has authorized, and a read-only list of trusted apps. */
export async function showApps(page: PortalRequest): Promise<void> {
  const { services, user } = page
  const [consents, { clients }] = await Promise.all([services.consents.list(user.sub), registered(page)])
  const apps = await Promise.all(
    consents.map(async ({ clientId, scopes, firstAt, lastAt }) => {
      const client = await services.clients.find(clientId)
      return {
        clientId,
        name: client?.clientName ?? clientId,
        ownerDomain: client?.ownerEmail.split('@')[1],
        scopes,
        firstAt: new Date(firstAt),
        lastAt: new Date(lastAt),
      }
    }),
  )
  const silent = clients
    .filter(({ status, source, consent }) => status === 'active' && source !== 'service' && consent === 'trusted')
    .toSorted((a, b) => a.clientName.localeCompare(b.clientName))
  const trusted = await allowed(page, silent, TRUSTED_MAX)
  await show(page, 200, PortalApps, {
    apps: apps.sort((a, b) => a.name.localeCompare(b.name)),
    trusted: trusted.clients.map(({ clientName }) => clientName),
  })
}

/** GET /apps/remove?client_id=: asks for confirmation before the app loses access. */
export async function askRemoveApp(page: PortalRequest): Promise<void> {
  const clientId = page.query.get('client_id') ?? ''
  if (!(await isConnected(page, clientId))) return gone(page)
  await show(page, 200, PortalAppRemoval, {
    app: await nameOf(page, clientId),
    form: formAt(page, '/apps', { client_id: clientId, action: 'remove' }),
  })
}

/** POST /apps: revokes tokens first, in case the next step fails, and again afterward for tokens issued in between. */
export async function changeApps(page: PortalRequest): Promise<void> {
  const { services, user, form, context } = page
  const clientId = form.get('client_id') ?? ''
  const client = await services.clients.find(clientId)
  if (!(await isConnected(page, clientId))) return gone(page)
  await services.storage.subjects.revokeClient(user.sub, clientId)
  await services.consents.forget(user.sub, clientId)
  await services.storage.subjects.revokeClient(user.sub, clientId)
  if (client !== undefined) context.client = client
  context.event = 'consent.withdrawn'
  const app = isolate(client?.clientName ?? clientId)
  await redirectWithFlash(page, '/apps', 'ok', viewOf(page).t.portal.apps.removed({ app }))
}

const isConnected = async ({ services, user }: PortalRequest, clientId: string): Promise<boolean> =>
  (await services.consents.list(user.sub)).some((consent) => consent.clientId === clientId)

const nameOf = async ({ services }: PortalRequest, clientId: string): Promise<string> =>
  (await services.clients.find(clientId))?.clientName ?? clientId

const gone = (page: PortalRequest): Promise<void> =>
  redirectWithFlash(page, '/apps', 'info', viewOf(page).t.portal.apps.gone)

/** Maximum number of registered clients to read for one page, in one call. */
const READ_MAX = 2_000
/** Access rules are evaluated in batches of 50 clients, and for at most 500 clients per page. */
const ASKED = 50
const ASKED_MAX = 500

/** Client names by ID. A deleted client's name is its ID. */
export async function clientNames(
  { services }: PortalRequest,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const name = async (id: string) => [id, (await services.clients.find(id))?.clientName ?? id] as const
  return new Map(await Promise.all([...new Set(ids)].map(name)))
}

/**
 * The registered clients in order of ID.
 * @param after the last ID on the previous page
 * @returns `next`: ID to continue after, if more clients are registered
 */
export async function registered(
  { services }: PortalRequest,
  after?: string,
): Promise<{ readonly clients: readonly Client[]; readonly next: string | undefined }> {
  const { clients } = await services.clients.list(after, READ_MAX)
  return { clients, next: clients.length < READ_MAX ? undefined : clients.at(-1)?.clientId }
}

/** The first clients in the list that the user can sign in to. `more`: whether the result might be incomplete. */
export async function allowed(
  { services, user }: PortalRequest,
  clients: readonly Client[],
  max: number,
): Promise<{ readonly clients: readonly Client[]; readonly more: boolean }> {
  const found: Client[] = []
  const asked = clients.slice(0, ASKED_MAX)
  for (let at = 0; at < asked.length; at += ASKED) {
    const some = asked.slice(at, at + ASKED)
    const verdicts = await Promise.all(some.map((client) => services.canSignIn(user, client)))
    found.push(...some.filter((_client, index) => verdicts[index]))
    if (found.length > max) return { clients: found.slice(0, max), more: true }
  }
  return { clients: found, more: clients.length > asked.length }
}
