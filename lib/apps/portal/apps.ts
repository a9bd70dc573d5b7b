import { isolate } from '../../web/ui/texts/format/rich.ts'
import { redirectWithFlash, viewOf } from '../first-party/page.ts'
import { PortalApps } from './apps-view.tsx'
import { appsOf } from './clients.ts'
import type { PortalRequest } from './request.ts'
import { show } from './shell.ts'

/** GET /apps: what the user has allowed; and apps that ask nobody, with nothing to take back, but users should know of them. */
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
  const trusted = await appsOf(page, ({ consent, clientName }) => (consent === 'trusted' ? clientName : undefined))
  await show(page, 200, PortalApps, {
    form: { action: page.href('/apps'), hidden: page.hidden },
    apps: apps.sort((a, b) => a.name.localeCompare(b.name)),
    trusted: trusted.toSorted((a, b) => a.localeCompare(b)),
  })
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
  if (!known) return redirectWithFlash(page, '/apps', { tone: 'info', text: t.gone })
  await services.storage.subjects.revokeClient(user.sub, clientId)
  await services.consents.forget(user.sub, clientId)
  await services.storage.subjects.revokeClient(user.sub, clientId)
  if (client !== undefined) context.client = client
  context.event = 'consent.withdrawn'
  const app = isolate(client?.clientName ?? clientId)
  await redirectWithFlash(page, '/apps', { tone: 'ok', text: t.removed({ app }) })
}
