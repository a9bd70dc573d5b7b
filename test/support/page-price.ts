/** The duration and the store calls of a panel page. */
import type { Reads } from './counted-storage.ts'
import type { Idp } from './idp.ts'
import type { PanelVisitor } from './panel-visitor.ts'
import type { RedisServer } from './redis-server.ts'
import { slowdown } from './slowdown.ts'

const MOST_TRIES = 40

export interface PageCost {
  readonly path: string
  readonly status: number
  /** Milliseconds of server time, the median of the attempts. */
  readonly ms: number
  /** Milliseconds of processor time on an idle machine, of the cheapest attempt: other programs do not count. */
  readonly processor: number
  readonly slowest: number
  /** Calls to the store, and returned records: the maximum of the attempts. */
  readonly calls: number
  readonly records: number
}

/**
 * Opens a page several times; the first attempt fills the caches of the process and does not count.
 * @param processor milliseconds of processor time of Portico and its store so far
 * @param limit milliseconds of processor time. A page above it is opened up to `MOST_TRIES` times. Other programs make
 * single attempts more expensive and never cheaper, so the cheapest attempt is the page's own cost.
 */
export async function priceOf(
  idp: Idp,
  visitor: PanelVisitor,
  reads: Reads,
  path: string,
  processor: () => Promise<number>,
  { tries = 5, limit = Infinity }: { readonly tries?: number; readonly limit?: number } = {},
): Promise<PageCost> {
  const [times, works, slow]: [number[], number[], number[]] = [[], [], []]
  let [status, calls, records] = [0, 0, 0]
  const price = (): number => Math.round((Math.min(...works) / Math.min(...slow)) * 10) / 10
  for (let turn = 0; turn <= tries || (turn <= MOST_TRIES && price() >= limit); turn += 1) {
    Object.assign(reads, { calls: 0, records: 0 })
    const before = idp.log.lines.length
    const worked = await processor()
    status = (await visitor.browser.go(`/admin${path}`)).status
    const work = (await processor()) - worked
    if (turn === 0) continue
    slow.push(slowdown())
    works.push(work)
    calls = Math.max(calls, reads.calls)
    records = Math.max(records, reads.records)
    times.push(Number(idp.log.lines.slice(before).find(({ fields }) => fields['route'] === 'admin')?.fields['ms']))
  }
  times.sort((a, b) => a - b)
  return {
    path,
    status,
    calls,
    records,
    ms: times[Math.floor(times.length / 2)] ?? NaN,
    slowest: times.at(-1) ?? NaN,
    processor: price(),
  }
}

/** Processor time of this process, which runs Portico, and of Redis, if any. */
export function processorOf(redis: RedisServer | undefined): () => Promise<number> {
  return async () => {
    const { user, system } = process.cpuUsage()
    const here = (user + system) / 1000
    if (redis === undefined) return here
    const info = await redis.admin.info('cpu')
    const of = (name: string): number => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1])
    return here + (of('used_cpu_user') + of('used_cpu_sys')) * 1000
  }
}
