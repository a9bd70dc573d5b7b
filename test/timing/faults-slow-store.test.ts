/** REL-06, REL-07: whatever the store does, no answer takes longer than five seconds. */
import { redisStorage } from '../../adapters/redis/index.ts'
import { person } from '../support/actors.ts'
import { CONF } from '../support/fixtures.ts'
import { startIdp } from '../support/idp.ts'
import { startRedis } from '../support/redis-server.ts'
import { relyingParty } from '../support/relying-party.ts'
import { storeTrouble } from '../support/store-trouble.ts'
import { startProxy, type TcpProxy } from '../support/tcp-proxy.ts'

const LONGEST_MS = 5_000

it.each<[string, (proxy: TcpProxy) => void]>([
  ['is five seconds away', (proxy) => proxy.delay(2_500)],
  ['says nothing any more', (proxy) => proxy.pause()],
  ['gets what it is sent, and its answers are lost', (proxy) => proxy.dropReplies()],
])('a store that %s', async (_what, harm) => {
  const redis = await startRedis()
  const proxy = await startProxy(redis.port)
  const idp = await startIdp({ options: { storage: redisStorage(`redis://127.0.0.1:${proxy.port}`) } })
  try {
    const { hold, expectAway } = storeTrouble(idp, relyingParty(idp, CONF), person(idp))
    const before = await hold()
    harm(proxy)
    const at = performance.now()
    await expectAway(before)
    expect(performance.now() - at).toBeLessThan(LONGEST_MS)
  } finally {
    proxy.resume()
    await idp.stop()
    await proxy.close()
    await redis.stop()
  }
})
