/**
 * REL-09: the store is killed under load and started again, with each kind of persistence; and it fails over to a
 * replica that had been cut off. Acknowledged writes that are lost are counted. With `appendfsync always` it must be
 * none; the losses of the others are printed, and listed in adapters/redis/README.md.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type RedisStorageOptions, redisStorage } from '../../adapters/redis/index.ts'
import { person } from '../support/actors.ts'
import { TRUSTED } from '../support/fixtures.ts'
import { inParallel } from '../support/http.ts'
import { startIdp } from '../support/idp.ts'
import { type RedisServerOptions, startRedis } from '../support/redis-server.ts'
import { relyingParty, type TokenSet } from '../support/relying-party.ts'
import { patiently } from '../support/store-trouble.ts'
import { startProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'

const FAMILIES = 120
const KILLED_AFTER = 60
const CALLERS = 4
const LONG = 3_600_000

interface Loss {
  /** Acknowledged before the crash. */
  readonly revocations: number
  readonly uses: number
  /** Of them: revoked, and yet alive; used, and yet to be used again. */
  readonly revocationsLost: number
  readonly usesLost: number
  /** Given by a use, and unknown now. */
  readonly successorsLost: number
}

async function crashUnderLoad(options: RedisServerOptions): Promise<Loss> {
  const redis = await startRedis(options)
  const idp = await startIdp({ store: { redis: redis.url, keyPrefix: 'crash:' } })
  const app = relyingParty(idp, TRUSTED)
  const alice = person(idp)
  await alice.authorize(app)
  const families = await inParallel(FAMILIES, CALLERS, () => alice.signIn(app, { scope: 'openid offline_access' }))
  if (options.config?.['save'] !== undefined) {
    await redis.admin.bgsave()
    await until(async () => /rdb_bgsave_in_progress:0/.test(await redis.admin.info('persistence')))
  }

  const revoked: string[] = []
  const used: { readonly old: string; readonly next: string }[] = []
  let crash: Promise<void> | undefined
  await inParallel(FAMILIES, CALLERS, async (index) => {
    const token = (families[index] as TokenSet).refresh_token
    const answer = await (index % 2 === 0 ? app.revoke(token) : app.refresh(token))
    if (answer.status === 200 && index % 2 === 0) revoked.push(token)
    else if (answer.status === 200) used.push({ old: token, next: (answer.json() as TokenSet).refresh_token })
    if (revoked.length + used.length >= KILLED_AFTER) crash ??= redis.crash()
  })
  await crash
  await redis.start()
  await until(async () => (await idp.send('/health/ready')).status === 200)

  // The service was not asked to forget: a refresh token that it holds for valid is alive.
  const isAlive = async (token: string): Promise<boolean> =>
    (await patiently(() => app.introspect(token))).json().active === true
  const count = async (tokens: readonly string[], wanted: boolean): Promise<number> =>
    (await Promise.all(tokens.map(isAlive))).filter((alive) => alive === wanted).length
  return {
    revocations: revoked.length,
    uses: used.length,
    revocationsLost: await count(revoked, true),
    usesLost: await count(
      used.map(({ old }) => old),
      true,
    ),
    successorsLost: await count(
      used.map(({ next }) => next),
      false,
    ),
  }
}

const report = (what: string, loss: object): void =>
  void process.stdout.write(`REL-09 ${what}: ${JSON.stringify(loss)}\n`)
const NOTHING = { revocationsLost: 0, usesLost: 0, successorsLost: 0 }

it('REL-09: appendfsync always: of all that was acknowledged, nothing is lost', async () => {
  const loss = await crashUnderLoad({ appendonly: true, config: { appendfsync: 'always' } })
  report('appendfsync always', loss)
  expect(loss).toMatchObject(NOTHING)
  expect([loss.revocations > 10, loss.uses > 10]).toEqual([true, true])
})

