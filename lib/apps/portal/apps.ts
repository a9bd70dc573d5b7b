import { isInLauncher } from '../../../policies/launcher.ts'
import { matcherOf } from '../../domain/search-terms.ts'
import type { AppView } from '../../web/ui/components/apps.tsx'
import { isolate } from '../../web/ui/texts/format/words.ts'
import { formAt, redirectWithFlash, viewOf } from '../first-party/page.ts'
import { pageOf, queryOf, registered } from './app-pages.ts'
import { PortalAppRemoval, PortalApps } from './apps-view.tsx'
import { type PortalRequest, show } from './request.ts'

/** GET /apps?q=&from=&after=: the apps that the user has authorized, followed by a read-only list of trusted apps. */
export async function showApps(page: PortalRequest): Promise<void> {
  const { services, user } = page
  const [consents, { clients, next }] = await Promise.all([services.consents.list(user.sub), registered(page)])
  const query = queryOf(page)
  const matches = matcherOf(query)
  const known = new Map(clients.map((client) => [client.clientId, client]))
  const connected = await Promise.all(
    (page.query.has('after') ? [] : consents).map(async (consent) => {
      const client = known.get(consent.clientId) ?? (await services.clients.find(consent.clientId))
      return { consent, client, name: client?.clientName ?? consent.clientId }
    }),
  )
  const trusted = clients
    .filter((client) => client.consent === 'trusted' && isInLauncher(client))
    .filter(({ clientId }) => !consents.some((consent) => consent.clientId === clientId))
    .map((client) => ({ consent: undefined, client, name: client.clientName }))
  const all = [connected, trusted].flatMap((apps) =>
    apps.filter(({ name }) => matches([name])).sort((a, b) => a.name.localeCompare(b.name)),
  )
  const { shown, ...pager } = await pageOf(page, '/apps', all, next, async ({ consent, client }) =>
    consent === undefined && client !== undefined ? services.canSignIn(user, client) : true,
  )
  await show(page, 200, PortalApps, {
    apps: shown.flatMap(({ consent, client, name }) =>
      consent === undefined
        ? []
        : [
            {
              ...consent,
              name,
              icon: client?.icon,
              ownerDomain: client?.ownerEmail.split('@')[1],
              firstAt: new Date(consent.firstAt),
              lastAt: new Date(consent.lastAt),
            },
          ],
    ),
    trusted: shown.flatMap(({ consent, client, name }) =>
      consent === undefined ? [{ name, icon: client?.icon }] : [],
    ),
    ...pager,
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

/** Clients by ID. A deleted client's name is its ID. */
export async function clientViews(
  { services }: PortalRequest,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AppView>> {
  const view = async (id: string) => {
    const { clientName: name = id, icon } = (await services.clients.find(id)) ?? {}
    return [id, { name, icon }] as const
  }
  return new Map(await Promise.all([...new Set(ids)].map(view)))
}
