import type { DocumentStore } from '../../ports/documents.ts'
import { dayOf } from './client-use-record.ts'
import type { FinishedRequest } from './finished-request.ts'
import { mergedCounts } from './merged-counts.ts'

/** A set of today's uses prevents duplicate records. When the set reaches this size, it is cleared. */
const NOTED_MAX = 20_000

/** The day (`2026-11-23`, in UTC) on which a user last used each app, by client ID. */
export type DaysOfUse = Readonly<Record<string, string>>

/** The days on which users last used their apps. There is one document per user. */
export type AppUses = ReturnType<typeof appUses>

export function appUses(documents: DocumentStore, now: () => number) {
  const counts = mergedCounts<DaysOfUse>(documents, now, {
    collection: 'app-use',
    empty: () => ({}),
    /** The later day wins, regardless of which node recorded it. */
    together(stored, seen) {
      const later = Object.entries(seen).filter(([clientId, day]) => (dayAt(stored, clientId) ?? '') < day)
      return later.length === 0 ? stored : { ...stored, ...Object.fromEntries(later) }
    },
  })
  const noted = new Set<string>()
  return {
    ...counts,
    /** Records that tokens for an app were issued to a user. */
    note({ client, subject, event }: FinishedRequest): void {
      if (client === undefined || subject === undefined) return
      if (event !== 'token.issued' && event !== 'token.refreshed') return
      const day = dayOf(now())
      const use = `${day} ${client.clientId} ${subject}`
      if (noted.has(use)) return
      if (noted.size >= NOTED_MAX) noted.clear()
      noted.add(use)
      counts.note(subject, (seen) => ({ ...seen, [client.clientId]: day }))
    },
    async forget(sub: string): Promise<void> {
      noted.clear()
      await counts.forget(sub)
    },
  }
}

export const dayAt = (days: DaysOfUse, clientId: string): string | undefined =>
  Object.hasOwn(days, clientId) ? days[clientId] : undefined
