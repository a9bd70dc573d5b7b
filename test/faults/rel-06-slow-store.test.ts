/** REL-06: the store answers late: by half a second, or by five. Slow is slow, too slow is 503. */
import { redisStorage } from '../../adapters/redis/index.ts'
import { person } from '../support/actors.ts'
import { CONF } from '../support/fixtures.ts'
import { inParallel } from '../support/http.ts'
import { startIdp } from '../support/idp.ts'
import { connectionsTo, startRedis } from '../support/redis-server.ts'
import { relyingParty, type TokenSet } from '../support/relying-party.ts'
import { storeTrouble } from '../support/store-trouble.ts'
import { startProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'

const CALLERS = 30

const redis = await startRedis()

const proxy = await startProxy(redis.port)

const url = `redis://127.0.0.1:${proxy.port}`
// With the limits that a service has.
const storage = redisStorage(url, { keyPrefix: 'slow:' })
const idp = await startIdp({ options: { storage } })

const conf = relyingParty(idp, CONF)

const alice = person(idp)

await alice.authorize(conf, { scope: 'openid offline_access' })
const trouble = storeTrouble(idp, conf, alice)
afterEach(async () => {
  proxy.delay(0)
  await until(trouble.isReady)
})

it('REL-06: half a second away, everything works under many concurrent requests', async () => {
  const other = await startIdp({ store: { redis: url, keyPrefix: 'late:' } })
  const [app, user] = [relyingParty(other, CONF), person(other)]
  await user.authorize(app)
  const grants = await inParallel(CALLERS, 5, () => user.authorize(app, { scope: 'openid offline_access' }))
  proxy.delay(250)
  await Promise.all(
    grants.map(async (grant) => {
      const exchanged = await app.exchange(grant)
      expect(exchanged.status).toBe(200)
      const tokens = exchanged.json() as TokenSet
      const [looked, refreshed] = await Promise.all([
        app.introspect(tokens.access_token),
        app.refresh(tokens.refresh_token),
      ])
      expect([looked.json().active, refreshed.status]).toEqual([true, 200])
      expect((await app.revoke((refreshed.json() as TokenSet).refresh_token)).status).toBe(200)
    }),
  )
  proxy.delay(0)
  await other.stop()
})

it('REL-06: five seconds away, everything is 503, nothing piles up, and no harm is done', async () => {
  const before = await trouble.hold()
  proxy.delay(2_500)
  await trouble.expectAway(before)
  const rush = await Promise.all(Array.from({ length: 200 }, () => conf.introspect(before.tokens.access_token)))
  expect(new Set(rush.map(({ status }) => status))).toEqual(new Set([503]))
  proxy.delay(0)
  await until(trouble.isReady)
  await trouble.expectUnharmed(before)
  await until(async () => (await connectionsTo(redis)) <= 2)
})
