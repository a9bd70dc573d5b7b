/** The versions of the schema. */
import pg from 'pg'
import { connect } from '../../adapters/postgres/connection.ts'
import { expirySweep } from '../../adapters/postgres/expiry-sweep.ts'
import { postgresStorage } from '../../adapters/postgres/index.ts'
import { schemaSql } from '../../adapters/postgres/schema.ts'
import { statementsFor } from '../../adapters/postgres/statements.ts'
import type { StoredItem } from '../../lib/ports/copies.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { GENEROUS_MS } from '../support/patience.ts'
import { startPostgres } from '../support/postgres.ts'
import { until } from '../support/until.ts'

const server = await startPostgres()
const pool = new pg.Pool({ connectionString: server.url })
afterAll(() => pool.end())

/** As version 1 stores it. */
const issue = (id: string, age: string) =>
  pool.query(`INSERT INTO old.families (id, record, expires_at) VALUES ($1, 'record', now() + interval '${age}')`, [id])
const familiesLeft = async () => (await pool.query('SELECT id FROM old.families ORDER BY id')).rows.map(({ id }) => id)

it('a store of version 1 is upgraded by one of the nodes that start, while nodes of the former release still write', async () => {
  const textOf = statementsFor('old')
  await pool.query(textOf('createSchema'))
  await pool.query(textOf('createTables'))
  await issue('alive', '1 hour')
  await issue('expired', '-1 hour')
  const nodes = Array.from({ length: 3 }, () =>
    stoppedAtEnd(postgresStorage(server.url, { schema: 'old', timeoutMs: GENEROUS_MS })),
  )
  await Promise.all(nodes.map((node) => node.open()))
  await issue('of an older node', '1 hour')
  await issue('expired, of an older node', '-1 hour')
  expect(await nodes[0]?.families.replace('alive', 'record', 'next', 3_600_000)).toBe('replaced')
  const connection = connect({ pool, isOwnPool: false, place: '', schema: 'old', timeoutMs: GENEROUS_MS }, pg.types)
  const stop = expirySweep(connection, 10)
  await until(async () => (await familiesLeft()).length === 2)
  stop()
  expect(await familiesLeft()).toEqual(['alive', 'of an older node'])
  expect(await nodes[1]?.families.read('alive')).toBe('next')
})

it('a refreshed family is looked at again when its new lifetime ends', async () => {
  const storage = stoppedAtEnd(postgresStorage(server.url, { schema: 'kept', timeoutMs: GENEROUS_MS }))
  await storage.open()
  await storage.families.issue('f', 'one', 1_000)
  await storage.families.replace('f', 'one', 'two', 3_600_000)
  const sweepAt = async () => (await pool.query('SELECT sweep_at FROM kept.families')).rows[0].sweep_at as Date
  const first = await sweepAt()
  const connection = connect({ pool, isOwnPool: false, place: '', schema: 'kept', timeoutMs: GENEROUS_MS }, pg.types)
  const stop = expirySweep(connection, 10)
  await until(async () => (await sweepAt()) > first)
  stop()
  const [row] = (await pool.query('SELECT sweep_at = expires_at AS same, record FROM kept.families')).rows
  expect(row).toEqual({ same: true, record: 'two' })
})

it('an administrator can apply the SQL to a store of any version', async () => {
  const textOf = statementsFor('by hand')
  for (const name of ['createSchema', 'createTables'] as const) await pool.query(textOf(name))
  await pool.query(`INSERT INTO "by hand".families VALUES ('f', 'record', now() + interval '1 hour')`)
  const open = { schema: 'by hand', timeoutMs: GENEROUS_MS, createsTables: false }
  const storage = stoppedAtEnd(postgresStorage(server.url, open))
  await expect(storage.open()).rejects.toMatchObject({ reason: 'UNUSED' })
  for (let turn = 0; turn < 2; turn += 1) await pool.query(schemaSql('by hand'))
  await storage.open()
  expect(await storage.families.read('f')).toBe('record')
})

it("tables of another owner: the message names the command, and the store's user goes on with its SQL", async () => {
  const textOf = statementsFor('owned')
  for (const name of ['createSchema', 'createTables'] as const) await server.admin(textOf(name))
  await server.admin(`GRANT ALL ON SCHEMA owned TO portico; GRANT ALL ON ALL TABLES IN SCHEMA owned TO portico`)
  const storage = stoppedAtEnd(postgresStorage(server.url, { schema: 'owned', timeoutMs: GENEROUS_MS }))
  const message = expect.stringContaining('may not create or change tables in the schema "owned": apply the SQL that')
  await expect(storage.open()).rejects.toMatchObject({ reason: '42501', isPermanent: true, message })
  expect((await storage.inspect?.())?.map(({ code }) => code)).toEqual(['postgres-rights'])
  await server.admin(schemaSql('owned'))
  await storage.open()
})

it('a copy waits longer for a statement than requests do', async () => {
  const storage = stoppedAtEnd(postgresStorage(server.url, { schema: 'copied' }))
  await storage.open()
  await storage.documents.replace('notes', 'n', undefined, 'text')
  const [locked, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const lock = server.locking('LOCK TABLE copied.audit', locked.resolve, read.promise)
  await locked.promise
  const items: StoredItem[] = []
  const copying = (async () => {
    for await (const item of storage.copies?.readAll() ?? []) items.push(item)
  })()
  await expect(storage.audit.read(undefined, 'newer', 1)).rejects.toMatchObject({ name: 'StoreUnavailable' })
  read.resolve()
  await lock
  await copying
  expect(items).toContainEqual({ kind: 'document', collection: 'notes', id: 'n', value: 'text' })
})
