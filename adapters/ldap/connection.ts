import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Client } from 'ldapts'
import { encodeFilter } from './filter-encoding.ts'
import type { ServerUrl } from './server-url.ts'
import { type WireOptions, wireTo } from './wire.ts'

/** A connection to one server. Operations fail with the driver's errors; see `failures.ts`. */
export type Connection = Awaited<ReturnType<typeof openConnection>>

export interface SearchRequest {
  readonly base: string
  /** `entry` searches only the base entry; `subtree` also searches all entries below it. */
  readonly scope: 'entry' | 'subtree'
  readonly filter: string
  readonly attributes: readonly string[]
  /** Attributes with binary values. */
  readonly binary?: readonly string[]
  /** Maximum number of entries to fetch. More matches are not an error. If omitted, fetches all in pages (RFC 2696). */
  readonly most?: number
}

/** An entry in a search result. Attribute names are lowercase. */
export interface FoundEntry {
  readonly dn: string
  readonly values: ReadonlyMap<string, readonly (string | Buffer)[]>
}

export interface ConnectionOptions extends WireOptions {
  /** Timeout for each response from the server, in milliseconds. */
  readonly timeoutMs: number
}

/** Must be below the maximum page size of common servers (OpenLDAP 500, Active Directory 1000). */
const PAGE_SIZE = 200
const CLOSE_MS = 300
/** LDAPMessage 2147483647, UnbindRequest (RFC 4511 s4.3). */
const GOODBYE = Buffer.from('300802047fffffff4200', 'hex')

/** @throws Error that names the failed step: connect, StartTLS, or TLS */
export async function openConnection(server: ServerUrl, options: ConnectionOptions) {
  const { timeoutMs } = options
  const [driver, socket] = await Promise.all([import('ldapts'), wireTo(server, options)])
  const client: Client = new driver.Client({
    // Give the driver a socket only once. Otherwise, it would reconnect on its own, without TLS and without a bind.
    url: 'ldap://localhost',
    timeout: timeoutMs,
    createConnection: givenOnce(socket),
  })
  const encodedFilter = (text: string) => {
    const { tag, content } = encodeFilter(text)
    return Object.assign(new driver.PresenceFilter(), {
      write: (writer: { writeBuffer(value: Buffer, tag: number): void }) => writer.writeBuffer(content, tag),
    })
  }
  return {
    server,
    isOpen: () => socket.readyState === 'open',
    bind: (dn: string, password: string): Promise<void> => client.bind(dn, password),
    async search(request: SearchRequest): Promise<readonly FoundEntry[]> {
      const { base, scope, filter, attributes, binary = [], most } = request
      const { searchEntries } = await client.search(base, {
        scope: scope === 'entry' ? 'base' : 'sub',
        filter: encodedFilter(filter),
        attributes: [...attributes],
        explicitBufferAttributes: [...binary],
        timeLimit: Math.ceil(timeoutMs / 1_000),
        ...(most === undefined ? { paged: { pageSize: PAGE_SIZE } } : { sizeLimit: most }),
      })
      return searchEntries.map(foundEntry)
    },
    /** Marks the connection as idle, so that it does not keep the process alive. */
    rest: () => void socket.unref(),
    wake: () => void socket.ref(),
    /** Unbinds, then waits briefly for the server to disconnect, because servers limit open connections. */
    async close(): Promise<void> {
      if (socket.destroyed) return
      socket.ref().end(GOODBYE)
      await once(socket, 'close', { signal: AbortSignal.timeout(CLOSE_MS) }).catch(() => undefined)
      socket.destroy()
    },
    /** Closes the connection immediately. Operations in progress fail. */
    cut: () => void socket.destroy(),
  }
}

function givenOnce(socket: Socket): () => Socket {
  let given: 'no' | 'yes' = 'no'
  return () => {
    if (given === 'yes' || socket.readyState !== 'open') throw new Error('the connection was closed')
    given = 'yes'
    return socket
  }
}

function foundEntry({ dn, ...attributes }: { readonly dn: string } & Readonly<Record<string, unknown>>): FoundEntry {
  const listed = Object.entries(attributes).map(([name, value]): [string, readonly (string | Buffer)[]] => [
    name.toLowerCase(),
    Array.isArray(value) ? value : [value as string | Buffer],
  ])
  return { dn, values: new Map(listed) }
}
