import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Redis } from 'ioredis'
import { stoppedAtEnd } from './at-end.ts'
import { childServer } from './child-server.ts'
import { freePort } from './free-port.ts'
import { GENEROUS_MS } from './patience.ts'
import { until } from './until.ts'

/** Real Redis servers for tests, each with a temporary folder. */
export interface RedisServer {
  readonly port: number
  /** `redis://127.0.0.1:port` */
  readonly url: string
  /** A plain connection for inspection and manipulation; `stop` closes it. */
  readonly admin: Redis
  /** Kills the process, like a crash; its folder stays for `start`. */
  crash(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** Number of connections from Portico. */
export async function connectionsTo({ admin }: RedisServer): Promise<number> {
  const clients = String(await admin.client('LIST')).split('\n')
  return clients.filter((line) => line.includes('name=portico')).length
}

export interface RedisServerOptions {
  readonly appendonly?: boolean
  /** Bytes, or in the form of redis.conf: `3mb`. */
  readonly maxmemory?: string
  readonly replicaOf?: { readonly port: number }
  /** More settings of redis.conf: name to value. */
  readonly config?: Readonly<Record<string, string>>
}

export async function startRedis(options: RedisServerOptions = {}): Promise<RedisServer> {
  const { appendonly = false, maxmemory, replicaOf, config = {} } = options
  const folder = await mkdtemp(join(tmpdir(), 'portico-redis-'))
  const port = await freePort()
  const settings: Record<string, string> = {
    port: `${port}`,
    bind: '127.0.0.1',
    dir: folder,
    save: '',
    appendonly: appendonly ? 'yes' : 'no',
    'repl-diskless-sync-delay': '0',
    ...(maxmemory === undefined ? {} : { maxmemory }),
    ...(replicaOf === undefined ? {} : { replicaof: `127.0.0.1 ${replicaOf.port}` }),
    ...config,
  }
  return serve([], settings, port, folder)
}

export interface RedisCluster {
  /** `redis+cluster://...` */
  readonly url: string
  /** The first masters; a failover may make one of them a replica. */
  readonly masters: readonly RedisServer[]
  /** The first master's replica, if requested. */
  readonly replica: RedisServer | undefined
  stop(): Promise<void>
}

/** Three masters that share the slots; with `replica`, one more server follows the first. */
export async function startRedisCluster(options: { readonly replica?: boolean } = {}): Promise<RedisCluster> {
  const start = async () =>
    startRedis({
      config: {
        'cluster-enabled': 'yes',
        'cluster-port': `${await freePort()}`,
        // Without a replica, a slow server must not count as failed.
        'cluster-node-timeout': options.replica === true ? '2000' : `${GENEROUS_MS}`,
        'cluster-require-full-coverage': 'no',
      },
    })
  const masters = await Promise.all([start(), start(), start()])
  const addresses = masters.map(({ port }) => `127.0.0.1:${port}`)
  await promisify(execFile)('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-yes'])
  for (const { admin } of masters) await until(async () => /cluster_state:ok/.test(String(await admin.cluster('INFO'))))
  const replica = options.replica === true ? await start() : undefined
  if (replica !== undefined) await followFirst(masters, replica)
  return stoppedAtEnd({
    url: `redis+cluster://${addresses.join(',')}`,
    masters,
    replica,
    stop: async () => void (await Promise.all([...masters, replica].map((server) => server?.stop()))),
  })
}

async function followFirst([master]: readonly RedisServer[], replica: RedisServer): Promise<void> {
  if (master === undefined) throw new Error('there is no master')
  const id = String(await master.admin.call('CLUSTER', 'MYID'))
  const [, busPort = ''] = (await master.admin.config('GET', 'cluster-port')) as string[]
  await replica.admin.call('CLUSTER', 'MEET', '127.0.0.1', master.port, busPort)
  await until(async () => (await replica.admin.call('CLUSTER', 'REPLICATE', id)) === 'OK')
  await until(async () => /master_link_status:up/.test(await replica.admin.info('replication')))
}

export interface RedisGroup {
  /** `redis+sentinel://.../portico` */
  readonly url: string
  readonly master: RedisServer
  readonly replica: RedisServer
  readonly sentinel: RedisServer
  stop(): Promise<void>
}

/** A master, its replica, and one sentinel, which fails over after a second without the master. */
export async function startRedisGroup(): Promise<RedisGroup> {
  const master = await startRedis()
  const replica = await startRedis({ replicaOf: master })
  await until(async () => /master_link_status:up/.test(await replica.admin.info('replication')))
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'portico-sentinel-')), await freePort()]
  // A sentinel writes its state into its file.
  const file = join(folder, 'sentinel.conf')
  await writeFile(file, '')
  const sentinel = await serve([file, '--sentinel'], { port: `${port}`, bind: '127.0.0.1', dir: folder }, port, folder)
  await sentinel.admin.call('SENTINEL', 'MONITOR', 'portico', '127.0.0.1', master.port, 1)
  for (const [name, value] of [
    ['down-after-milliseconds', 1000],
    ['failover-timeout', 3000],
  ] as const)
    await sentinel.admin.call('SENTINEL', 'SET', 'portico', name, value)
  await until(async () =>
    String(await sentinel.admin.call('SENTINEL', 'REPLICAS', 'portico')).includes(`${replica.port}`),
  )
  return stoppedAtEnd({
    url: `redis+sentinel://127.0.0.1:${port}/portico`,
    master,
    replica,
    sentinel,
    stop: async () => void (await Promise.all([sentinel, replica, master].map((server) => server.stop()))),
  })
}

async function serve(
  first: readonly string[],
  settings: Readonly<Record<string, string>>,
  port: number,
  folder: string,
): Promise<RedisServer> {
  const args = [...first, ...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, ...value.split(' ')])]
  const admin = new Redis({
    port,
    host: '127.0.0.1',
    lazyConnect: true,
    retryStrategy: () => 50,
    disconnectTimeout: 50,
    maxRetriesPerRequest: null,
  })
  // The server is stopped on purpose.
  admin.on('error', () => undefined)
  const { start, crash } = childServer(
    'redis-server',
    () => spawn('redis-server', args, { stdio: 'ignore' }),
    async () => (await admin.ping()) === 'PONG' && !/loading:1/.test(await admin.info('persistence')),
  )
  async function stop(): Promise<void> {
    admin.disconnect()
    await crash()
    await rm(folder, { recursive: true, force: true })
  }

  try {
    await start()
  } catch (error) {
    await stop()
    throw error
  }
  return stoppedAtEnd({ port, url: `redis://127.0.0.1:${port}`, admin, start, stop, crash })
}
