/** A store that counts its reads: calls, and returned records. */
import type { Storage } from '../../lib/index.ts'
import { everyPart, storageAround } from './watched-storage.ts'

export interface Reads {
  calls: number
  records: number
}

/** Otherwise the store itself. */
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
 * The cost of one look: the minimum, measured three times, because background work can add calls. The first look fills
 * caches and does not count.
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
