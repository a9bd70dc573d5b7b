import { clientOrigins } from '../../policies/cors.ts'
import { PortalHome } from '../ui/screens/portal/home.tsx'
import type { PortalRequest } from './portal.ts'
import { show } from './shell.ts'

/** A launcher with more apps than this would want a search, not a longer list. */
const APPS_MAX = 100

/** GET /: the apps that the person may open, by name. */
export async function showHome(page: PortalRequest): Promise<void> {
  const { services, person } = page
  const { clients } = await services.clients.list(undefined, APPS_MAX)
  const open = await Promise.all(
    clients
      .filter(({ status, source }) => status === 'active' && source !== 'service')
      .map(async (client) => {
        const href = clientOrigins(client.redirectUris)[0]
        return href !== undefined && (await services.canSignIn(person, client)) ? [{ name: client.clientName, href }] : []
      }),
  )
  const apps = open.flat().sort((a, b) => a.name.localeCompare(b.name))
  await show(page, 200, PortalHome, { name: person.name ?? person.preferred_username ?? person.sub, apps })
}
