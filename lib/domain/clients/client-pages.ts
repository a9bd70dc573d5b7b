import type { Client } from './client-record.ts'
import type { ClientRegistry } from './registry.ts'

const PAGE = 200

/** All clients in order of id, those after `from`, page by page: however many are registered, one page of them is in memory at a time. */
export async function* clientPages(
  clients: Pick<ClientRegistry, 'list'>,
  from?: string,
): AsyncGenerator<readonly Client[]> {
  for (let after = from; ; ) {
    const { clients: page } = await clients.list(after, PAGE)
    yield page
    if (page.length < PAGE) return
    after = page.at(-1)?.clientId
  }
}
