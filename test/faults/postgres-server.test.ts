/**
 * What a PostgreSQL server does to its clients: every request gets 503 and no verdict meanwhile, the service goes on by
 * itself, and no harm was done.
 */
import pg from 'pg'
import { postgresStorage } from '../../adapters/postgres/index.ts'
import { person } from '../support/actors.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { CONF } from '../support/fixtures.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { GENEROUS_MS } from '../support/patience.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { standbyOf } from '../support/postgres-standby.ts'
import { startRelay } from '../support/relay.ts'
import { relyingParty } from '../support/relying-party.ts'
import { storeTrouble } from '../support/store-trouble.ts'
import { until } from '../support/until.ts'

const LONG = 3_600_000
/** Ends the service's connections. */
const ENDING = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'portico'"
const server = await startPostgres({
  max_connections: '30',
})
const { admin } = server

const worldOf = (idp: Idp) => storeTrouble(idp, relyingParty(idp, CONF), person(idp))
const idp = await startIdp({ options: { storage: postgresStorage(server.url, { maxConnections: 10 }) } })
const trouble = worldOf(idp)

/** Changes settings of the server, or resets them, and waits until its connections have them. */
async function set(values: Readonly<Record<string, string | undefined>>): Promise<void> {
  for (const [name, value] of Object.entries(values))
    await admin(value === undefined ? `ALTER SYSTEM RESET ${name}` : `ALTER SYSTEM SET ${name} = '${value}'`)
  await admin('SELECT pg_reload_conf()')
  for (const [name, value] of Object.entries(values))
    await until(async () => {
      const [row] = await admin(`SELECT concat(setting, unit) AS it FROM pg_settings WHERE name = '${name}'`)
      return value === undefined || row?.['it'] === value
    })
}

async function harmless(world: typeof trouble, harm: () => Promise<() => Promise<unknown>>): Promise<void> {
  const before = await world.hold()
  const end = await harm()
  await world.expectAway(before).finally(end)
  await until(world.isReady)
  await world.expectUnharmed(before)
}

/** Another program's connection. */
function clientOf(url: string): pg.Client {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  stoppedAtEnd({ stop: () => client.end().catch(() => undefined) })
  return client
}

/** Holds all tables until the returned function is called. */
async function locked(): Promise<() => Promise<void>> {
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const tables = await admin("SELECT tablename FROM pg_tables WHERE schemaname = 'portico'")
  const names = tables.map(({ tablename }) => `portico.${tablename}`).join()
  const lock = server.locking(`LOCK TABLE ${names} IN ACCESS EXCLUSIVE MODE`, begun.resolve, end.promise)
  await begun.promise
  return () => {
    end.resolve()
    return lock
  }
}

it.each(['statement_timeout', 'lock_timeout'])(
  '%s: the server cancels what waits for a lock',
  async (name) =>
    await harmless(trouble, async () => {
      const free = await locked()
      await set({ [name]: '100ms' })
      return async () => {
        await set({ [name]: undefined })
        await free()
      }
    }),
)

it('other programs have all connections', async () =>
  await harmless(trouble, async () => {
    const others: pg.Client[] = []
    /** @returns why the server refused the next connection */
    const fill = async (): Promise<unknown> => {
      for (;;) {
        const other = clientOf(server.url)
        try {
          await other.connect()
        } catch (error) {
          return error
        }
        others.push(other)
      }
    }
    // While its connections are ended, the service can be faster with new ones.
    await until(async () => {
      await admin(ENDING)
      expect(await fill()).toMatchObject({ code: '53300' })
      return (await admin("SELECT FROM pg_stat_activity WHERE application_name = 'portico'")).length === 0
    })
    return () => Promise.all(others.map((other) => other.end()))
  }))

it('all connections are ended by an administrator: the next request gets new ones', async () => {
  const before = await trouble.hold()
  await admin(ENDING)
  await until(trouble.isReady)
  await trouble.expectUnharmed(before)
})

