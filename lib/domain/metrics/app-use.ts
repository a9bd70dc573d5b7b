import type { DocumentStore } from '../../ports/documents.ts'
import { readRecord, writeRecord } from '../stored-record.ts'
import { dayOf } from './client-use-record.ts'
import type { FinishedRequest } from './finished-request.ts'

const COLLECTION = 'app-use'
const FLUSH_MS = 5_000
/** What this node has written today need not be written again; beyond so many it is looked up instead. */
const WRITTEN_MAX = 20_000

/** Day (`2026-11-23`, by UTC) to which a user last used an app, by client id. */
export type DaysOfUse = Readonly<Record<string, string>>

/** When users last used their apps: one document a user, to the day, written in the background. */
export interface AppUses {
  /** Records that a user was issued tokens of an app. */
  note(request: FinishedRequest): void
  read(sub: string): Promise<DaysOfUse>
  forget(sub: string): Promise<void>
  flush(): Promise<void>
  stop(): Promise<void>
}

export function appUses(documents: DocumentStore, now: () => number): AppUses {
  const pending = new Map<string, Map<string, string>>()
  const written = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  /** The later day wins, whoever has seen it. */
  const merge = async (sub: string, seen: ReadonlyMap<string, string>): Promise<void> => {
    for (;;) {
      const text = await documents.read(COLLECTION, sub)
      const known = text === undefined ? {} : readRecord<DaysOfUse>(text)
      const later = [...seen].filter(([clientId, day]) => (dayAt(known, clientId) ?? '') < day)
      if (later.length === 0) return
      const next = writeRecord({ ...known, ...Object.fromEntries(later) })
      if ((await documents.replace(COLLECTION, sub, text, next)) === 'replaced') return
    }
  }
  const write = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    for (const [sub, seen] of [...pending]) {
      pending.delete(sub)
      try {
        await merge(sub, seen)
      } catch (error) {
        pending.set(sub, new Map([...seen, ...(pending.get(sub) ?? [])]))
        throw error
      }
      if (written.size + seen.size > WRITTEN_MAX) written.clear()
      for (const [clientId, day] of seen) written.add(`${day} ${clientId} ${sub}`)
    }
  }
  const soon = (): void => {
    timer ??= setTimeout(() => {
      write().catch(soon)
    }, FLUSH_MS).unref()
  }
  return {
    note({ client, subject, event }) {
      if (client === undefined || subject === undefined) return
      if (event !== 'token.issued' && event !== 'token.refreshed') return
      const day = dayOf(now())
      if (written.has(`${day} ${client.clientId} ${subject}`)) return
      const seen = pending.get(subject) ?? new Map<string, string>()
      pending.set(subject, seen.set(client.clientId, day))
      soon()
    },
    async read(sub) {
      const text = await documents.read(COLLECTION, sub)
      return {
        ...(text === undefined ? {} : readRecord<DaysOfUse>(text)),
        ...Object.fromEntries(pending.get(sub) ?? []),
      }
    },
    async forget(sub) {
      pending.delete(sub)
      for (;;) {
        const text = await documents.read(COLLECTION, sub)
        if (text === undefined || (await documents.replace(COLLECTION, sub, text, undefined)) === 'replaced') return
      }
    },
    flush: write,
    async stop() {
      await write().catch(() => {})
      clearTimeout(timer)
    },
  }
}

export const dayAt = (days: DaysOfUse, clientId: string): string | undefined =>
  Object.hasOwn(days, clientId) ? days[clientId] : undefined
