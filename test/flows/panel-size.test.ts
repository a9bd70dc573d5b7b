/**
 * The panel of a service with a past: ten thousand clients, two thousand users, fifty thousand entries, on Redis. No page
 * takes 200 ms of the processors, and none reads more because there is more. `npm run bench:panel` measures the same with a
 * million entries, by the clock (test/bench/README.md).
 */
import { EventEmitter } from 'node:events'
import { ServerResponse } from 'node:http'
import type { Storage } from '../../lib/index.ts'
import { countedStorage, type Reads } from '../support/counted-storage.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { fillStore } from '../support/large-store.ts'
import { panelPages, priceOf, processorOf } from '../support/panel-pages.ts'
import { enterPanel, PANEL_ACCOUNTS, type PanelVisitor, textIn } from '../support/panel-visitor.ts'
import { HANG_MS } from '../support/patience.ts'
import { patientRedis } from '../support/patient-redis.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { until } from '../support/until.ts'

const SIZE = { clients: 10_000, people: 2_000, deliveries: 6_000, entries: 50_000 }
/** A list looks through this much at most, and search asks several of them. */
const RECORDS_MAX = 10_200
const MS_MAX = 200
/** A page of activity names fifty users and fifty clients at most, each with one call; the trail is read in steps. */
const CALLS_MAX = 160

let redis: RedisServer
let idp: Idp
let admin: PanelVisitor
let reads: Reads
beforeAll(async () => {
  redis = await startRedis()
  const counted = countedStorage(patientRedis(redis.url))
  reads = counted.reads
  idp = await startIdp({ options: { accounts: PANEL_ACCOUNTS, clients: [], storage: counted.storage } })
  await fillStore(counted.storage, SIZE, idp.clock.now())
  admin = await enterPanel(idp)
  await untilCounted(counted.storage.records)
})
afterAll(async () => {
  await idp.stop()
  await redis.stop()
})

/**
 * The overview has been counted, and neither is it counted again nor the trail verified: what runs in the background is no part of a
 * page's price. As long as the turn of either is taken, no node begins another.
 */
async function untilCounted(records: Storage['records']): Promise<void> {
  await until(async () => !textIn((await admin.open('/')).answer.text).includes('for the first time'))
  for (const work of ['overview', 'audit-check'])
    await until(async () => (await records.claim(work, 'turn', '', HANG_MS)) === 'claimed')
}

it('the overview counts every client, page by page, and says of when it is', async () => {
  const text = textIn((await admin.open('/')).answer.text)
  expect(text).toMatch(/All clients and users were counted (now|\d+ \w+ ago)/)
})

it.each(panelPages(Date.now()))('%s takes less than 200 ms and reads a bounded part of the store', async (path) => {
  const { status, processor, records } = await priceOf(idp, admin, reads, path, processorOf(redis), { limit: MS_MAX })
  expect(status).toBeLessThan(400)
  expect(records).toBeLessThanOrEqual(RECORDS_MAX)
  // Work of the service and of Redis, not time: what else the machine does is no property of the page.
  expect(processor).toBeLessThan(MS_MAX)
})

it.each(
  panelPages(Date.now()).filter((path) => /^\/(activity|search|explain|deliveries|keys|settings|health)/.test(path)),
)('%s asks the store no more often than its rows need', async (path) => {
  const { calls } = await priceOf(idp, admin, reads, path, processorOf(redis), { tries: 1 })
  expect(calls).toBeLessThanOrEqual(CALLS_MAX)
})

it('the export of the whole trail adds no listener for each of its pieces', async () => {
  const { once } = ServerResponse.prototype
  let most = 0
  ServerResponse.prototype.once = function (...given: Parameters<typeof once>) {
    once.apply(this, given)
    most = Math.max(most, this.listenerCount('close'))
    return this
  }
  const answer = await admin.browser.go('/admin/activity/export')
  ServerResponse.prototype.once = once
  Object.assign(reads, { calls: 0, records: 0 })
  expect(answer.text.split('\n').length).toBeGreaterThan(SIZE.entries)
  // Node warns of more.
  expect(most).toBeLessThanOrEqual(EventEmitter.defaultMaxListeners)
})

describe('activity that lies far back', () => {
  const rowsOn = (text: string): number => [...text.matchAll(/<th scope="row"/g)].length
  const dayOf = (daysAgo: number): string => new Date(idp.clock.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

  it('is found by its day, at once and whole', async () => {
    const day = dayOf(60)
    const page = await admin.open(`/activity?since=${day}&until=${day}`)
    expect(rowsOn(page.answer.text)).toBe(50)
    const days = [...page.answer.text.matchAll(/datetime="(\d{4}-\d\d-\d\d)T/g)].map(([, found]) => found)
    expect(new Set(days)).toEqual(new Set([day]))
    expect(reads.records).toBeLessThan(1_000)
  })

  it('of a client is found by going on, and the page says that it has not looked at everything', async () => {
    // Acts stand among fifty thousand sign-ins: one in a thousand, of ten clients.
    let path: string | undefined = '/activity?group=client&client=app-09999'
    const found: number[] = []
    for (let pages = 0; path !== undefined && pages < 12; pages += 1) {
      const { answer } = await admin.open(path)
      found.push(rowsOn(answer.text))
      if (found.at(-1) === 0 && answer.text.includes('Search older')) {
        expect(textIn(answer.text)).toContain('No match in the entries searched so far')
      }
      path = /href="\/admin(\/activity\?[^"]*before=[\d.]+)"/.exec(answer.text)?.[1]?.replaceAll('&amp;', '&')
    }
    expect(path).toBeUndefined()
    expect(found.reduce((sum, rows) => sum + rows, 0)).toBe(5)
  })

  it('is told apart from activity that there is none of', async () => {
    const page = await admin.open(`/activity?since=${dayOf(200)}&until=${dayOf(199)}`)
    expect(textIn(page.answer.text)).toContain('Nothing matches these filters')
  })
})

it('an operation on a client with more users than are looked at says “at least”', async () => {
  const text = textIn((await admin.open('/clients/app-00000/disable')).answer.text)
  expect(text).toContain('At least 500 users are signed in')
})
