import { Cluster } from 'ioredis'
import { redisStorage } from '../../adapters/redis/index.ts'
import type { Storage } from '../../lib/ports/storage.ts'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { GENEROUS_MS } from '../support/patience.ts'
import { startRedis, startRedisCluster, startRedisGroup } from '../support/redis-server.ts'
import { until } from '../support/until.ts'

const LONG = 3_600_000
async function open(...[source, options]: Parameters<typeof redisStorage>): Promise<Storage> {
  const storage = stoppedAtEnd(redisStorage(source, { commandTimeoutMs: GENEROUS_MS, ...options }))
  await storage.open()
  return storage
}

const works = (storage: Storage) => storage.records.put('k', 'works', 'v', LONG).then(() => true)
const word = (step: Promise<unknown>) =>
  step.then(
    () => 'done',
    (error: unknown) => (error instanceof StoreUnavailable ? 'unavailable' : error),
  )

describe('a cluster:', () => {
  it('without one of its masters serves what the others hold, reports the rest as unavailable, and recovers', async () => {
    const cluster = await startRedisCluster()
    const storage = await open(cluster.url)
    expect(storage.name).toBe('redis (cluster)')
    const ids = Array.from({ length: 30 }, (_, index) => `f${index}`)
    const writeAll = () => Promise.all(ids.map((id) => word(storage.families.issue(id, 'one', LONG))))
    await writeAll()
    const lost = cluster.masters[0]!
    await lost.crash()
    const words = await Promise.all(ids.map((id) => word(storage.families.read(id))))
    expect(new Set(words)).toEqual(new Set(['done', 'unavailable']))
    await lost.start()
    await until(async () => (await writeAll()).every((answer) => answer === 'done'))
  })

  it('a token is looked up in one round trip, however many masters hold its parts', async () => {
    const cluster = await startRedisCluster()
    const storage = await open(cluster.url)
    const look = () =>
      storage.tokenState.look({ family: 'f', clients: ['billing'], subject: { id: 'alice', session: 's' } })
    // Behind all that each connection still had to send from its start.
    await look()
    for (const { admin } of cluster.masters) await admin.config('RESETSTAT')
    const counts = async () => {
      const stats = await Promise.all(cluster.masters.map(({ admin }) => admin.info('commandstats')))
      return ['get', 'mget', 'hmget'].map((name) =>
        stats.reduce(
          (sum, text) => sum + Number(new RegExp(`^cmdstat_${name}:calls=(\\d+)`, 'm').exec(text)?.[1] ?? 0),
          0,
        ),
      )
    }
    await look()
    expect(await counts()).toEqual([1, 1, 1])
  })

  it('the client of the host is left alone: the store opens another connection', async () => {
    const cluster = await startRedisCluster()
    const host = new Cluster(
      cluster.masters.map(({ port }) => ({ host: '127.0.0.1', port })),
      { keyPrefix: 'host:' },
    )
    stoppedAtEnd({ stop: () => host.disconnect() })
    const storage = await open(host)
    await works(storage)
    await storage.close()
    expect(await host.set('a', '1')).toBe('OK')
    expect(await host.exists('sso:r1:k:works')).toBe(0)
  })
})

describe('a group behind Sentinel:', () => {
  it('when the master dies, the store follows to the new one by itself', async () => {
    const group = await startRedisGroup()
    const storage = await open(group.url)
    expect(storage.name).toBe('redis (sentinel)')
    await storage.families.issue('f', 'one', LONG)
    await until(async () => (await group.replica.admin.exists('sso:f{f}')) === 1)
    await group.master.crash()
    expect(await word(storage.families.replace('f', 'one', 'two', LONG))).toBe('unavailable')
    await until(() => works(storage))
    expect(await storage.families.read('f')).toMatch(/^one/)
    expect(await group.replica.admin.exists('sso:r1:k:works')).toBe(1)
  })
})

describe('waiting for replicas:', () => {
  it('a change is acknowledged when enough replicas have it; with fewer its outcome is unknown', async () => {
    const master = await startRedis()
    const replica = await startRedis({ replicaOf: master })
    const { families } = await open(master.url, { wait: { replicas: 1, timeoutMs: GENEROUS_MS / 2 } })
    // A replica that is said to follow may still be busy with its copy: it follows when it has a change in time.
    await until(() => families.issue('first', 'one', LONG).then(() => true))
    for (let turn = 0; turn < 10; turn += 1) {
      await families.issue(`f${turn}`, 'one', LONG)
      expect(await replica.admin.exists(`sso:f{f${turn}}`)).toBe(1)
    }
    const hasty = await open(master.url, { wait: { replicas: 1, timeoutMs: 300 } })
    await replica.crash()
    await master.admin.config('RESETSTAT')
    const steps = Array.from({ length: 10 }, (_, turn) => hasty.families.replace(`f${turn}`, 'one', 'two', LONG))
    const failures = await Promise.all(steps.map((step) => step.catch((error: unknown) => error)))
    for (const failure of failures) expect(failure).toMatchObject({ name: 'StoreUnavailable', outcomeUnknown: true })
    // They share the waiting: those whose answers come during one wait have the next together.
    const [, waits] = /^cmdstat_wait:calls=(\d+)/m.exec(await master.admin.info('commandstats')) ?? []
    expect(Number(waits)).toBeLessThanOrEqual(2)
    // And what was never acknowledged is rolled back.
    for (let turn = 0; turn < 10; turn += 1) await until(async () => (await hasty.families.read(`f${turn}`)) === 'one ')
  })
})
