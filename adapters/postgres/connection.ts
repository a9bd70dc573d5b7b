import { setTimeout as wait } from 'node:timers/promises'
import type { CustomTypesConfig, PoolClient } from 'pg'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { hasResponded, isRepeatable, isUnprepared, READ_ONLY, unavailable } from './failures.ts'
import { type PoolOptions, poolAccess } from './pool-access.ts'
import SQLSTATES from './sqlstates.json' with { type: 'json' }
import { preparedName, type StatementName, statementsFor } from './statements.ts'
import { fromText, toValue, type Value } from './text.ts'

export type Connection = ReturnType<typeof connect>
export type Row = readonly unknown[]
/** Runs a statement within a transaction. */
export type InTransaction = (name: StatementName, values?: readonly Value[]) => Promise<readonly Row[]>

export interface ConnectionOptions extends PoolOptions {
  readonly schema: string
}

/** Timeout of a statement that reads or changes a whole table: in a copy, or in an upgrade of the schema. */
export const WHOLE_TABLE_MS = 600_000

const INTEGER = 20
const JSON_TEXT = 114
const TEXT = 25
const TEXTS = 1009
/** Applies to these statements alone, so the host's types stay as they are. */
const types = (driver: { readonly getTypeParser: CustomTypesConfig['getTypeParser'] }): CustomTypesConfig => ({
  getTypeParser: ((oid: number, format: 'text' | 'binary') => {
    if (oid === INTEGER) return Number
    if (oid === TEXT) return fromText
    // Escaped texts are in it, so it is parsed first.
    if (oid === JSON_TEXT) return String
    const parse = (driver.getTypeParser as (oid: number, format: string) => (value: string) => unknown)(oid, format)
    return oid === TEXTS ? (value: string) => (parse(value) as string[]).map(fromText) : parse
  }) as CustomTypesConfig['getTypeParser'],
})

/** Sends statements: with a name, prepared, until a session turns out not to have what was prepared. */
function sender(parsers: CustomTypesConfig, timeoutMs: number) {
  let keepsSession = true
  return async (
    client: PoolClient,
    text: string,
    values: readonly Value[] = [],
    limitMs = timeoutMs,
    name?: string,
  ): Promise<readonly Row[]> => {
    try {
      const { rows } = await client.query<unknown[]>({
        ...(name !== undefined && keepsSession ? { name } : {}),
        text,
        values: values.map(toValue) as unknown[],
        rowMode: 'array',
        types: parsers,
        query_timeout: limitMs,
      } as never)
      return rows
    } catch (error) {
      if (isUnprepared(error)) keepsSession = false
      throw error
    }
  }
}

/** The store's statements. All of them go through `read`, `write` and `transaction`. */
export function connect({ schema, ...options }: ConnectionOptions, driver: CustomTypesConfig) {
  const textOf = statementsFor(schema)
  const { place, timeoutMs } = options
  const send = sender(types(driver), timeoutMs)
  const { run, steadyMs, pendingSince, close } = poolAccess(options, async (client, limitMs) => {
    const [row] = await send(client, textOf('isReadOnly'), [], limitMs)
    // Not permanent: after a failover, a server can be a standby for a moment.
    if (row?.[0] !== false) throw new StoreUnavailable(SQLSTATES[READ_ONLY], false, { reason: READ_ONLY, place })
  })

  /** Repeats work that has had no effect, for example because the server aborted it for concurrent work. */
  async function repeated<T>(step: string, work: () => Promise<T>): Promise<T> {
    const end = performance.now() + timeoutMs
    for (let tries = 0; ; tries += 1) {
      try {
        return await work()
      } catch (error) {
        if (!isRepeatable(error)) throw error
        if (performance.now() > end) throw unavailable(step, error, 'sent', place)
        await wait(10 * tries)
      }
    }
  }

  const one =
    (effect: 'read' | 'sent') =>
    (step: string, name: StatementName, values?: readonly Value[], text = textOf(name)): Promise<readonly Row[]> =>
      repeated(step, () =>
        run(step, effect, (client) => send(client, text, values, timeoutMs, preparedName(name, text))),
      )

  return {
    place,
    schema,
    textOf,
    /** Runs a statement that changes nothing, or whose effect is checked later. @throws StoreUnavailable */
    read: one('read'),
    /** Runs a statement, and resolves when it is committed. @throws StoreUnavailable, maybe with `outcomeUnknown` */
    write: one('sent'),
    /** Runs a read and write transaction, or a read-only one on a snapshot. @throws StoreUnavailable */
    transaction: <T>(
      step: string,
      kind: 'write' | 'snapshot',
      work: (statement: InTransaction) => Promise<T>,
      limitMs = timeoutMs,
    ) =>
      repeated(step, () =>
        run(step, kind === 'write' ? 'sent' : 'read', async (client) => {
          const mode = kind === 'write' ? 'READ COMMITTED, READ WRITE' : 'REPEATABLE READ, READ ONLY'
          await send(client, `BEGIN ISOLATION LEVEL ${mode}`)
          try {
            const result = await work((name, values) => send(client, textOf(name), values, limitMs))
            await send(client, 'COMMIT', [], limitMs)
            return result
          } catch (error) {
            // After an error without a response, the connection is closed, which rolls back too.
            if (hasResponded(error)) await send(client, 'ROLLBACK')
            throw error
          }
        }),
      ),
    steadyMs,
    pendingSince,
    close,
  }
}
