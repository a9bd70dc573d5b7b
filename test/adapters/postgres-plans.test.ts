/** No statement of a running service reads all of a table that grows: with any values, on tables with many rows. */
import pg from 'pg'
import { SWEPT_TABLES } from '../../adapters/postgres/expiry-sweep.ts'
import { postgresStorage } from '../../adapters/postgres/index.ts'
import { STATEMENTS, type StatementName, statementsFor } from '../../adapters/postgres/statements.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { GENEROUS_MS } from '../support/patience.ts'
import { startPostgres } from '../support/postgres.ts'
import { until } from '../support/until.ts'

const ROWS = 20_000
const FUTURE = "now() + interval '1 day'"
/** Columns of new rows. */
const NEW_ROWS: Readonly<Record<string, string>> = {
  families: `n, 'record', ${FUTURE}, '', now(), NULL, ${FUTURE}`,
  subjects: 'n, 1',
  subject_roles: 'n, 1',
  subject_clients: "n, 'client', 1",
  ended_sessions: `n, n, false, ${FUTURE}`,
  clients: "n, 'record'",
  redirect_uris: "sha256(convert_to(n::text, 'UTF8')), n, n",
  sessions: `n, 'base', '{}', ${FUTURE}`,
  session_links: `n, n, n, 'about', ${FUTURE}`,
  records: `'kind', n, 'value', ${FUTURE}`,
  documents: "'collection ' || n % 20, n, 'value'",
  rate_windows: `n, 1, ${FUTURE}`,
  deliveries: `n, CASE WHEN n % 100 = 0 THEN 'due' ELSE 'delivered' END, false, n, n, '{}', ${FUTURE}`,
  audit: "n, n, 'entry', 'hash'",
  bounded_logs: "n, 'log', n, n % 500, n, 'text'",
}
/** These have one row, or one for each node or log. */
const SMALL = /^(?:audit_ends|nodes|bounded_counts|schema_versions)$/
/** Statements of a start, of a copy, without a plan, and one that counts all clients. */
const EXCEPT: readonly StatementName[] = [
  ...STATEMENTS.schema,
  ...STATEMENTS.server.filter((name) => name !== 'sweepFamilies'),
  ...STATEMENTS.copies,
  ...(['putBounded', 'listClients'] as const),
]

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly Plan[]
}

const server = await startPostgres({ plan_cache_mode: 'force_generic_plan' })
const storage = stoppedAtEnd(postgresStorage(server.url, { timeoutMs: GENEROUS_MS }))
await storage.open()
for (const [table, columns] of Object.entries(NEW_ROWS))
  await server.admin(
    `INSERT INTO portico.${table} OVERRIDING SYSTEM VALUE SELECT ${columns} FROM generate_series(1, ${ROWS}) AS n`,
  )
await server.admin(`UPDATE portico.audit_ends SET seq = ${ROWS}`)
await server.admin('ANALYZE')

const textOf = statementsFor('portico')
const HOT = Object.values(STATEMENTS)
  .flat()
  .filter((name) => !EXCEPT.includes(name))
const SWEEPS = SWEPT_TABLES.map((table) => [`sweep of ${table}`, textOf('sweep').replaceAll('TABLE', table)] as const)

it('has rows in each table that grows', async () => {
  const tables = await server.admin("SELECT relname FROM pg_stat_user_tables WHERE schemaname = 'portico'")
  const growing = tables.map(({ relname }) => String(relname)).filter((name) => !SMALL.test(name))
  expect(growing.toSorted()).toEqual(Object.keys(NEW_ROWS).toSorted())
})

it('a refresh changes no index, so the table stays level without VACUUM', async () => {
  const { families } = storage
  for (let turn = 1; turn <= 20; turn += 1)
    await families.replace('1', turn === 1 ? 'record' : `next ${turn - 1}`, `next ${turn}`, 3_600_000)
  // The server counts with a delay.
  await until(async () => {
    const [found] = await server.admin(
      "SELECT n_tup_upd::int AS updates, n_tup_hot_upd::int AS hot FROM pg_stat_user_tables WHERE relname = 'families'",
    )
    return found?.['updates'] === 20 && found['hot'] === 20
  })
})

it.each([...HOT.map((name) => [name, textOf(name)] as const), ...SWEEPS])('%s uses an index', async (_, text) => {
  const values = new Set(text.match(/\$\d+/g))
  const none = values.size === 0 ? '' : `(${[...values].map(() => 'NULL').join()})`
  const client = new pg.Client({ connectionString: server.superuserUrl })
  await client.connect()
  await client.query(`PREPARE one AS ${text}`)
  const { rows } = await client.query<{ readonly 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
    `EXPLAIN (FORMAT JSON) EXECUTE one${none}`,
  )
  await client.end()
  expect(rows.flatMap((row) => row['QUERY PLAN'].flatMap((found) => scansIn(found.Plan)))).toEqual([])
})

function scansIn({ 'Node Type': type, 'Relation Name': table = '', Plans = [] }: Plan): readonly string[] {
  const own = type === 'Seq Scan' && !SMALL.test(table) ? [`${type} on ${table}`] : []
  return [...own, ...Plans.flatMap(scansIn)]
}
