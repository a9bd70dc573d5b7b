import type { RateCounter } from '../../lib/ports/rate-counter.ts'
import type { Connection } from './connection.ts'
import { sharing } from './shared-statement.ts'

type Counted = Awaited<ReturnType<RateCounter['hit']>>

interface Hit {
  readonly key: string
  readonly windowMs: number
}

/** Counts hits in fixed windows. */
export function rates({ write }: Connection): RateCounter {
  const count = sharing(async (hits: readonly Hit[]): Promise<readonly Counted[]> => {
    // A row can change only once in a statement.
    const byKey = new Map<string, { readonly windowMs: number; hits: number }>()
    for (const { key, windowMs } of hits) byKey.set(key, { windowMs, hits: (byKey.get(key)?.hits ?? 0) + 1 })
    const keys = [...byKey.values()]
    const values = [[...byKey.keys()], keys.map((of) => of.hits), keys.map(({ windowMs }) => windowMs)]
    const rows = (await write('counting requests', 'hitWindows', values)) as readonly (readonly [
      ...[key: string, total: number, resetMs: number],
    ])[]
    const windows = new Map(rows.map(([key, total, resetMs]) => [key, { total, resetMs }]))
    return hits.map(({ key }) => {
      const { total, resetMs } = windows.get(key)!
      return { count: total - --byKey.get(key)!.hits, resetMs }
    })
  })

  return {
    // As the server stores it.
    hit: (text, windowMs) => count({ key: text.toWellFormed(), windowMs }),
    refund: async (key) => void (await write('undoing a hit', 'refundHit', [key])),
    clear: async (key) => void (await write('clearing a window', 'clearWindow', [key])),
  }
}
