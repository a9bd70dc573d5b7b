import type { Exchange } from '../http/exchange.ts'
import type { DocumentStore } from '../ports/documents.ts'
import type { Client } from './client-record.ts'

const COLLECTION = 'client-use'
const FLUSH_MS = 5_000
/** The time is told to the minute, so a busy client costs one write a minute and node. */
const STEP_MS = 60_000

/** When a client was last used, in milliseconds since the epoch. */
export interface ClientUse {
  /** A person's sign-in came to its end: the code was exchanged. */
  readonly signedInAt?: number
  /** It proved itself with its secret. */
  readonly secretUsedAt?: number
}

/** Remembers when clients were last used, on all nodes, without keeping any request waiting. */
export interface ClientUses {
  /** Takes from a finished request what it says of its client. */
  note(exchange: Exchange): void
  /** What was noted of an earlier client with the same id does not count. */
  read(client: Pick<Client, 'clientId' | 'createdAt'>): Promise<ClientUse>
  forget(clientId: string): Promise<void>
  flush(): Promise<void>
  stop(): Promise<void>
}

export function clientUses(documents: DocumentStore, now: () => number): ClientUses {
  let pending = new Map<string, ClientUse>()
  let timer: NodeJS.Timeout | undefined

  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const taken = pending
    pending = new Map()
    for (const [clientId, use] of taken) {
      try {
        await merge(documents, clientId, use)
      } catch (fault) {
        pending.set(clientId, later(use, pending.get(clientId)))
        throw fault
      }
    }
  }
  const soon = (): void => {
    timer ??= setTimeout(() => { flush().catch(soon) }, FLUSH_MS).unref()
  }
  return {
    note(exchange) {
      const { client } = exchange
      const use = client === undefined ? undefined : useIn(exchange, now())
      if (client === undefined || use === undefined) return
      pending.set(client.clientId, later(use, pending.get(client.clientId)))
      soon()
    },
    async read({ clientId, createdAt }) {
      const text = await documents.read(COLLECTION, clientId)
      const { signedInAt = 0, secretUsedAt = 0 } = later(
        text === undefined ? {} : JSON.parse(text) as ClientUse, pending.get(clientId)
      )
      return { ...(signedInAt < createdAt ? {} : { signedInAt }), ...(secretUsedAt < createdAt ? {} : { secretUsedAt }) }
    },
    async forget(clientId) {
      pending.delete(clientId)
      for (;;) {
        const text = await documents.read(COLLECTION, clientId)
        if (text === undefined || await documents.replace(COLLECTION, clientId, text, undefined) === 'replaced') return
      }
    },
    flush,
    async stop() {
      clearTimeout(timer)
      await flush().catch(() => {})
    },
  }
}

/** Where a client authenticates and hears if it failed; revocation tells nobody, so it proves nothing. */
const PROVEN_AT = ['token', 'introspection']
const UNPROVEN = ['invalid_client', 'too_many_attempts', 'temporarily_unavailable']

function useIn({ client, route, refusal, event }: Exchange, at: number): ClientUse | undefined {
  const signedIn = event === 'token.issued'
  const secretUsed = client?.type === 'confidential' && PROVEN_AT.includes(route.name) && !UNPROVEN.includes(refusal?.error ?? '')
  return signedIn || secretUsed ? {
    ...(signedIn ? { signedInAt: at } : {}), ...(secretUsed ? { secretUsedAt: at } : {})
  } : undefined
}

async function merge(documents: DocumentStore, clientId: string, use: ClientUse): Promise<void> {
  for (;;) {
    const text = await documents.read(COLLECTION, clientId)
    const before = text === undefined ? {} : JSON.parse(text) as ClientUse
    if (!isWorthWriting(before.signedInAt, use.signedInAt) && !isWorthWriting(before.secretUsedAt, use.secretUsedAt)) return
    if (await documents.replace(COLLECTION, clientId, text, JSON.stringify(later(before, use))) === 'replaced') return
  }
}

const isWorthWriting = (
  before: number | undefined, at: number | undefined
): boolean => at !== undefined && at >= (before ?? 0) + STEP_MS

function later(a: ClientUse, b: ClientUse = {}): ClientUse {
  const signedInAt = Math.max(a.signedInAt ?? 0, b.signedInAt ?? 0)
  const secretUsedAt = Math.max(a.secretUsedAt ?? 0, b.secretUsedAt ?? 0)
  return { ...(signedInAt === 0 ? {} : { signedInAt }), ...(secretUsedAt === 0 ? {} : { secretUsedAt }) }
}
