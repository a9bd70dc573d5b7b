import type { Client } from '../../domain/clients/client-record.ts'
import type { PortalRequest } from './request.ts'

/** One page reads so many registered clients at most, in one call. */
const READ_MAX = 2_000
/** The host is asked about so many clients at once, and about so many for one page. */
const ASKED = 50
const ASKED_MAX = 500

/** Names of clients by id. A client that is gone is called by its id. */
export async function clientNames(
  { services }: PortalRequest,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const name = async (id: string) => [id, (await services.clients.find(id))?.clientName ?? id] as const
  return new Map(await Promise.all([...new Set(ids)].map(name)))
}

/**
 * The registered clients, in order of id.
 * @param after id at which the page before ended
 * @returns `next`: more are registered, after this id
 */
export async function registered(
  { services }: PortalRequest,
  after?: string,
): Promise<{ readonly clients: readonly Client[]; readonly next: string | undefined }> {
  const { clients } = await services.clients.list(after, READ_MAX)
  return { clients, next: clients.length < READ_MAX ? undefined : clients.at(-1)?.clientId }
}

/** The first of these clients that the user may sign in to. `more`: there may be others behind them. */
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
