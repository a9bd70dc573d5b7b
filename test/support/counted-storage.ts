/** A store that says how much of it was read: calls, and records that they gave. */
import type { Storage } from '../../lib/index.ts'
import { everyPart, storageAround } from './watched-storage.ts'

export interface Reads {
  calls: number
  records: number
}

/** The store itself in every other way. */
export function countedStorage(storage: Storage): { readonly storage: Storage; readonly reads: Reads } {
  const reads: Reads = { calls: 0, records: 0 }
  const counted = storageAround(storage, everyPart(storage), async (_call, make) => {
    const answer = await make()
    reads.calls += 1
    reads.records += recordsIn(answer)
    return answer
  })
  return { reads, storage: counted }
}

function recordsIn(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length
  if (typeof answer !== 'object' || answer === null) return answer === undefined ? 0 : 1
  const { records, documents } = answer as {
    readonly records?: readonly unknown[]
    readonly documents?: readonly unknown[]
  }
  return records?.length ?? documents?.length ?? 1
}

/**
 * What a look costs: the least, seen three times, because what the service does in the background meanwhile is no part of it. The first
 * look, which fills caches, does not count.
 */
export async function readsOf(reads: Reads, look: () => Promise<unknown>): Promise<Reads> {
  await look()
  for (let [least, seen] = [{ calls: Number.POSITIVE_INFINITY, records: 0 }, 0]; ; ) {
    Object.assign(reads, { calls: 0, records: 0 })
    await look()
    if (reads.calls < least.calls) [least, seen] = [{ ...reads }, 0]
    if (reads.calls === least.calls) seen += 1
    if (seen === 3) return least
  }
}
