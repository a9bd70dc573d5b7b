/**
 * No page of the panel takes the processors 200 ms in a service with a past. What a page reads of the store is counted
 * in test/flows/panel-size.test.ts; `npm run bench:panel` measures the same with a million entries
 * (test/bench/README.md).
 */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { type LargePanel, startLargePanel } from '../support/large-panel.ts'
import { priceOf, processorOf } from '../support/page-price.ts'
import { panelPages } from '../support/panel-pages.ts'
import { patientRedis } from '../support/patient-redis.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'

const MS_MAX = 200
const PAGES = panelPages(Date.now())

const redis = await startRedis()
const onRedis = await startLargePanel(patientRedis(redis.url))
const embedded = await startLargePanel(embeddedStorage())
afterAll(async () => {
  for (const { idp } of [onRedis, embedded]) await idp.stop()
  await redis.stop()
})

async function expectCheap({ idp, admin, reads }: LargePanel, path: string, store?: RedisServer): Promise<void> {
  const cost = await priceOf(idp, admin, reads, path, processorOf(store), { tries: 2, limit: MS_MAX })
  expect(cost.status).toBeLessThan(400)
  expect(cost.processor).toBeLessThan(MS_MAX)
}

it.each(PAGES)('on Redis %s takes less than 200 ms of the processors', (path) => expectCheap(onRedis, path, redis))

it.each(PAGES.filter((path) => /^\/(?:clients\?|search)/.test(path)))(
  'on the embedded store %s, which looks through all clients, takes less than 200 ms of the processor',
  (path) => expectCheap(embedded, path),
)
