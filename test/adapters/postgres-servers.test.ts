/** How PostgreSQL servers are set up: how a start on each ends, and what the doctor finds. */
import { postgresStorage } from '../../adapters/postgres/index.ts'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { GENEROUS_MS } from '../support/patience.ts'
import { startPostgres } from '../support/postgres.ts'
import { startProxy } from '../support/tcp-proxy.ts'

const server = await startPostgres({ max_connections: '300' })
const { admin } = server
const LONG = 3_600_000
const REASONS = { isPermanent: true } as const
let count = 0

/** A user with these defaults. */
async function urlOf(...defaults: readonly string[]): Promise<string> {
  const name = `user_${(count += 1)}`
  await admin(`CREATE ROLE ${name} LOGIN; GRANT CREATE ON DATABASE postgres TO ${name}`)
  for (const one of defaults) await admin(`ALTER ROLE ${name} SET ${one}`)
  return server.url.replace('portico:password', name)
}
const storeAt = (url: string, schema = `s${(count += 1)}`) =>
  stoppedAtEnd(postgresStorage(url, { schema, timeoutMs: GENEROUS_MS }))
const failureOf = (step: Promise<unknown>): Promise<unknown> =>
  step.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a start ends, or waits, with the reason:', () => {
  it.each([
    ['a database that does not exist', '/postgres', '/nowhere', '3D000', 'postgres-unsuitable', REASONS],
    ['a user that does not exist', 'portico:password', 'mallory:x', '28000', 'store-credentials', REASONS],
  ] as const)('%s', async (_, part, other, reason, code, more) => {
    const storage = storeAt(server.url.replace(part, other))
    const error = await failureOf(storage.open())
    expect(error).toBeInstanceOf(StoreUnavailable)
    expect(error).toMatchObject({ reason, ...more })
    expect(String((error as Error).message)).not.toContain('password')
    expect((await storage.inspect?.())?.map((fact) => fact.code)).toEqual([code])
  })

  it('a wrong password, which appears in no message', async () => {
    const strict = await startPostgres({ password_encryption: "'scram-sha-256'" })
    await strict.admin("ALTER ROLE portico PASSWORD 'right'")
    await strict.trust('scram-sha-256')
    const storage = storeAt(strict.url.replace('password', 'hunter2'))
    const error = (await failureOf(storage.open())) as Error
    expect(error).toMatchObject({ reason: '28P01', isPermanent: true })
    expect(error.message).toContain('rejects the user or the password')
    expect(error.message).not.toContain('hunter2')
    expect((await storage.inspect?.())?.map(({ code }) => code)).toEqual(['store-credentials'])
  })

  it('a user who may not create tables: the message names the command; with its SQL applied, four rights are enough', async () => {
    const { schemaSql } = await import('../../adapters/postgres/schema.ts')
    await admin('CREATE ROLE poor LOGIN')
    const url = server.url.replace('portico:password', 'poor')
    const storage = storeAt(url, 'poor')
    expect(await failureOf(storage.open())).toMatchObject({
      reason: '42501',
      isPermanent: true,
      message: expect.stringContaining('portico store schema'),
    })
    expect((await storage.inspect?.())?.map(({ code }) => code)).toEqual(['postgres-rights'])
    await admin(schemaSql('poor'))
    await admin(`GRANT USAGE ON SCHEMA poor TO poor;
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA poor TO poor`)
    await storage.open()
    await storage.bounded.put('log', [{ id: 'a', share: '', at: 1, text: 'x' }], 'keep', {
      total: 1,
      perShare: 1,
      since: 0,
    })
    await storage.audit.append(1, ['entry'], () => 'hash')
    expect(await storage.audit.bounds()).toMatchObject({ first: 1, last: 1 })
  })

  it('a database of another encoding', async () => {
    await admin("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'")
    const storage = storeAt(server.url.replace('/postgres', '/latin'))
    expect(await failureOf(storage.open())).toMatchObject({ reason: 'ENCODING', isPermanent: true })
    expect((await storage.inspect?.())?.map(({ code }) => code)).toEqual(['postgres-unsuitable'])
  })

  it('an unreachable server, which is not permanent', async () => {
    const proxy = await startProxy(server.port)
    const url = server.url.replace(`:${server.port}/`, `:${proxy.port}/`)
    await proxy.close()
    expect(await failureOf(storeAt(url).open())).toMatchObject({ reason: 'ECONNREFUSED', isPermanent: false })
  })

  it('read-only transactions, which are not permanent: a failover can end them', async () => {
    const storage = storeAt(await urlOf('default_transaction_read_only = on'))
    expect(await failureOf(storage.open())).toMatchObject({ reason: '25006', isPermanent: false })
    expect((await storage.inspect?.())?.map(({ code }) => code)).toEqual(['postgres-read-only'])
  })
})

