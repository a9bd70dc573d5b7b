import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis'
import { isDemotion } from './failures.ts'
import { parseRedisAddress, type RedisAddress } from './source.ts'

/**
 * The ioredis client. Every command gets a response or fails within the timeout, and is never sent twice. A caller
 * that gets a 503 can retry (D-T7), but cannot recover from a hang or a silent resend.
 */
export interface Driver {
  readonly client: Redis | Cluster
  readonly kind: RedisAddress['kind']
  /** The configured hosts and ports, without any other part of the URL. */
  readonly place: string
}

/** Reconnect delay: short at first, at most half a second. */
const backoff = (tries: number) => Math.min(50 * 2 ** Math.min(tries - 1, 10), 500)

/** How long to ignore further READONLY errors from the old connection. */
const LEAVING_MS = 100

/** Many commands fail with READONLY at the same time. Only the first triggers a reconnect to the current master. */
function leaveDemoted(): (error: Error) => boolean {
  let leftAt = -Infinity
  return (error) => {
    if (!isDemotion(error) || performance.now() < leftAt + LEAVING_MS) return false
    leftAt = performance.now()
    return true
  }
}

/** Options for every connection, including connections to the nodes of a cluster. */
const connectionRules = (commandTimeoutMs: number) =>
  ({
    commandTimeout: commandTimeoutMs,
    // Detects half-open connections. No command takes this long, so a server that stays silent is unreachable.
    socketTimeout: commandTimeoutMs + 500,
    connectTimeout: commandTimeoutMs,
    disconnectTimeout: 200,
    keepAlive: 5_000,
    maxLoadingRetryTime: 500,
    // A pending command fails when its connection closes, and is not sent again on the next connection.
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
    // 0 disables resending, because the server might have executed a command before the connection closed.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    // The driver would hide the reason why a cluster is not ready; `ping` checks its state.
    enableReadyCheck: false,
    slotsRefreshTimeout: commandTimeoutMs,
    redisOptions: connectionRules(commandTimeoutMs),
  }) satisfies ClusterOptions

/** Creates a client from a URL, or a second client with the servers and credentials of the host's client. */
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
    return { client, kind: 'cluster', place: placeOf(address.hosts) }
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
  return { client, kind: address.kind, place: placeOf(address.hosts) }
}

function beside(client: Redis | Cluster, commandTimeoutMs: number): Driver {
  if ('nodes' in client) {
    const rules = clusterRules(commandTimeoutMs)
    return { kind: 'cluster', client: client.duplicate([], rules), place: 'the servers of the given client' }
  }
  const kind = client.options.sentinels ? 'sentinel' : 'standalone'
  const { sentinels, host = 'localhost', port = 6379 } = client.options
  const hosts = sentinels?.map((one) => ({ host: one.host ?? 'localhost', port: one.port ?? 26_379 })) ?? [
    { host, port },
  ]
  return { kind, client: client.duplicate(standaloneRules(commandTimeoutMs)), place: placeOf(hosts) }
}

const placeOf = (hosts: readonly { readonly host: string; readonly port: number }[]): string =>
  hosts.map(({ host, port }) => `${host}:${port}`).join(', ')
