import { BlockList } from 'node:net'
import { addressRange, type Backend } from '../../../policies/known-backends.ts'
import type { ClientStore } from '../../ports/clients.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { sharedRun } from '../in-time.ts'
import { clientIndex } from './client-index.ts'
import { type Client, findClient } from './client-record.ts'

const KEY = 'clients'
/** Maximum time until this node sees a change made by another node, in milliseconds. */
const KNOWN_FOR_MS = 5_000

export type BackendClient = Client & { readonly backend: Backend }

/** Clients that list their servers' IP addresses. Kept in memory, so that most calls do not have to read the store. */
export type BackendIndex = ReturnType<typeof backendIndex>

export function backendIndex(documents: DocumentStore, clients: Pick<ClientStore, 'find'>, now: () => number) {
  const index = clientIndex(documents, 'backends', ({ backend }) => (backend === undefined ? [] : [KEY]))
  let known: readonly { readonly client: BackendClient; readonly ranges: BlockList }[] = []
  let anyone = new BlockList()
  let readAt: number | undefined

  const look = async (clientId: string): Promise<BackendClient | undefined> => {
    const client = await findClient(clients, clientId)
    return client !== undefined && isBackend(client) ? client : undefined
  }
  const read = async (): Promise<void> => {
    const startedAt = now()
    const found = await Promise.all((await index.holders(KEY)).map(look))
    const backends = found.filter((client) => client !== undefined)
    // Built once per read of the store, because looking up an IP address must be cheap.
    known = backends.map((client) => ({ client, ranges: rangesOf([client]) }))
    anyone = rangesOf(backends)
    readAt = startedAt
  }
  /** Only one read runs at a time. If the store is unavailable, the last result is kept. */
  const readOnce = sharedRun(() => read().catch(() => undefined))
  const changing =
    <Args extends readonly unknown[]>(act: (...args: Args) => Promise<void>) =>
    async (...args: Args): Promise<void> => {
      await act(...args)
      readAt = undefined
    }
  return {
    update: changing(index.update),
    remove: changing(index.remove),
    /** The active clients whose list includes this IP address. */
    async at(address: string): Promise<readonly BackendClient[]> {
      if (readAt === undefined) await readOnce()
      else if (now() - readAt >= KNOWN_FOR_MS) void readOnce()
      if (!isIn(anyone, address)) return []
      return known.filter(({ ranges }) => isIn(ranges, address)).map(({ client }) => client)
    },
    /** Reads the client from the store; undefined if it no longer lists the IP address. */
    async now(clientId: string, address: string): Promise<BackendClient | undefined> {
      const client = await look(clientId)
      if (client?.version !== known.find((one) => one.client.clientId === clientId)?.client.version) readAt = undefined
      return client !== undefined && isIn(rangesOf([client]), address) ? client : undefined
    },
  }
}

const isBackend = (client: Client): client is BackendClient =>
  client.backend !== undefined && client.status === 'active' && client.secretHash !== undefined

function rangesOf(clients: readonly BackendClient[]): BlockList {
  const list = new BlockList()
  for (const range of clients.flatMap(({ backend }) => backend.addresses.map(addressRange))) {
    if (range !== undefined) list.addSubnet(range.address, range.prefix, range.family)
  }
  return list
}

const isIn = (ranges: BlockList, address: string): boolean =>
  ranges.check(address, address.includes(':') ? 'ipv6' : 'ipv4')