it('synchronous_commit = off for the user is a finding, and so is fsync = off at the server', async () => {
  const careless = await startPostgres({ full_page_writes: 'off' })
  expect((await storeAt(careless.url).open()).map(({ code, what }) => `${code}: ${what}`)).toEqual([
    'postgres-loses-store: fsync is off',
    'postgres-loses-store: full_page_writes is off',
  ])
  const found = await storeAt(await urlOf('synchronous_commit = off')).open()
  expect(found.map(({ code }) => code)).toContain('postgres-loses-commits')
})

it.each([
  ['an isolation', "default_transaction_isolation = 'serializable'"],
  ['an isolation', "default_transaction_isolation = 'repeatable read'"],
  ['a search path', 'search_path = nowhere'],
  ['a statement timeout', "statement_timeout = '30s'"],
  ['other rules for texts', 'standard_conforming_strings = off'],
  ['another time zone', "TimeZone = 'Pacific/Kiritimati'"],
])('%s of the user (%s) breaks no promise: of fifty concurrent uses, one succeeds', async (_, setting) => {
  const url = await urlOf(setting)
  const schema = `s${(count += 1)}`
  const [here, there] = [storeAt(url, schema), storeAt(url, schema)]
  await Promise.all([here.open(), there.open()])
  await here.families.issue('f', 'one', LONG)
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_value, turn) =>
      (turn % 2 === 0 ? here : there).families.replace('f', 'one', `two by ${turn}`, LONG),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === 'replaced')).toHaveLength(1)
  const hits = await Promise.all(Array.from({ length: 20 }, () => there.rates.hit('key', LONG)))
  expect(hits.map((hit) => hit.count).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_v, i) => i + 1))
  await Promise.all(Array.from({ length: 10 }, (_v, turn) => here.audit.append(turn, ['a', 'b'], () => `${turn}`)))
  expect(await there.audit.bounds()).toMatchObject({ first: 1, last: 20 })
})

it("a host's pool keeps its settings and types, and stays open", async () => {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({ connectionString: server.url, max: 3 })
  const storage = postgresStorage(pool, { schema: 'hosted', timeoutMs: GENEROUS_MS })
  await storage.open()
  await storage.documents.replace('c', 'i', undefined, 'value')
  await storage.close()
  const { rows } = await pool.query("SELECT 9::bigint AS big, current_setting('search_path') AS path")
  expect(rows).toEqual([{ big: '9', path: '"$user", public' }])
  await expect(storage.documents.read('c', 'i')).rejects.toThrow('closed')
  await pool.end()
})

it.each(['pg_catalog', 'pg_mine', '', 'x'.repeat(64), 'é'.repeat(32)])('refuses the schema %j', (schema) => {
  expect(() => postgresStorage(server.url, { schema })).toThrow("the schema's name")
})

it.each(['mysql://host/db', 'postgres://user:secret%@host/db', 'no URL with secret'])(
  'refuses %s, and quotes nothing of it',
  (url) => {
    expect(() => postgresStorage(url)).toThrow(/^the URL must be postgres:\/\/user:password@host:port\/database$/)
  },
)

it('deletes what has expired, from every table, and nothing else', async () => {
  const { connect } = await import('../../adapters/postgres/connection.ts')
  const { expirySweep } = await import('../../adapters/postgres/expiry-sweep.ts')
  const { default: pg } = await import('pg')
  const storage = storeAt(server.url, 'swept')
  await storage.open()
  const fill = async (id: string, ttlMs: number): Promise<void> => {
    await storage.families.issue(id, 'record', ttlMs)
    await storage.records.put('kind', id, 'value', ttlMs)
    await storage.sessions.write(id, 'base', ttlMs)
    await storage.sessions.link('subject', { uid: id, key: id, about: '' }, ttlMs)
    await storage.subjects.endSession('subject', id, ttlMs)
    await storage.rates.hit(id, ttlMs)
  }
  await fill('lasting', LONG)
  for (let index = 0; index < 20; index += 1) await fill(`expired ${index}`, 1)
  const pool = stoppedAtEnd({ pool: new pg.Pool({ connectionString: server.url }), stop: () => undefined }).pool
  const parts = { pool, isOwnPool: true, place: '', schema: 'swept', timeoutMs: GENEROUS_MS }
  const connection = connect(parts, pg.types)
  const stop = expirySweep(connection, 10)
  const tables = ['families', 'records', 'sessions', 'session_links', 'ended_sessions', 'rate_windows']
  const left = async (): Promise<number> => {
    const counts = await Promise.all(tables.map((table) => admin(`SELECT count(*)::int AS n FROM swept.${table}`)))
    return counts.reduce((sum, [row]) => sum + Number(row?.['n']), 0)
  }
  while ((await left()) > tables.length) await new Promise((resolve) => setTimeout(resolve, 20))
  stop()
  await connection.close()
  expect(await storage.families.read('lasting')).toBe('record')
})