it('REL-09: snapshots alone: what was revoked and used since the last one is alive again', async () => {
  const loss = await crashUnderLoad({ config: { save: '3600 1000000' } })
  report('snapshots', loss)
  expect(loss).toMatchObject({ revocationsLost: loss.revocations, usesLost: loss.uses, successorsLost: loss.uses })
})

it('REL-09: nothing on disk: nothing comes back, so nothing that was revoked or used does', async () => {
  const redis = await startRedis()
  const open = async () => {
    const storage = redisStorage(redis.url)
    // How soon a node finds its store is no matter here.
    await until(() => storage.open().then(() => true))
    return storage
  }
  const before = await open()
  for (const id of ['revoked', 'kept']) await before.families.issue(id, 'one', LONG)
  await before.families.revoke('revoked')
  await redis.crash()
  await redis.start()
  const after = await open()
  expect([await after.families.read('revoked'), await after.families.read('kept')]).toEqual([undefined, undefined])
})

describe('REL-09: a replica that was cut off from its master takes over:', () => {
  const CUT_OFF_MS = 3_000

  /**
   * Revokes all the time while the replica receives nothing.
   * @returns acknowledged and lost writes
   */
  async function failOver(options: RedisStorageOptions, config: Readonly<Record<string, string>> = {}) {
    const master = await startRedis({ config })
    const proxy = await startProxy(master.port)
    const replica = await startRedis({ replicaOf: { port: proxy.port } })
    await until(async () => /master_link_status:up/.test(await replica.admin.info('replication')))
    const open = async (how: RedisStorageOptions) => {
      const opened = redisStorage(master.url, how)
      await opened.open()
      return opened
    }
    const [before, storage] = [await open({}), await open(options)]
    const ids = Array.from({ length: 300 }, (_, index) => `f${index}`)
    // A master that requires a replica accepts its first writes once it has a connected one.
    for (const id of ids) await until(() => before.families.issue(id, 'one', LONG).then(() => true))
    await until(async () => (await replica.admin.exists(...ids.map((id) => `sso:f{${id}}`))) === ids.length)

    proxy.pause()
    const acknowledged: string[] = []
    /** In the order in which they were heard. */
    const words: ('done' | 'refused')[] = []
    await Promise.all(
      ids.map(async (id, index) => {
        await pause((index * CUT_OFF_MS) / ids.length)
        await storage.families.revoke(id).then(
          () => void (acknowledged.push(id) && words.push('done')),
          () => void words.push('refused'),
        )
      }),
    )
    await master.crash()
    proxy.cut()
    await replica.admin.replicaof('NO', 'ONE')
    const lost = await Promise.all(acknowledged.map(async (id) => (await replica.admin.exists(`sso:f{${id}}`)) === 1))
    return {
      asked: ids.length,
      acknowledged: acknowledged.length,
      lost: lost.filter(Boolean).length,
      doneAfterRefusal: words.slice(words.indexOf('refused')).filter((word) => word === 'done').length,
    }
  }

  it('all that was acknowledged meanwhile is lost, unless something is done against it', async () => {
    const loss = await failOver({})
    report('failover', loss)
    expect(loss.lost).toBe(loss.asked)
  })

  it('with `wait` nothing is acknowledged that the replica does not have, so nothing is lost', async () => {
    const loss = await failOver({ wait: { replicas: 1, timeoutMs: 200 } })
    report('failover with wait', loss)
    expect(loss).toMatchObject({ acknowledged: 0, lost: 0 })
  })

  it('with min-replicas-to-write it is what was acknowledged within min-replicas-max-lag', async () => {
    const loss = await failOver({}, { 'min-replicas-to-write': '1', 'min-replicas-max-lag': '1' })
    report('failover with min-replicas-to-write', loss)
    expect(loss.lost).toBe(loss.acknowledged)
    // Once the master has noticed, it takes nothing more.
    expect(loss.acknowledged).toBeLessThan(loss.asked)
    expect(loss.doneAfterRefusal).toBe(0)
  })
})
