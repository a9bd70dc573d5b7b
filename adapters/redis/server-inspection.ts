import type { Redis } from 'ioredis'
import type { StoreFact } from '../../lib/ports/storage.ts'
import { slownessOf } from '../distributed/slowness.ts'
import type { Connection } from './connection.ts'
import type { Keys } from './keys.ts'
import { rightsFact } from './rights.ts'
import { isOld, readSetting, slotsFacts, versionOf, withoutRepeats } from './server-checks.ts'

/** How long to wait for the connection. Short, because `open` has already waited for it. */
const READY_MS = 200
const MEMORY_SHARE = 0.8

/** Error codes for wrong, missing, or insufficient credentials. */
const REFUSALS = /\b(?:WRONGPASS|NOAUTH|NOPERM)\b/

/** Finds problems that the server settings do not reveal. @param hasWait whether changes wait for replicas */
export async function inspectServers(
  connection: Connection,
  keys: Keys,
  hasWait: boolean,
): Promise<readonly StoreFact[]> {
  const obstacle = await connection.ready(READY_MS).then(
    () => undefined,
    ({ message }: Error) => message,
  )
  const servers = connection.masters().filter(({ status }) => status === 'ready')
  const facts = await Promise.all(servers.map((server) => factsOf(connection, server, hasWait)))
  const rights = obstacle === undefined ? await rightsFact(connection, keys) : undefined
  const found = withoutRepeats([...(rights === undefined ? [] : [rights]), ...facts.flat()])
  if (obstacle === undefined || found.some(({ code }) => code === 'redis-cluster-incomplete')) return found
  const code = REFUSALS.test(obstacle) ? 'store-credentials' : 'store-unreachable'
  return [{ code, what: obstacle }, ...found]
}

async function factsOf(connection: Connection, server: Redis, hasWait: boolean): Promise<readonly StoreFact[]> {
  const looks = [versionFact, memoryFact, latencyFact, slotsFact, replicaFact, ...(hasWait ? [] : [failoverFact])]
  const found: StoreFact[] = []
  for (const look of looks) {
    const fact = await look(connection, server).catch(() => undefined)
    if (fact !== undefined) found.push(fact)
  }
  return found
}

type Look = (connection: Connection, server: Redis) => Promise<StoreFact | undefined>

const nameOf = ({ options: { host, port } }: Redis): string => `${host}:${port}`

const numberIn = (info: string, name: string): number =>
  Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? Number.NaN)

const infoOf = (connection: Connection, server: Redis, section: string): Promise<string> =>
  connection.read('asking for its state', () => server.info(section))

const versionFact: Look = async (connection, server) => {
  const version = await versionOf(connection, server)
  return version === 'denied' || !isOld(version)
    ? undefined
    : { code: 'redis-version', what: `${nameOf(server)} is redis ${version}` }
}

const memoryFact: Look = async (connection, server) => {
  const info = await infoOf(connection, server, 'memory')
  const [used, most] = [numberIn(info, 'used_memory'), numberIn(info, 'maxmemory')]
  if (!(most > 0) || used < most * MEMORY_SHARE) return undefined
  return { code: 'redis-memory-low', what: `${nameOf(server)} uses ${Math.round((used / most) * 100)} % of maxmemory` }
}

const latencyFact: Look = (connection, server) =>
  slownessOf(() => connection.read('pinging', () => server.ping()), nameOf(server))

const slotsFact: Look = async (connection, server) => (await slotsFacts(connection, server))[0]

const replicaFact: Look = async (connection, server) => {
  if (connection.kind === 'standalone') return undefined
  const replicas = numberIn(await infoOf(connection, server, 'replication'), 'connected_slaves')
  return replicas > 0 ? undefined : { code: 'redis-without-replica', what: `no replica follows ${nameOf(server)}` }
}

const failoverFact: Look = async (connection, server) => {
  if (connection.kind === 'standalone') return undefined
  return (await readSetting(connection, server, 'min-replicas-to-write')) === '0'
    ? { code: 'redis-failover-loses', what: `min-replicas-to-write is 0 on ${nameOf(server)}` }
    : undefined
}
