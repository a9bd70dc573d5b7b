import type { ClientStore } from '../../ports/clients.ts'
import { pagesOf } from '../pages-of.ts'
import { type Client, readClient } from './client-record.ts'
import { isGated } from './gate.ts'
import type { ClientRegistry } from './registry.ts'

/** All clients in order of ID, starting after `from`, with only one page in memory at a time. */
export const clientPages = (clients: Pick<ClientRegistry, 'list'>, from?: string): AsyncGenerator<readonly Client[]> =>
  pagesOf(
    async (after, limit) => (await clients.list(after, limit)).clients,
    ({ clientId }) => clientId,
    from,
  )

export async function* everyClient(clients: Pick<ClientRegistry, 'list'>): AsyncGenerator<Client> {
  for await (const page of clientPages(clients)) yield* page
}

/** All clients, page by page, read directly from the store. */
export const storedClientPages = (store: Pick<ClientStore, 'list'>): AsyncGenerator<readonly Client[]> =>
  pagesOf(
    async (after, limit) => (await store.list(after, limit)).records.map((record) => readClient(record)),
    ({ clientId }) => clientId,
  )

/** Whether any app is behind the gate (forward auth). Gated apps identify their users by user name only. */
export async function hasGatedApp(clients: Pick<ClientRegistry, 'list'>): Promise<boolean> {
  for await (const page of clientPages(clients)) if (page.some(isGated)) return true
  return false
}

/** Whether any app requires two factors of all its users, whatever the rule of the deployment. */
export async function hasFactorRule(clients: Pick<ClientRegistry, 'list'>): Promise<boolean> {
  for await (const { access } of everyClient(clients)) if (access?.secondFactor === true) return true
  return false
}
