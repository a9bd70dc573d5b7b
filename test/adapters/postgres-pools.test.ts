/** Portico through PgBouncer: pools by transaction and by session work, and one by statement is refused. */
import { spawn } from 'node:child_process'
import { chown, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { postgresStorage } from '../../adapters/postgres/index.ts'
import { postgresUnderTest } from '../contract/postgres-under-test.ts'
import { storageContract } from '../kit/index.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { childServer } from '../support/child-server.ts'
import { freePort } from '../support/free-port.ts'
import { answers } from '../support/listening.ts'
import { newFolder } from '../support/new-folder.ts'
import { GENEROUS_MS } from '../support/patience.ts'
import { startPostgres, UNPRIVILEGED } from '../support/postgres.ts'
import { serverPath } from '../support/proxy-path.ts'

const server = await startPostgres({ max_connections: '200' })

/** @returns the URL of the pool */
async function startPool(mode: 'session' | 'transaction' | 'statement'): Promise<string> {
  const [folder, port] = [newFolder(), await freePort()]
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
postgres = host=127.0.0.1 port=${server.port} dbname=postgres user=portico
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
max_client_conn = 2000
default_pool_size = 50
ignore_startup_parameters = extra_float_digits
`,
  )
  if (UNPRIVILEGED !== undefined) await chown(folder, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
  if (UNPRIVILEGED !== undefined) await chown(file, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
  const program = childServer(
    'pgbouncer',
    () => spawn(serverPath('pgbouncer') ?? '', ['-q', file], { ...UNPRIVILEGED, stdio: 'pipe' }),
    () => answers(port),
  )
  await program.start()
  stoppedAtEnd({ stop: program.crash })
  return `postgres://portico@127.0.0.1:${port}/postgres`
}

storageContract('postgres through a pool by transaction', postgresUnderTest(await startPool('transaction')), {
  describe,
  it,
})

it('a pool by session works', async () => {
  const storage = stoppedAtEnd(
    postgresStorage(await startPool('session'), { schema: 'session', timeoutMs: GENEROUS_MS }),
  )
  await storage.open()
  expect(await storage.subjects.revoke('alice')).toBe(1)
})

it('a pool by statement is refused, with the reason', async () => {
  const storage = stoppedAtEnd(
    postgresStorage(await startPool('statement'), { schema: 'statement', timeoutMs: GENEROUS_MS }),
  )
  await expect(storage.open()).rejects.toMatchObject({
    reason: '08P01',
    isPermanent: true,
    message: expect.stringContaining('PgBouncer'),
  })
  expect((await storage.inspect?.())?.map(({ code }) => code)).toEqual(['postgres-unsuitable'])
})

describe("statements of the request path stay prepared in the host's connections:", () => {
  const pool = new pg.Pool({ connectionString: server.url, max: 1 })
  const storage = postgresStorage(pool, { schema: 'kept', timeoutMs: GENEROUS_MS })
  beforeAll(storage.open)
  afterAll(async () => {
    await storage.close()
    await pool.end()
  })
  const kept = async (): Promise<readonly string[]> =>
    (await pool.query<{ name: string }>('SELECT name FROM pg_prepared_statements ORDER BY name')).rows.map(
      ({ name }) => name,
    )

  it('each is prepared once, and others are not', async () => {
    for (const id of ['a', 'b']) {
      await storage.records.put('kind', id, 'value', 60_000)
      expect(await storage.records.read('kind', id)).toBe('value')
      await storage.subjects.revoke(id)
    }
    expect(await kept()).toEqual([
      expect.stringMatching(/^portico_putRecord_[\w-]{16}$/),
      expect.stringMatching(/^portico_readRecord_[\w-]{16}$/),
    ])
  })

  it('a request succeeds when the session has lost them, and then nothing is prepared', async () => {
    await pool.query('DEALLOCATE ALL')
    expect(await storage.records.read('kind', 'a')).toBe('value')
    await storage.records.put('kind', 'a', 'other', 60_000)
    expect(await storage.records.read('kind', 'a')).toBe('other')
    expect(await kept()).toEqual([])
  })

  it('a request succeeds when the session already has one of that name', async () => {
    const other = stoppedAtEnd(postgresStorage(pool, { schema: 'kept', timeoutMs: GENEROUS_MS }))
    await other.records.read('kind', 'a')
    const [name] = await kept()
    pool.once('connect', (client) => void client.query(`PREPARE "${name}" AS SELECT 1`))
    await pool.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined)
    expect(await other.records.read('kind', 'a')).toBe('other')
  })
})
