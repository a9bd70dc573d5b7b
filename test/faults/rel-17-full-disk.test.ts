/**
 * REL-17: the disk of the store is full: writes are 503 and not done, reads continue; and the disk of the log is full:
 * the service responds all the same. Where no small disk can be mounted (that takes root), the store cannot write its
 * snapshot instead: the same refusal (MISCONF) for the same reason.
 */
import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { emptyFolder } from '../examples/process.ts'
import { person } from '../support/actors.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { BARE_ENVIRONMENT } from '../support/bare-environment.ts'
import { expectUnavailable } from '../support/expect.ts'
import { ALICE, CONF, ROOT_SECRET } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { send } from '../support/http.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { killed } from '../support/killed.ts'
import { remote } from '../support/logout-processes.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { relyingParty } from '../support/relying-party.ts'
import { smallDisk } from '../support/small-disk.ts'
import { storeTrouble } from '../support/store-trouble.ts'
import { until } from '../support/until.ts'

interface Disk {
  readonly redis: RedisServer
  fill(): Promise<void>
  free(): Promise<void>
}

async function redisOnSmallDisk(appendfsync: string): Promise<Disk> {
  const disk = await smallDisk()
  if (disk === undefined) return redisWithoutSnapshots(appendfsync)
  const redis = await startRedis({
    appendonly: true,
    config: { dir: disk.path, appendfsync, 'auto-aof-rewrite-percentage': '0', 'aof-use-rdb-preamble': 'no' },
  })
  return { redis, fill: disk.fill, free: disk.free }
}

async function redisWithoutSnapshots(appendfsync: string): Promise<Disk> {
  const redis = await startRedis({ appendonly: true, config: { appendfsync, 'enable-protected-configs': 'yes' } })
  const [, folder = ''] = (await redis.admin.config('GET', 'dir')) as string[]
  return {
    redis,
    async fill() {
      await redis.admin.config('SET', 'dir', '/proc')
      await redis.admin.config('SET', 'save', '3600 1')
      await redis.admin.bgsave().catch(() => undefined)
      await until(async () => /rdb_last_bgsave_status:err/.test(await redis.admin.info('persistence')))
    },
    async free() {
      await redis.admin.config('SET', 'dir', folder)
      await redis.admin.config('SET', 'save', '')
      await redis.admin.bgsave()
      await until(async () => /rdb_last_bgsave_status:ok/.test(await redis.admin.info('persistence')))
    },
  }
}

const service = ({ redis }: Disk): Promise<Idp> => startIdp({ store: { redis: redis.url, keyPrefix: 'disk:' } })

it('REL-17: what writes is 503 and not done, what reads goes on; with room again all that was held works', async () => {
  const disk = await redisOnSmallDisk('everysec')
  const idp = await service(disk)
  const conf = relyingParty(idp, CONF)
  const trouble = storeTrouble(idp, conf, person(idp))
  const before = await trouble.hold()
  await disk.fill()
  // The store detects a failed write at the write of another client.
  const write = () => disk.redis.admin.set('x', 'y'.repeat(10_000)).catch((error: Error) => error.message)
  await until(async () => /^MISCONF/.test(await write()))
  await trouble.expectWritesAway(before)
  const { tokens, revocable } = before
  expect((await conf.introspect(tokens.access_token)).json().active).toBe(true)
  expect((await conf.userinfo(revocable.access_token)).status).toBe(200)
  await disk.free()
  await until(async () => (await disk.redis.admin.set('x', 'y')) === 'OK')
  await until(trouble.isReady)
  await trouble.expectUnharmed(before)
})

it('REL-17: with appendfsync always the store ends rather than forget: all is 503, and nothing is lost', async () => {
  const disk = await redisOnSmallDisk('always')
  const idp = await service(disk)
  const conf = relyingParty(idp, CONF)
  const alice = person(idp)
  const trouble = storeTrouble(idp, conf, alice)
  const before = await trouble.hold()
  const gone = await alice.signIn(conf, { scope: 'openid offline_access' })
  expect((await conf.revoke(gone.refresh_token)).status).toBe(200)
  await disk.fill()
  void disk.redis.admin.set('x', 'y'.repeat(100_000)).catch(() => undefined)
  await until(async () => !(await trouble.isReady()))
  const { tokens, revocable } = before
  for (const ask of [() => conf.refresh(tokens.refresh_token), () => conf.revoke(revocable.refresh_token)])
    expectUnavailable(await ask())
  await disk.free()
  await disk.redis.crash()
  await disk.redis.start()
  await until(trouble.isReady)
  expect((await conf.refresh(gone.refresh_token)).status).toBe(400)
  await trouble.expectUnharmed(before)
})

it('REL-17: a failing logger of the host blocks no response', async () => {
  const fail = (): never => {
    throw new Error('no space left on the device')
  }
  const idp = await startIdp({ options: { logger: { info: fail, warn: fail, error: fail } } })
  const conf = relyingParty(idp, CONF)
  const tokens = await person(idp).signIn(conf, { scope: 'openid offline_access' })
  expect((await conf.refresh(tokens.refresh_token)).status).toBe(200)
  expect((await conf.refresh('garbage')).status).toBe(400)
})

it('REL-17: a log that cannot be written blocks no response', async () => {
  const folder = emptyFolder()
  const port = await freePort()
  await folder.configure({ clients: [CONF], accounts: [ALICE] })
  const env = {
    PORT: `${port}`,
    HOST: '127.0.0.1',
    BASE_URL: `http://localhost:${port}`,
    PORTICO_SECRET: ROOT_SECRET,
    PORTICO_CONFIG: join(folder.path, 'portico.json'),
    LOG_LEVEL: 'info',
  }
  const child = spawn(process.execPath, [resolve('dist/examples/reference/main.js')], {
    cwd: folder.path,
    stdio: ['ignore', openSync('/dev/full', 'w'), 'ignore'],
    env: { ...BARE_ENVIRONMENT, ...env },
  })
  stoppedAtEnd({ stop: () => killed(child) })
  await until(async () => (await send(port, '/health/ready')).status === 200)
  const node = remote({ issuer: `http://localhost:${port}`, port })
  const conf = relyingParty(node, CONF)
  for (let count = 0; count < 5; count += 1) {
    const tokens = await person(node).signIn(conf)
    expect((await conf.introspect(tokens.access_token)).json().active).toBe(true)
  }
  expect([child.exitCode, child.signalCode]).toEqual([null, null])
})
