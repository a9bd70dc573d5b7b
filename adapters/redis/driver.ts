import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis'
import { isDemotion } from './failures.ts'
import { parseRedisAddress, type RedisAddress } from './source.ts'

/**
 * Makes the ioredis client, set for one aim: a command is answered, or fails within the timeout, and is never sent
 * twice. A caller who is told 503 may come again (decision T7); one who hangs, or whose step was done twice behind his
 * back, cannot be helped.
 */
export interface Driver {
  readonly client: Redis | Cluster
  readonly kind: RedisAddress['kind']
}

/** Time between tries to connect: quick at first, never longer than half a second. */
const backoff = (tries: number) => Math.min(50 * 2 ** Math.min(tries - 1, 10), 500)

/** A tenth of a second is enough to leave a connection; every answer on it that says the same would leave it once more. */
const LEAVING_MS = 100

/** Many commands hear READONLY at once; the first of them is enough to go and look for the master. */
function leaveDemoted(): (error: Error) => boolean {
  let leftAt = -Infinity
  return (error) => {
    if (!isDemotion(error) || performance.now() < leftAt + LEAVING_MS) return false
    leftAt = performance.now()
    return true
  }
}

/** What every single connection obeys, in a cluster too. */
const connectionRules = (commandTimeoutMs: number) =>
  ({
    commandTimeout: commandTimeoutMs,
    // Half-open: nothing came for longer than any command may take, so the peer is gone although no FIN was seen.
    socketTimeout: commandTimeoutMs + 500,
    connectTimeout: 2_000,
    disconnectTimeout: 200,
    keepAlive: 5_000,
    maxLoadingRetryTime: 500,
    // A step without an answer fails at once when its connection closes, and is not sent again on the next one.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    reconnectOnError: leaveDemoted(),
    enableReadyCheck: true,
    keyPrefix: '',
    connectionName: 'portico',
    disableClientInfo: true,
  }) satisfies RedisOptions

const standaloneRules = (commandTimeoutMs: number) =>
  ({
    ...connectionRules(commandTimeoutMs),
    lazyConnect: true,
    enableOfflineQueue: false,
    retryStrategy: backoff,
    sentinelRetryStrategy: backoff,
    sentinelCommandTimeout: 1_000,
  }) satisfies RedisOptions

const clusterRules = (commandTimeoutMs: number) =>
  ({
    keyPrefix: '',
    lazyConnect: true,
    enableOfflineQueue: false,
    clusterRetryStrategy: backoff,
    scaleReads: 'master' as const,
    maxRedirections: 8,
    // 0: a command whose connection closed may have been done, so it is not sent again.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    enableReadyCheck: true,
    redisOptions: connectionRules(commandTimeoutMs),
  }) satisfies ClusterOptions

/** From an address, or as a second connection beside the host's own client (same servers, same credentials, our rules). */
export function makeDriver(source: string | Redis | Cluster, commandTimeoutMs: number): Driver {
  if (typeof source !== 'string') return beside(source, commandTimeoutMs)
  const address = parseRedisAddress(source)
  const credentials = {
    ...(address.username === undefined ? {} : { username: address.username }),
    ...(address.password === undefined ? {} : { password: address.password }),
    ...(address.tls ? { tls: {} } : {}),
  }
  if (address.kind === 'cluster') {
    const rules = clusterRules(commandTimeoutMs)
    const client = new Cluster([...address.hosts], {
      ...rules,
      redisOptions: { ...rules.redisOptions, ...credentials },
    })
    return { client, kind: 'cluster' }
  }
  const where =
    address.kind === 'standalone'
      ? { ...address.hosts[0] }
      : {
          sentinels: [...address.hosts],
          name: address.master,
          sentinelUsername: address.sentinelUsername,
          sentinelPassword: address.sentinelPassword,
          ...(address.tls ? { sentinelTLS: {}, enableTLSForSentinelMode: true } : {}),
        }
  const client = new Redis({ ...standaloneRules(commandTimeoutMs), ...credentials, ...where, db: address.db })
  return { client, kind: address.kind }
}

function beside(client: Redis | Cluster, commandTimeoutMs: number): Driver {
  if ('nodes' in client) {
    const rules = clusterRules(commandTimeoutMs)
    return { kind: 'cluster', client: client.duplicate([], rules) }
  }
  const kind = client.options.sentinels ? 'sentinel' : 'standalone'
  return { kind, client: client.duplicate(standaloneRules(commandTimeoutMs)) }
}
