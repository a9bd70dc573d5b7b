import type { AuditEvent } from './events.ts'

const DAY_MS = 86_400_000

/** Combines a client's requests that were denied for the same cause on the same day (UTC). */
export function sameCauses<Entry extends AuditEvent & { readonly at: number }>(entries: Entry[]) {
  const places = new Map<string, number>()
  /** Counts the entry in the listed one with the same cause. @returns false if it must be listed itself */
  return (entry: Entry): boolean => {
    const { event, client, user, ref, at, count = 1 } = entry
    if (event !== 'request.refused' || ref === undefined) return false
    const key = JSON.stringify([client, user, ref, Math.floor(at / DAY_MS)])
    const place = places.get(key) ?? entries.length
    const listed = entries[place]
    if (listed === undefined) places.set(key, place)
    else entries[place] = { ...listed, count: (listed.count ?? 1) + count }
    return listed !== undefined
  }
}
