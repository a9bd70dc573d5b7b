/**
 * PostgreSQL is killed under load; it starts again, or its standby takes over: how many acknowledged revocations,
 * rotations and registrations are lost with each setting. The long form has twenty failovers of each kind.
 */
import { postgresStorage } from '../../adapters/postgres/index.ts'
import type { Storage } from '../../lib/ports/storage.ts'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { inLongForm } from '../support/long-form.ts'
import { GENEROUS_MS } from '../support/patience.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { standbyOf } from '../support/postgres-standby.ts'
import { startProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'

const ROUNDS = inLongForm(20, 1)
const LONG = 3_600_000
const WRITERS = 6
/** Acknowledged steps before each failover. */
const ENOUGH = 300

const storeAt = ({ url }: PostgresServer, timeoutMs = GENEROUS_MS): Storage => postgresStorage(url, { timeoutMs })

/** What was acknowledged by a store, by kind. */
const acknowledged = () => ({
  revocations: new Map<string, number>(),
  rotations: new Map<string, string>(),
  registrations: new Set<string>(),
})
type Acknowledged = ReturnType<typeof acknowledged>

/** Changes the store until it is unavailable. @returns the error, which is never another one */
async function change(storage: Storage, book: Acknowledged, writer: string): Promise<unknown> {
  try {
    for (let step = 0; ; step += 1) {
      const [user, family] = [`user ${writer}`, `family ${writer} ${step % 50}`]
      book.revocations.set(user, await storage.subjects.revoke(user))
      const before = book.rotations.get(family)
      const next = `record ${step}`
      if (before === undefined) await storage.families.issue(family, next, LONG)
      else expect(await storage.families.replace(family, before, next, LONG)).toBe('replaced')
      book.rotations.set(family, next)
      const id = `client ${writer} ${step}`
      expect(await storage.clients.create({ id, record: 'record', redirectUris: [`https://${id}/`] })).toEqual({
        outcome: 'done',
      })
      book.registrations.add(id)
    }
  } catch (error) {
    return error
  }
}

/** What the store lacks of it. */
async function lostOf(
  storage: Storage,
  { revocations, rotations, registrations }: Acknowledged,
): Promise<readonly string[]> {
  const lost: string[] = []
  for (const [user, version] of revocations)
    if ((await storage.subjects.read(user)).generation < version) lost.push(`revocation of ${user}`)
  for (const [family, record] of rotations) {
    const found = (await storage.families.read(family))?.trimEnd()
    // The last step can be done without a response.
    const [number, kept] = [record, found ?? 'record -1'].map((text) => Number(text.slice('record '.length)))
    if ((kept ?? -1) < (number ?? 0)) lost.push(`rotation of ${family}`)
  }
  for (const id of registrations) if ((await storage.clients.find(id)) === undefined) lost.push(id)
  return lost
}

interface Setup {
  readonly commit: 'on' | 'remote_write' | 'local' | 'off'
  readonly standby: 'none' | 'synchronous' | 'asynchronous'
  /** Cuts the standby off for this many changes before the crash. */
  readonly behind?: number
}

/** Kills the server under load. Its standby takes over; without one, it starts again. */
async function crash({ commit, standby, behind = 0 }: Setup) {
  const primary = await startPostgres({ max_wal_senders: '4', max_connections: '100', synchronous_commit: commit })
  const wire = await startProxy(primary.port)
  const follower = standby === 'none' ? undefined : await standbyOf(primary, 'follower', wire.port)
  if (standby === 'synchronous') {
    await primary.admin("ALTER SYSTEM SET synchronous_standby_names = 'follower'")
    await primary.admin('SELECT pg_reload_conf()')
    await until(
      async () => (await primary.admin("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")).length > 0,
    )
  }
  const storage = storeAt(primary)
  await storage.open()
  const book = acknowledged()
  const writers = Array.from({ length: WRITERS }, (_, index) => change(storage, book, `${index}`))
  await until(() => book.registrations.size > ENOUGH)
  if (behind > 0) wire.pause()
  await until(() => book.registrations.size > ENOUGH + behind)
  await primary.crash()
  for (const error of await Promise.all(writers)) expect(error).toBeInstanceOf(StoreUnavailable)
  if (follower === undefined) await primary.start()
  await follower?.admin('SELECT pg_promote()')
  const heir = follower ?? primary
  await until(async () => (await heir.admin('SELECT pg_is_in_recovery() AS waits'))[0]?.['waits'] === false)
  const next = storeAt(heir)
  await next.open()
  const lost = await lostOf(next, book)
  // It goes on.
  expect(await next.subjects.revoke('another')).toBe(1)
  await Promise.all([storage.close(), next.close(), wire.close()])
  await Promise.all([primary.stop(), follower?.stop()])
  const { revocations, rotations, registrations } = book
  return { lost, all: revocations.size + rotations.size + registrations.size }
}

it.each<[Setup, 'nothing' | 'something' | 'last moments']>([
  [{ commit: 'on', standby: 'none' }, 'nothing'],
  [{ commit: 'on', standby: 'synchronous' }, 'nothing'],
  [{ commit: 'remote_write', standby: 'synchronous' }, 'nothing'],
  [{ commit: 'off', standby: 'none' }, 'last moments'],
  [{ commit: 'local', standby: 'synchronous' }, 'last moments'],
  [{ commit: 'on', standby: 'asynchronous' }, 'last moments'],
  // Also shows that losses are found.
  [{ commit: 'on', standby: 'asynchronous', behind: 50 }, 'something'],
])('%j: a crash under load loses %s that was acknowledged', async (setup, expected) => {
  const rounds = setup.standby === 'none' || setup.behind ? inLongForm(5, 1) : ROUNDS
  let [lost, all, most] = [0, 0, 0]
  for (let round = 0; round < rounds; round += 1) {
    const found = await crash(setup)
    if (expected === 'nothing') expect(found.lost).toEqual([])
    if (expected === 'something') expect(found.lost.length).toBeGreaterThanOrEqual(setup.behind ?? 1)
    ;[lost, all, most] = [lost + found.lost.length, all + found.all, Math.max(most, found.lost.length)]
  }
  process.stdout.write(`${JSON.stringify(setup)}: ${rounds} crashes, lost ${lost} of ${all}, at most ${most}\n`)
})

it('while the standby is away, a commit that was canceled counts as unknown, not as done', async () => {
  const primary = await startPostgres({ max_connections: '50' })
  const storage = storeAt(primary)
  await storage.open()
  await primary.admin("ALTER SYSTEM SET synchronous_standby_names = 'absent'")
  await primary.admin('SELECT pg_reload_conf()')
  await until(
    async () => (await primary.admin('SHOW synchronous_standby_names'))[0]?.['synchronous_standby_names'] === 'absent',
  )
  const revoked = storage.subjects.revoke('alice').catch((error: unknown) => error)
  await until(async () => {
    const [row] = await primary.admin(
      "SELECT pg_cancel_backend(pid) AS done FROM pg_stat_activity WHERE wait_event = 'SyncRep'",
    )
    return row?.['done'] === true
  })
  expect(await revoked).toMatchObject({ name: 'StoreUnavailable', outcomeUnknown: true, reason: 'STANDBY' })
  await storage.close()
})

it('a killed server that starts again has everything, and its nodes go on without a restart', async () => {
  const server = await startPostgres({ fsync: 'on', max_connections: '50' })
  const storage = storeAt(server)
  await storage.open()
  const book = acknowledged()
  const writers = Array.from({ length: WRITERS }, (_, index) => change(storage, book, `${index}`))
  await until(() => book.registrations.size > ENOUGH)
  await server.crash()
  for (const error of await Promise.all(writers)) expect(error).toBeInstanceOf(StoreUnavailable)
  await server.start()
  await until(() =>
    storage.ping().then(
      () => true,
      () => false,
    ),
  )
  expect(await lostOf(storage, book)).toEqual([])
  await storage.close()
})

it('a server that stands still gets 503 for every step, within the timeout of a connection and a statement', async () => {
  const server = await startPostgres({ max_connections: '50' })
  const storage = storeAt(server, 1_000)
  await until(() =>
    storage.open().then(
      () => true,
      () => false,
    ),
  )
  server.signal('SIGSTOP')
  // A process stops a moment after the signal.
  await until(async () => (await storage.ping().catch(() => 'late')) === 'late')
  const steps = [storage.families.issue('f', 'one', LONG), storage.subjects.read('alice'), storage.ping()]
  for (const step of steps) expect(await step.catch((error: unknown) => error)).toBeInstanceOf(StoreUnavailable)
  server.signal('SIGCONT')
  await until(() =>
    storage.ping().then(
      () => true,
      () => false,
    ),
  )
  await storage.close()
})
