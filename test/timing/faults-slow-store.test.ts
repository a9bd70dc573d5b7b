/** REL-06, REL-07: whatever the store does, no answer takes longer than five seconds. */
import { postgresStorage } from '../../adapters/postgres/index.ts'
import { redisStorage } from '../../adapters/redis/index.ts'
import { person } from '../support/actors.ts'
import { CONF } from '../support/fixtures.ts'
import { startIdp } from '../support/idp.ts'
import { startPostgres } from '../support/postgres.ts'
import { startRedis } from '../support/redis-server.ts'
import { relyingParty } from '../support/relying-party.ts'
import { storeTrouble } from '../support/store-trouble.ts'
import { startProxy, type TcpProxy } from '../support/tcp-proxy.ts'

const LONGEST_MS = 5_000

const STORES = {
  async Redis() {
    const { port, stop } = await startRedis()
    return { port, stop, storageAt: (at: number) => redisStorage(`redis://127.0.0.1:${at}`) }
  },
  async PostgreSQL() {
    const { url, port, stop } = await startPostgres()
    return { port, stop, storageAt: (at: number) => postgresStorage(url.replace(`:${port}/`, `:${at}/`)) }
  },
}

describe.each(Object.entries(STORES))('%s', (_name, startStore) => {
  it.each<[string, (proxy: TcpProxy) => void]>([
    ['is five seconds away', (proxy) => proxy.delay(2_500)],
    ['says nothing any more', (proxy) => proxy.pause()],
    ['gets what it is sent, and its answers are lost', (proxy) => proxy.dropReplies()],
  ])('a store that %s', async (_what, harm) => {
    const store = await startStore()
    const proxy = await startProxy(store.port)
    const idp = await startIdp({ options: { storage: store.storageAt(proxy.port) } })
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
      await store.stop()
    }
  })
})
