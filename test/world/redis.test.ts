/** How Redis servers are set up: a row of `redis.json` each, with how a start on it ends and what the doctor finds. */
import { readFileSync } from 'node:fs'
import { redisStorage } from '../../adapters/redis/index.ts'
import { createPortico } from '../../lib/index.ts'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { codesOf, examined, SECRET } from '../cli/doctor-world.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { logRecorder } from '../support/log-recorder.ts'
import { startRedis, startRedisCluster } from '../support/redis-server.ts'
import { startRefusingProxy } from '../support/refusing-proxy.ts'
import { until } from '../support/until.ts'

interface Row {
  readonly server: string
  /** Rules of the user. */
  readonly acl?: string
  readonly config?: Readonly<Record<string, string>>
  readonly replica?: true
  /** The error to every command. */
  readonly refuse?: string
  /** What is missing; `partly`: with `cluster-require-full-coverage no`. */
  readonly cluster?: string
  /** `ends`: with the reason. `waits`: the reason is logged once, and readiness has it. */
  readonly start: 'works' | 'ends' | 'waits'
  readonly reason?: string
  /** Of the doctor. The warnings about replicas are left out. */
  readonly codes: readonly string[]
  /** A part of the first finding. */
  readonly what?: string
}

const ROWS = JSON.parse(readFileSync('test/world/redis.json', 'utf8')) as readonly Row[]
// A busy machine makes a store slow.
const NOT_ASKED = ['store-unused', 'store-slow', 'redis-without-replica', 'redis-failover-loses']
const BASE_URL = 'https://id.example'
/** Servers that are never ready take this long, twice. */
const TIMEOUT_MS = 5_000
const DURABLE = { appendonly: true, config: { appendfsync: 'always' } } as const
const ordinary = await startRedis(DURABLE)

async function urlOf({ acl, config, replica, refuse, cluster }: Row, user: string): Promise<string> {
  if (acl !== undefined) {
    await ordinary.admin.acl('SETUSER', user, 'on', '>right', ...acl.split(' '))
    return `redis://${user}:right@127.0.0.1:${ordinary.port}`
  }
  if (refuse !== undefined) {
    const proxy = stoppedAtEnd(await startRefusingProxy(ordinary.port))
    proxy.refuse(refuse)
    return `redis://127.0.0.1:${proxy.port}`
  }
  if (cluster !== undefined) return brokenCluster(cluster)
  const config_ = { ...DURABLE.config, ...config }
  return (await startRedis({ ...DURABLE, config: config_, ...(replica && { replicaOf: ordinary }) })).url
}

async function brokenCluster(broken: string): Promise<string> {
  const { url, masters } = await startRedisCluster()
  const [first, ...others] = masters
  for (const { admin } of masters) {
    for (const [name, value] of Object.entries({ appendfsync: 'always', appendonly: 'yes' }))
      await admin.config('SET', name, value)
    if (!broken.endsWith('partly')) await admin.config('SET', 'cluster-require-full-coverage', 'yes')
  }
  const id = String(await first?.admin.cluster('MYID'))
  if (broken.startsWith('slot')) for (const { admin } of masters) await admin.cluster('DELSLOTS', 7)
  else {
    await first?.crash()
    for (const { admin } of others) await admin.cluster('FORGET', id)
  }
  if (!broken.endsWith('partly'))
    for (const { admin } of others)
      await until(async () => /cluster_state:fail/.test(String(await admin.cluster('INFO'))))
  return url
}

async function startOn(url: string) {
  const log = logRecorder()
  const storage = redisStorage(url, { commandTimeoutMs: TIMEOUT_MS })
  const sso = await createPortico({ baseUrl: BASE_URL, secret: SECRET, storage, logger: log.logger }).catch(
    async (error: unknown) => {
      await storage.close()
      if (error instanceof StoreUnavailable && error.isPermanent) return error
      throw error
    },
  )
  if (sso instanceof StoreUnavailable) return { start: 'ends', reason: sso.reason, message: sso.message }
  stoppedAtEnd(sso)
  const first = await sso.health()
  if (first.status === 'ready') return { start: 'works' }
  // The log has the reason once, however often the store is asked.
  const count = (code: string) => log.lines.filter(({ fields }) => fields['code'] === code).length
  for (let times = 0; times < 4; times += 1) await sso.health()
  expect(Math.max(count('store-unavailable'), count('store-read-only'))).toBe(1)
  expect(count('store-available') + count('store-writable')).toBe(0)
  return { start: 'waits', reason: (await sso.health()).reason }
}

it.concurrent.each(ROWS.map((row, index) => [row.server, row, `user-${index}`] as const))(
  '%s',
  async (_, row, user) => {
    const url = await urlOf(row, user)
    const { message, ...started } = await startOn(url)
    expect(started).toEqual({
      start: row.start,
      ...(row.start !== 'works' && { reason: row.reason ?? expect.any(String) }),
    })
    const found = await examined({
      BASE_URL,
      PORTICO_SECRET: SECRET,
      REDIS_URL: url,
      REDIS_TIMEOUT_MS: String(TIMEOUT_MS),
    })
    const asked = found.filter(({ code }) => !NOT_ASKED.includes(code))
    expect(codesOf(asked)).toEqual(row.codes)
    if (row.what !== undefined) expect(String(asked[0]?.what)).toContain(row.what)
    if (row.start === 'ends' && row.what !== undefined) expect(message).toContain(row.what)
  },
)
