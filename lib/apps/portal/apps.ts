import { isolate } from '../../web/ui/texts/format/rich.ts'
import { PortalApps } from './apps-view.tsx'
import type { PortalRequest } from './portal.ts'
import { goOn, show, viewOf } from './shell.ts'

const TRUSTED_MAX = 100

/** GET /apps: what the person has allowed. */
export async function showApps(page: PortalRequest): Promise<void> {
  const { services, user } = page
  const consents = await services.consents.list(user.sub)
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
  await show(page, 200, PortalApps, {
    form: { action: page.href('/apps'), hidden: page.hidden },
    apps: apps.sort((a, b) => a.name.localeCompare(b.name)),
    trusted: await trustedApps(page),
  })
}

/** Apps that ask nobody: there is nothing to take back, but the person should know of them. */
async function trustedApps({ services, user }: PortalRequest): Promise<readonly string[]> {
  const { clients } = await services.clients.list(undefined, TRUSTED_MAX)
  const names = await Promise.all(
    clients
      .filter(({ consent, status, source }) => consent === 'trusted' && status === 'active' && source !== 'service')
      .map(async (client) => ((await services.canSignIn(user, client)) ? [client.clientName] : [])),
  )
  return names.flat().sort((a, b) => a.localeCompare(b))
}

/**
 * POST /apps: takes access back. The tokens die first, so that nothing is left if the rest fails, and once more for what
 * was born meanwhile.
 */
export async function changeApps(page: PortalRequest): Promise<void> {
  const { services, user, form, context } = page
  const t = viewOf(page).t.portal.apps
  const clientId = form.get('client_id') ?? ''
  const client = await services.clients.find(clientId)
  const known = (await services.consents.list(user.sub)).some((consent) => consent.clientId === clientId)
  if (!known) return goOn(page, '/apps', { tone: 'info', text: t.gone })
  await services.storage.subjects.revokeClient(user.sub, clientId)
  await services.consents.forget(user.sub, clientId)
  await services.storage.subjects.revokeClient(user.sub, clientId)
  if (client !== undefined) context.client = client
  context.event = 'consent.withdrawn'
  await goOn(page, '/apps', { tone: 'ok', text: t.removed({ app: isolate(client?.clientName ?? clientId) }) })
}
