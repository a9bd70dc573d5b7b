/** Counts hits in fixed windows. Those that come while a statement counts others share the next statement. */
import type { RateCounter } from '../../lib/ports/rate-counter.ts'
import type { Connection } from './connection.ts'

type Counted = Awaited<ReturnType<RateCounter['hit']>>

/** The hits of one key, in order. */
interface Hits {
  readonly windowMs: number
  readonly callers: { resolve(counted: Counted): void; reject(reason: unknown): void }[]
}

export function rates({ write }: Connection): RateCounter {
  let waiting = new Map<string, Hits>()
  let isCounting = false

  function takeWaiting(): ReadonlyMap<string, Hits> {
    const batch = waiting
    waiting = new Map()
    return batch
  }

  async function countAll(): Promise<void> {
    isCounting = true
    while (waiting.size > 0) {
      const batch = takeWaiting()
      try {
        await count(batch)
      } catch (error) {
        // Hits that waited for this statement would wait for the timeout of another one.
        for (const { callers } of [...batch.values(), ...takeWaiting().values()])
          for (const { reject } of callers) reject(error)
      }
    }
    isCounting = false
  }

  async function count(batch: ReadonlyMap<string, Hits>): Promise<void> {
    const hits = [...batch.values()]
    const values = [[...batch.keys()], hits.map(({ callers }) => callers.length), hits.map(({ windowMs }) => windowMs)]
    for (const row of await write('counting requests', 'hitWindows', values)) {
      const [key, total, resetMs] = row as [string, number, number]
      const { callers } = batch.get(key)!
      callers.forEach(({ resolve }, index) => resolve({ count: total - callers.length + 1 + index, resetMs }))
    }
  }

  return {
    hit: (text, windowMs) =>
      new Promise((resolve, reject) => {
        // As the server stores it. A row can change only once in a statement.
        const key = text.toWellFormed()
        const hits = waiting.get(key) ?? { windowMs, callers: [] }
        hits.callers.push({ resolve, reject })
        waiting.set(key, hits)
        if (!isCounting) void countAll()
      }),
    refund: async (key) => void (await write('undoing a hit', 'refundHit', [key])),
    clear: async (key) => void (await write('clearing a window', 'clearWindow', [key])),
  }
}
