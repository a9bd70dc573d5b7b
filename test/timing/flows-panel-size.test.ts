/**
 * No page of the panel takes the processors 200 ms in a service with a past. What a page reads of the store is counted in
 * test/flows/panel-size.test.ts; `npm run bench:panel` measures the same with a million entries (test/bench/README.md).
 */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { type LargePanel, startLargePanel } from '../support/large-panel.ts'
import { panelPages, priceOf, processorOf } from '../support/panel-pages.ts'
import { patientRedis } from '../support/patient-redis.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'

const MS_MAX = 200
const PAGES = panelPages(Date.now())

/** Pages above the limit, with their cost. */
async function dear(
  { idp, admin, reads }: LargePanel,
  pages: readonly string[],
  redis?: RedisServer,
): Promise<readonly unknown[]> {
  const costs = []
  for (const path of pages)
    costs.push(await priceOf(idp, admin, reads, path, processorOf(redis), { tries: 2, limit: MS_MAX }))
  await idp.stop()
  return costs.filter(({ status, processor }) => status >= 400 || processor >= MS_MAX)
}

it('on Redis every page takes less than 200 ms of the processors', async () => {
  const redis = await startRedis()
  expect(await dear(await startLargePanel(patientRedis(redis.url)), PAGES, redis)).toEqual([])
  await redis.stop()
})

it('on the embedded store the pages that look through all clients take less than 200 ms of the processor', async () => {
  const pages = PAGES.filter((path) => /^\/(?:clients\?|search)/.test(path))
  expect(await dear(await startLargePanel(embeddedStorage()), pages)).toEqual([])
})
