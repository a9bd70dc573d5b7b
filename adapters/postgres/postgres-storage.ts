import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Storage } from '../../lib/ports/storage.ts'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { resolution } from '../distributed/resolution.ts'
import { auditLog } from './audit-log.ts'
import { boundedLog } from './bounded-log.ts'
import { clients } from './clients.ts'
import { connect } from './connection.ts'
import { copies } from './copies.ts'
import { deliveries } from './deliveries.ts'
import { documents } from './documents.ts'
import { expirySweep } from './expiry-sweep.ts'
import { families } from './families.ts'
import { rates } from './rate-counter.ts'
import { records } from './records.ts'
import { resolutionSteps } from './resolution-steps.ts'
import { assertSchema, checkSchema, ensureSchema } from './schema.ts'
import { factsOf, obstacleOf, readServerSettings } from './server-checks.ts'
import { sessions } from './sessions.ts'
import { checkSchemaName, parsePostgresUrl } from './source.ts'
import { subjects } from './subjects.ts'
import { lookAtToken } from './token-state.ts'

/** Options of `postgresStorage`. */
export interface PostgresStorageOptions {
  /**
   * Schema of the tables. Created at the first start if it does not exist.
   * @default 'portico'
   * @example 'login'
   */
  readonly schema?: string
  /**
   * Timeout for a connection, and for a statement, in milliseconds.
   * @default 2000
   * @example 5000
   */
  readonly timeoutMs?: number
  /**
   * Maximum number of connections of this process. More of them make an overloaded server slower. Ignored for a pool.
   * @default 10
   * @example 5
   */
  readonly maxConnections?: number
  /**
   * Whether `open` creates missing tables. If not, it fails without them.
   * @default true
   * @example false
   */
  readonly createsTables?: boolean
}

/** `ping` takes at most this long. */
const PING_MS = 2_000

/**
 * Stores data in PostgreSQL 13 or later, in a separate schema. Requires the package `pg`.
 * @param source `postgres://user:password@host:port/database?sslmode=`, or the host's `pg.Pool`, which `close` leaves
 * open
 * @throws Error if the URL or the schema's name is invalid
 */
export function postgresStorage(source: string | pg.Pool, options: PostgresStorageOptions = {}): Storage {
  const { schema = 'portico', timeoutMs = 2_000, maxConnections: max = 10, createsTables = true } = options
  checkSchemaName(schema)
  const isOwnPool = typeof source === 'string'
  const place = isOwnPool ? parsePostgresUrl(source) : 'the given pool'
  const pool = isOwnPool
    ? new pg.Pool({
        connectionString: source,
        max,
        connectionTimeoutMillis: timeoutMs,
        keepAlive: true,
        application_name: 'portico',
      })
    : source
  const connection = connect({ pool, isOwnPool, place, schema, timeoutMs }, pg.types)
  const resolving = resolution(resolutionSteps(connection))
  const look = lookAtToken(connection, resolving)
  let stopSweep: (() => void) | undefined

  async function time(): Promise<number> {
    const [row] = await connection.read('reading the clock', 'clock')
    return row?.[0] as number
  }

  return {
    name: 'postgres',
    families: families(connection, resolving),
    tokenState: { look },
    subjects: subjects(connection, look),
    clients: clients(connection),
    sessions: sessions(connection),
    records: records(connection),
    documents: documents(connection),
    rates: rates(connection),
    deliveries: deliveries(connection),
    audit: auditLog(connection),
    bounded: boundedLog(connection),
    copies: copies(connection),

    async open() {
      const settings = await readServerSettings(connection)
      if (createsTables) await ensureSchema(connection)
      else await assertSchema(connection)
      stopSweep ??= expirySweep(connection)
      return factsOf(settings)
    },
    inspect: () => obstacleOf(connection, () => checkSchema(connection)),
    async ping() {
      const done = new AbortController()
      const late = wait(PING_MS, undefined, { signal: done.signal }).then(() => {
        throw new StoreUnavailable('PostgreSQL did not respond in time', false, { reason: 'ETIMEDOUT', place })
      })
      await Promise.race([time(), late]).finally(() => done.abort())
    },
    time,
    async close() {
      stopSweep?.()
      await resolving.close()
      await connection.close()
    },
  }
}
