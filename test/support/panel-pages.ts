/** The pages of the panel that list something, or look something up, in a service with a past; and how long each takes. */

import type { Reads } from './counted-storage.ts'
import type { Idp } from './idp.ts'
import type { PanelVisitor } from './panel-visitor.ts'
import type { RedisServer } from './redis-server.ts'
import { slowdown } from './slowdown.ts'

/** A day in the middle of ninety. */
const dayAgo = (days: number, now: number): string => new Date(now - days * 86_400_000).toISOString().slice(0, 10)

export function panelPages(now: number): readonly string[] {
  const [since, until] = [dayAgo(61, now), dayAgo(60, now)]
  return [
    '/',
    '/clients',
    '/clients?q=app-09999',
    '/clients?q=nothing+like+it',
    '/clients?status=disabled&type=public&env=live',
    '/clients?cursor=app-05000',
    '/clients?sort=-created',
    '/clients/app-00000/overview',
    '/clients/app-00000/settings',
    '/clients/app-00000/scopes',
    '/clients/app-00000/security',
    '/clients/app-00000/lifecycle',
    '/clients/app-00000/activity',
    '/clients/app-09998/activity',
    '/clients/app-00000/disable',
    '/activity',
    '/activity?group=key',
    '/activity?client=app-07777',
    '/activity?client=nobody',
    '/activity?user=u-000007',
    '/activity?result=refused',
    '/activity?request_id=request-12',
    `/activity?since=${since}&until=${until}`,
    `/activity?until=${until}&client=app-00017`,
    '/activity?before=20000',
    '/activity?kind=changes&period=all',
    '/activity?kind=failures&period=30d',
    '/activity?kind=tokens',
    '/activity?q=App+1',
    '/activity?q=192.0.2.7',
    '/activity?q=root-of-all',
    '/activity?q=nobody+like+it',
    '/sessions',
    '/sessions?after=u-001000',
    '/sessions?user=u-000007',
    '/deliveries',
    '/deliveries?client=app-00007',
    '/deliveries?state=waiting',
    '/deliveries?q=App+1',
    '/search?q=App+1',
    '/search?q=request-77',
    '/search?q=k7m29q',
    '/search?q=k7m2-9qxd-4htn',
    '/search/suggest?q=App+1',
    '/search/suggest?q=k7m29q',
    '/keys',
    '/settings',
    '/settings?q=token',
    '/health',
  ]
}

const MOST_TRIES = 40

export interface PageCost {
  readonly path: string
  readonly status: number
  /** Milliseconds of server time, the median of the tries. */
  readonly ms: number
  /** Milliseconds that the processors of a quiet machine work for it, of the cheapest try: what else runs on this one does not count. */
  readonly processor: number
  readonly slowest: number
  /** Calls to the store, and records that they gave: the most of the tries. */
  readonly calls: number
  readonly records: number
}

/**
 * Opens a page several times; the first try, which fills the caches of the process, does not count.
 * @param processor milliseconds that the service and its store have worked so far
 * @param limit milliseconds of the processors. A page above it is opened up to `MOST_TRIES` times: what else runs on the machine makes
 *   single tries dear and never cheap, so the cheapest of many is the page's own price.
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

/** Of this process, in which the service runs, and of the Redis beside it, if there is one. */
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