describe('errors because of concurrent work (40001, 40P01)', () => {
  const tables = ['families', 'subjects', 'ended_sessions', 'subject_clients']
  /** Fails this many changes of each table with the error. */
  async function fail(times: number, code: string): Promise<void> {
    for (const table of tables)
      await admin(`DROP SEQUENCE IF EXISTS fails_${table}; CREATE SEQUENCE fails_${table};
        GRANT ALL ON SEQUENCE fails_${table} TO portico;
        CREATE OR REPLACE FUNCTION fail_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          IF nextval('public.fails_${table}') <= ${times} THEN RAISE 'no' USING ERRCODE = '${code}'; END IF;
          RETURN coalesce(NEW, OLD);
        END $$;
        CREATE OR REPLACE TRIGGER fails BEFORE INSERT OR UPDATE OR DELETE ON portico.${table}
          FOR EACH ROW EXECUTE FUNCTION fail_${table}()`)
  }

  it.each(['40001', '40P01'])('%s is repeated; if it does not end, the response is 503', async (code) => {
    const conf = relyingParty(idp, CONF)
    const tokens = await person(idp).signIn(conf, { scope: 'openid offline_access' })
    await fail(3, code)
    expect((await conf.refresh(tokens.refresh_token)).status).toBe(200)
    const before = await trouble.hold()
    await fail(1_000_000, code)
    await trouble.expectWritesAway(before).finally(() => fail(0, code))
    await trouble.expectUnharmed(before)
  })

  it('a real deadlock', async () => {
    await admin('ALTER ROLE portico SET deadlock_timeout = 3000')
    const storage = stoppedAtEnd(postgresStorage(server.url, { schema: 'deadlock', timeoutMs: GENEROUS_MS }))
    await storage.open()
    const delivery = { subject: 's', state: 'held', tries: 0, createdAt: 1, dueAt: 1, clientId: 'c' } as const
    await storage.deliveries.put(['a', 'b'].map((id) => ({ ...delivery, id }) as never))
    const other = clientOf(server.superuserUrl)
    await other.connect()
    const lock = (id: string) => other.query(`SELECT FROM deadlock.deliveries WHERE id = '${id}' FOR UPDATE`)
    await other.query('SET deadlock_timeout = 30000')
    await other.query('BEGIN')
    await lock('b')
    const released = storage.deliveries.release(['a', 'b'], 2)
    await until(async () => (await admin("SELECT FROM pg_stat_activity WHERE wait_event = 'transactionid'")).length > 0)
    await lock('a').catch(() => undefined)
    await other.query('COMMIT')
    await released
    const states = (await storage.deliveries.list(undefined, 10)).map(({ id, state }) => `${id} ${state}`)
    expect(states.toSorted()).toEqual(['a due', 'b due'])
    const [row] = await admin("SELECT deadlocks::int AS n FROM pg_stat_database WHERE datname = 'postgres'")
    expect(row?.['n']).toBeGreaterThan(0)
    await admin('ALTER ROLE portico RESET deadlock_timeout')
  })
})

describe('read-only after a failover', () => {
  it('the address leads to a standby, whose values are not used; then it becomes the primary', async () => {
    const primary = await startPostgres({ wal_level: 'replica', max_wal_senders: '4', max_connections: '50' })
    const standby = await standbyOf(primary, 'follower')
    await primary.admin("ALTER SYSTEM SET synchronous_standby_names = 'follower'")
    await primary.admin('SELECT pg_reload_conf()')
    await until(
      async () => (await primary.admin("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")).length > 0,
    )
    let current: PostgresServer = primary
    const relay = await startRelay(
      () => current.port,
      (client, far) => {
        client.pipe(far).pipe(client)
        client.on('close', () => far.destroy())
        far.on('close', () => client.destroy())
      },
    )
    const url = primary.url.replace(`:${primary.port}/`, `:${relay.port}/`)
    const moved = await startIdp({ options: { storage: postgresStorage(url, { timeoutMs: GENEROUS_MS }) } })
    await harmless(worldOf(moved), async () => {
      current = standby
      await primary.crash()
      return () => standby.admin('SELECT pg_promote()')
    })
    await moved.stop()
  })

  it('the former primary refuses changes, and keeps its connections: they are left for the new one', async () => {
    const next = await startPostgres({ max_connections: '50' })
    let current: PostgresServer = server
    const relay = await startRelay(
      () => current.port,
      (client, far) => client.pipe(far).pipe(client),
    )
    const storage = stoppedAtEnd(
      postgresStorage(server.url.replace(`:${server.port}/`, `:${relay.port}/`), { timeoutMs: GENEROUS_MS }),
    )
    await storage.open()
    await Promise.all([1, 2, 3].map((user) => storage.subjects.revoke(`${user}`)))
    await stoppedAtEnd(postgresStorage(next.url)).open()
    await set({ default_transaction_read_only: 'on' })
    current = next
    await until(
      async () => (await storage.families.issue('f', 'one', LONG).catch((error: unknown) => error)) === undefined,
    )
    await Promise.all(
      [1, 2, 3].map(async (user) => expect((await storage.subjects.read(`${user}`)).generation).toBe(0)),
    )
    await set({ default_transaction_read_only: undefined })
  })
})
