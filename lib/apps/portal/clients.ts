import { clientPages } from '../../domain/clients/client-pages.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import type { PortalRequest } from './request.ts'

/** The host is asked about so many clients at once. */
const ASKED = 50

/** Names of clients by id. A client that is gone is called by its id. */
export async function clientNames(
  { services }: PortalRequest,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const name = async (id: string) => [id, (await services.clients.find(id))?.clientName ?? id] as const
  return new Map(await Promise.all([...new Set(ids)].map(name)))
}

/**
 * Of all apps that are registered, those that the user may sign in to.
 * @param pick what a page shows of an app; undefined where it leaves the app out
 */
export async function appsOf<App>(
  { services, user }: PortalRequest,
  pick: (client: Client) => App | undefined,
): Promise<readonly App[]> {
  const ask = async (client: Client): Promise<readonly App[]> => {
    const app = client.status === 'active' && client.source !== 'service' ? pick(client) : undefined
    return app !== undefined && (await services.canSignIn(user, client)) ? [app] : []
  }
  const apps: App[] = []
  for await (const page of clientPages(services.clients))
    for (let at = 0; at < page.length; at += ASKED)
      apps.push(...(await Promise.all(page.slice(at, at + ASKED).map(ask))).flat())
  return apps
}
