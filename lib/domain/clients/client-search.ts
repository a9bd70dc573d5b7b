import { matcherOf } from '../search-terms.ts'
import type { Client } from './client-record.ts'
import { type ClientKind, kindOf } from './gate.ts'
import type { ClientRegistry } from './registry.ts'

/** If there are at most this many clients, all of them are read, sorted, and counted. */
export const SORTABLE_MAX = 2_000
/** With more clients, each page reads at most this many records and offers to load more. */
const SCAN_MAX = 2_000
const STEP = 200

export interface ClientFilter {
  /** Text to find in the name, the ID, the owner's email address, or the host of a redirect URI. */
  readonly text?: string
  readonly type?: ClientKind
  readonly environment?: Client['environment']
  readonly status?: Client['status']
}

/** A minus means descending order. */
export const CLIENT_ORDERS = ['id', 'name', '-name', 'created', '-created'] as const
export type ClientOrder = (typeof CLIENT_ORDERS)[number]

export type ClientFindings =
  /** All clients were read. */
  | { readonly reach: 'all'; readonly clients: readonly Client[]; readonly total: number }
  /** Clients in order of ID; to continue, pass `next` as `after`. */
  | {
      readonly reach: 'part'
      readonly clients: readonly Client[]
      readonly total: number
      readonly scanned: number
      readonly next: string | undefined
    }

/** Finds clients. @param after where the page starts if there are too many clients to sort */
export async function searchClients(
  clients: Pick<ClientRegistry, 'list' | 'find' | 'holderOf'>,
  filter: ClientFilter,
  order: ClientOrder,
  after: string | undefined,
  limit: number,
): Promise<ClientFindings> {
  const matches = matcher(filter)
  const { total, clients: first } = await clients.list(after, STEP)
  if (total <= SORTABLE_MAX) {
    const { clients: all } = await clients.list(undefined, SORTABLE_MAX)
    return { reach: 'all', clients: all.filter(matches).toSorted(ORDERS[order]), total }
  }
  const direct = after === undefined && filter.text !== undefined ? await exactMatch(clients, filter.text) : undefined
  const found = direct === undefined || !matchesRest(filter)(direct) ? [] : [direct]
  let [page, scanned] = [first, 0]
  const part = (next?: string): ClientFindings => ({ reach: 'part', clients: found, total, scanned, next })
  for (;;) {
    for (const client of page) {
      scanned += 1
      if (matches(client) && client.clientId !== direct?.clientId) found.push(client)
      if (found.length === limit || scanned === SCAN_MAX) return part(client.clientId)
    }
    const last = page.at(-1)
    if (page.length < STEP || last === undefined) return part()
    page = (await clients.list(last.clientId, STEP)).clients
  }
}

/** Natural sort order: "App 9" before "App 10". */
const names = new Intl.Collator('en', { numeric: true })
const byId = (a: Client, b: Client): number => (a.clientId < b.clientId ? -1 : 1)
const ORDERS: Readonly<Record<ClientOrder, (a: Client, b: Client) => number>> = {
  id: byId,
  name: (a, b) => names.compare(a.clientName, b.clientName) || byId(a, b),
  '-name': (a, b) => names.compare(b.clientName, a.clientName) || byId(a, b),
  created: (a, b) => a.createdAt - b.createdAt || byId(a, b),
  '-created': (a, b) => b.createdAt - a.createdAt || byId(a, b),
}

/** Finds the client with exactly this ID or redirect URI without a scan. */
async function exactMatch(
  clients: Pick<ClientRegistry, 'find' | 'holderOf'>,
  text: string,
): Promise<Client | undefined> {
  const id = text.includes('://') ? await clients.holderOf(text) : text
  return id === undefined ? undefined : clients.find(id)
}

function matcher(filter: ClientFilter): (client: Client) => boolean {
  const contains = matcherOf(filter.text ?? '')
  const fits = matchesRest(filter)
  return (client) => fits(client) && contains(textsOf(client))
}

function matchesRest({ type, environment, status }: ClientFilter): (client: Client) => boolean {
  return (client) =>
    (type === undefined || kindOf(client) === type) &&
    (status === undefined || client.status === status) &&
    (environment === undefined || client.environment === environment)
}

const textsOf = ({ clientId, clientName, ownerEmail, redirectUris }: Client): readonly string[] => [
  clientId,
  clientName,
  ownerEmail,
  ...redirectUris.map((uri) => URL.parse(uri)?.host ?? ''),
]
