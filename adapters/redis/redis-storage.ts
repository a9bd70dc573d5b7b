import { setTimeout } from 'node:timers/promises'
import type { Cluster, Redis } from 'ioredis'
import type { Storage } from '../../lib/ports/storage.ts'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { resolution } from '../distributed/resolution.ts'
import { auditLog } from './audit-log.ts'
import { boundedLog } from './bounded-log.ts'
import { clientStore } from './client-store.ts'
import { type Connection, connect } from './connection.ts'
import { storeCopies } from './copies.ts'
import { deliveryStore } from './delivery-store.ts'
import { documentStore } from './document-store.ts'
import { ephemeralStore } from './ephemeral-store.ts'
import { familyStore } from './family-store.ts'
import { redisKeys } from './keys.ts'
import { rateCounter } from './rate-counter.ts'
import type { ReplicaWait } from './replica-wait.ts'
import { resolutionSteps } from './resolution-steps.ts'
import { assertRights } from './rights.ts'
import { checkServers } from './server-checks.ts'
import { inspectServers } from './server-inspection.ts'
import { sessionStore } from './session-store.ts'
import { storeTime, subjectStore } from './subject-store.ts'
import { tokenStateReader } from './token-state.ts'

/** Options of `redisStorage`. */
export interface RedisStorageOptions {
  /**
   * Prefix for every key. Must not contain braces.
   * @default 'sso:'
   * @example 'login:'
   */
  readonly keyPrefix?: string
  /**
   * Timeout for a command, in milliseconds.
   * @default 2000
   * @example 5000
   */
  readonly commandTimeoutMs?: number
  /**
   * Acknowledges a change only after this many replicas have it.
   * @default only the master must have it
   * @example { replicas: 1, timeoutMs: 500 }
   */
  readonly wait?: ReplicaWait
  /**
   * This node's clock, in milliseconds since the epoch.
   * @default Date.now
   * @example () => Date.now()
   */
  readonly now?: () => number
}

const OPEN_MS = 3_000

/**
 * Stores data in Redis 6.2 or later: one server, a group behind Sentinel, or a cluster.
 * @param source `redis://`, `rediss://`, `redis+sentinel://h:p,h:p/master`, `redis+cluster://h:p,h:p`, or an ioredis
 * client, whose servers and credentials are used for a second connection
 */
export function redisStorage(source: string | Redis | Cluster, options: RedisStorageOptions = {}): Storage {
  const { keyPrefix = 'sso:', commandTimeoutMs = 2_000, wait, now = Date.now } = options
  if (/[{}]/.test(keyPrefix)) throw new Error('keyPrefix must not contain braces: they decide the slot in a cluster')
  if (wait && wait.timeoutMs >= commandTimeoutMs) throw new Error('wait.timeoutMs must be less than commandTimeoutMs')

  const connection = connect(source, { commandTimeoutMs, wait })
  const keys = redisKeys(keyPrefix)
  const resolving = resolution(resolutionSteps(connection, keys))
  return {
    name: `redis (${connection.kind})`,
    families: familyStore(connection, keys, resolving),
    tokenState: tokenStateReader(connection, keys, resolving, now),
    subjects: subjectStore(connection, keys, now),
    clients: clientStore(connection, keys),
    sessions: sessionStore(connection, keys),
    records: ephemeralStore(connection, keys),
    documents: documentStore(connection, keys),
    rates: rateCounter(connection, keys),
    deliveries: deliveryStore(connection, keys),
    audit: auditLog(connection, keys),
    bounded: boundedLog(connection, keys),
    copies: storeCopies(connection, keys),

    async open() {
      await connection.ready(Math.max(OPEN_MS, commandTimeoutMs))
      await assertRights(connection, keys)
      await ping(connection, commandTimeoutMs)
      return checkServers(connection)
    },
    inspect: () => inspectServers(connection, keys, wait !== undefined),
    ping: () => ping(connection, commandTimeoutMs),
    time: () => storeTime(connection),
    async close() {
      await resolving.close()
      await connection.close()
    },
  }
}

async function ping(connection: Connection, withinMs: number): Promise<void> {
  const done = new AbortController()
  const late = setTimeout(withinMs, undefined, { signal: done.signal }).then(() => {
    throw new StoreUnavailable('redis did not respond in time', false, { reason: 'ETIMEDOUT' })
  })
  const answered =
    connection.kind === 'cluster' ? clusterAnswers(connection) : connection.read('pinging', (redis) => redis.ping())
  await Promise.race([answered, late]).finally(() => done.abort())
}

/** Checks that every slot of a cluster has a master, and that every master responds. @throws StoreUnavailable */
async function clusterAnswers(connection: Connection): Promise<void> {
  const info = await connection.read('pinging', (redis) => redis.cluster('INFO'))
  if (!/^cluster_state:ok/m.test(String(info)))
    throw new StoreUnavailable('the redis cluster is not complete', false, { reason: 'CLUSTERDOWN' })
  await Promise.all(connection.masters().map((master) => connection.read('pinging', () => master.ping())))
}
