/** REL-06: the store answers late: 50 ms, half a second, five seconds, or not for a while. Slow is slow, too slow is 503. */

import { type Person, person } from '../support/actors.ts'
import { CONF } from '../support/fixtures.ts'
import { inParallel } from '../support/http.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { type RelyingParty, relyingParty, type TokenSet } from '../support/relying-party.ts'
import { inTime, type StoreTrouble, storeTrouble } from '../support/store-trouble.ts'
import { startProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'

/** An exchange takes three round trips, all else fewer; one for luck. */
const MOST_TRIPS = 4
const SLACK_MS = 500
/** Nobody waits for longer, whatever the store does. */
const LONGEST_MS = 5_000
const CALLERS = 30

let redis: RedisServer
let proxy: TcpProxy
let idp: Idp
let conf: RelyingParty
let alice: Person
let trouble: StoreTrouble
beforeAll(async () => {
  redis = await startRedis()
  proxy = await startProxy(redis.port)
  idp = await startIdp({ store: { redis: `redis://127.0.0.1:${proxy.port}`, keyPrefix: 'slow:' } })
  conf = relyingParty(idp, CONF)
  alice = person(idp)
  await alice.authorize(conf, { scope: 'openid offline_access' })
  trouble = storeTrouble(idp, conf, alice)
})
afterEach(async () => {
  proxy.delay(0)
  await until(trouble.isReady)
})
afterAll(async () => {
  await idp.stop()
  await proxy.close()
  await redis.stop()
})

it.each([50, 500])('REL-06: %d ms away, everything works, and takes its round trips and no longer', async (ms) => {
  const grants = await inParallel(CALLERS, 5, () => alice.authorize(conf, { scope: 'openid offline_access' }))
  proxy.delay(ms / 2)
  const waits: number[] = []
  const timed = async <T>(ask: Promise<T>): Promise<T> => {
    const at = performance.now()
    return ask.finally(() => waits.push(performance.now() - at))
  }
  await Promise.all(
    grants.map(async (grant) => {
      const exchanged = await timed(conf.exchange(grant))
      expect(exchanged.status).toBe(200)
      const tokens = exchanged.json() as TokenSet
      const [looked, refreshed] = await Promise.all([
        timed(conf.introspect(tokens.access_token)),
        timed(conf.refresh(tokens.refresh_token)),
      ])
      expect([looked.json().active, refreshed.status]).toEqual([true, 200])
      expect((await timed(conf.revoke((refreshed.json() as TokenSet).refresh_token))).status).toBe(200)
    }),
  )
  // The slowest ones tell how busy the machine was; a round trip too many would be in every one.
  const usual = waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)]
  expect(usual).toBeLessThan(MOST_TRIPS * ms + SLACK_MS)
  expect(Math.max(...waits)).toBeLessThan(LONGEST_MS)
})

it('REL-06: five seconds away, everything is 503 in time, nothing piles up, and no harm is done', async () => {
  const before = await trouble.hold()
  proxy.delay(2_500)
  await trouble.expectAway(before)
  const rush = await Promise.all(Array.from({ length: 200 }, () => inTime(conf.introspect(before.tokens.access_token))))
  expect(new Set(rush.map(({ status }) => status))).toEqual(new Set([503]))
  proxy.delay(0)
  const at = performance.now()
  await until(trouble.isReady)
  expect(performance.now() - at).toBeLessThan(10_000)
  await trouble.expectUnharmed(before)
  const clients = String(await redis.admin.client('LIST'))
    .split('\n')
    .filter((line) => line.includes('name=portico'))
  expect(clients.length).toBeLessThanOrEqual(2)
})

it('REL-06: a store that pauses all its clients for three seconds', async () => {
  const before = await trouble.hold()
  await redis.admin.client('PAUSE', 3_000, 'ALL')
  await trouble.expectAway(before)
  await until(trouble.isReady)
  await trouble.expectUnharmed(before)
})
