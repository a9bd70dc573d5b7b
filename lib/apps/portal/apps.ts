import { isolate } from '../../web/ui/texts/format/rich.ts'
import { redirectWithFlash, viewOf } from '../first-party/page.ts'
import { PortalAppRemoval, PortalApps } from './apps-view.tsx'
import { allowed, registered } from './clients.ts'
import type { PortalRequest } from './request.ts'
import { show } from './shell.ts'

/** More apps of the company than these are not listed: there is nothing to do about them. */
const TRUSTED_MAX = 60

/** GET /apps: what the user has allowed; and apps that ask nobody, with nothing to take back, but users should know of them. */
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

/** GET /apps/remove?client_id=: asks before the access ends. */
export async function askRemoveApp(page: PortalRequest): Promise<void> {
  const clientId = page.query.get('client_id') ?? ''
  if (!(await isConnected(page, clientId))) return gone(page)
  await show(page, 200, PortalAppRemoval, {
    app: await nameOf(page, clientId),
    form: { action: page.href('/apps'), hidden: { ...page.hidden, client_id: clientId, action: 'remove' } },
  })
}

/**
 * POST /apps: takes access back. The tokens die first, so that nothing is left if the rest fails, and once more for what
 * was born meanwhile.
 */
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
  await redirectWithFlash(page, '/apps', { tone: 'ok', text: viewOf(page).t.portal.apps.removed({ app }) })
}

const isConnected = async ({ services, user }: PortalRequest, clientId: string): Promise<boolean> =>
  (await services.consents.list(user.sub)).some((consent) => consent.clientId === clientId)

const nameOf = async ({ services }: PortalRequest, clientId: string): Promise<string> =>
  (await services.clients.find(clientId))?.clientName ?? clientId

const gone = (page: PortalRequest): Promise<void> =>
  redirectWithFlash(page, '/apps', { tone: 'info', text: viewOf(page).t.portal.apps.gone })
