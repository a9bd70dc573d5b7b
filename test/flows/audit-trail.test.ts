/** The audit trail: what is kept, for how long, how it is found, and that nobody can change it unnoticed. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { redisStorage } from '../../adapters/redis/index.ts'
import { type AuditFilter, type AuditTrail, auditTrail } from '../../lib/domain/audit/audit-trail.ts'
import type { AuditEvent } from '../../lib/domain/audit/events.ts'
import type { AuditLog, Storage } from '../../lib/index.ts'
import { type Clock, movableClock } from '../support/clock.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'

const DAY = 86_400
const signIn = (user: string): AuditEvent => ({ event: 'sign-in.succeeded', result: 'ok', user })

describe.each(['the embedded store', 'Redis'])('on %s', (kind) => {
  let redis: RedisServer | undefined
  let storage: Storage
  let clock: Clock
  const trail = (keep = { keepDays: 400, keepEntries: 1_000_000 }): AuditTrail =>
    auditTrail(storage.audit, keep, clock.now, (fault) => {
      throw fault as Error
    })
  const usersOf = async (audit: AuditTrail, filter: AuditFilter): Promise<readonly (string | undefined)[]> =>
    (await audit.list(filter, undefined, 500)).entries.map(({ user }) => user)

  beforeAll(async () => {
    if (kind === 'Redis') redis = await startRedis()
  })
  beforeEach(async () => {
    await redis?.admin.flushall()
    clock = movableClock()
    storage = redis === undefined ? embeddedStorage() : redisStorage(redis.url)
    await storage.open()
  })
  afterEach(() => storage.close())
  afterAll(() => redis?.stop())

  it('entries older than it is told to keep are dropped, and the chain of the rest is intact', async () => {
    const audit = trail({ keepDays: 30, keepEntries: 1_000_000 })
    for (let day = 0; day < 40; day += 1) {
      audit.note(signIn(`day-${day}`))
      await audit.flush()
      clock.forward(DAY)
    }
    clock.forward(60)
    audit.note(signIn('today'))
    await audit.flush()
    const users = await usersOf(audit, {})
    expect([users[0], users.at(-1)]).toEqual(['today', 'day-11'])
    expect(await audit.verify()).toEqual({ outcome: 'intact', entries: 30, of: 30 })
  })

  it('of more than it is told to keep, the newest stay', async () => {
    const audit = trail({ keepDays: 400, keepEntries: 100 })
    for (let index = 0; index < 300; index += 1) audit.note(signIn(`u-${index}`))
    await audit.flush()
    clock.forward(61)
    audit.note(signIn('last'))
    await audit.flush()
    const users = await usersOf(audit, {})
    expect([users.length, users[0], users.at(-1)]).toEqual([100, 'last', 'u-201'])
    expect(await audit.verify()).toMatchObject({ outcome: 'intact' })
  })

  it('a day is found whole, wherever it lies, and nothing of its neighbours', async () => {
    const audit = trail()
    const began = clock.now()
    for (let day = 0; day < 20; day += 1) {
      for (let index = 0; index < 50; index += 1) audit.note(signIn(`day-${day}`))
      await audit.flush()
      clock.forward(DAY)
    }
    for (const day of [0, 7, 19]) {
      const since = began + day * DAY * 1000 - 60_000
      const found = await usersOf(audit, { since, until: since + DAY * 1000 - 1 })
      expect(found).toEqual(Array.from({ length: 50 }, () => `day-${day}`))
    }
    expect(await usersOf(audit, { until: began - DAY * 1000 })).toEqual([])
    expect(await usersOf(audit, { since: clock.now() + 1 })).toEqual([])
  })

  it('an entry that reached the store late is found by its own time', async () => {
    const audit = trail()
    const began = clock.now()
    await storage.audit.append(began + 30_000, [JSON.stringify(signIn('ahead'))])
    await storage.audit.append(began, [JSON.stringify(signIn('late'))])
    expect(await usersOf(audit, { since: began - 1000, until: began + 1000 })).toEqual(['late'])
    expect(await usersOf(audit, { since: began + 20_000, until: began + 40_000 })).toEqual(['ahead'])
  })

  it.each([
    [{ client: 'a"b' }, ['quoted']],
    [{ group: 'client' }, ['admin-act']],
    [{ result: 'refused' }, ['refused']],
    [{ sid: 's1.app-1' }, ['whole', 'quoted']],
    [{ sid: 's1' }, ['whole', 'refused', 'quoted']],
    [{ sid: 's' }, []],
    [{ user: 'u-actor' }, ['admin-act']],
    [{ requestId: 'request-1' }, ['refused']],
    [{ group: 'client', client: 'other' }, []],
  ] as const)('%j finds %j', async (filter, users) => {
    const audit = trail()
    await audit.record({ ...signIn('quoted'), client: 'a"b', sid: 's1.app-1' })
    await audit.record({ event: 'client.changed', result: 'ok', actor: 'u-actor', user: 'admin-act', client: 'app' })
    await audit.record({
      event: 'request.refused',
      result: 'refused',
      user: 'refused',
      requestId: 'request-1',
      detail: 'the client "other"',
      sid: 's1.app-2',
    })
    await audit.record({ event: 'logout.session', result: 'ok', user: 'whole', sid: 's1' })
    expect(await usersOf(audit, filter)).toEqual(users)
  })

  it('the newest are verified by themselves, and a fault before them is found by verifying all', async () => {
    const audit = trail()
    for (let index = 0; index < 50; index += 1) audit.note(signIn(`u-${index}`))
    await audit.flush()
    const forged: AuditLog = {
      append: (at, entries) => storage.audit.append(at, entries),
      trim: (olderThan, keep) => storage.audit.trim(olderThan, keep),
      bounds: () => storage.audit.bounds(),
      read: async (from, direction, limit) =>
        (await storage.audit.read(from, direction, limit)).map((line) =>
          line.seq === 20 ? { ...line, entry: JSON.stringify(signIn('somebody else')) } : line,
        ),
    }
    const read = auditTrail(forged, { keepDays: 1, keepEntries: 1 }, clock.now, () => {})
    expect(await read.verify(10)).toEqual({ outcome: 'intact', entries: 10, of: 50 })
    expect(await read.verify(40)).toEqual({ outcome: 'broken', seq: 20, why: 'edited' })
    expect(await read.verify()).toEqual({ outcome: 'broken', seq: 20, why: 'edited' })
  })

  it('an entry is found by its position, with its place in the chain; an edit or a gap beside it is seen on it', async () => {
    const audit = trail({ keepDays: 400, keepEntries: 5 })
    for (let index = 1; index <= 8; index += 1) await audit.record(signIn(`u-${index}`))
    const lines = await storage.audit.read(undefined, 'newer', 10)
    const lineAt = (seq: number) => lines.find((line) => line.seq === seq)
    const hashOf = (seq: number): string | undefined => lineAt(seq)?.hash
    expect(await audit.find(5)).toEqual({
      entry: { ...signIn('u-5'), seq: 5, at: lineAt(5)?.at },
      before: 'kept',
      hash: hashOf(5),
      hashBefore: hashOf(4),
      link: 'intact',
    })
    expect(await audit.find(1)).toMatchObject({ before: 'first', hashBefore: '', link: 'intact' })
    expect([await audit.find(9), await audit.find(0)]).toEqual([undefined, undefined])
    await storage.audit.trim(0, 5)
    expect(await audit.find(4)).toMatchObject({ before: 'dropped', hashBefore: hashOf(3), link: 'intact' })
    expect(await audit.find(3)).toBeUndefined()
    const meddled: AuditLog = {
      append: (at, entries) => storage.audit.append(at, entries),
      trim: (olderThan, keep) => storage.audit.trim(olderThan, keep),
      bounds: () => storage.audit.bounds(),
      read: async (from, direction, limit) =>
        (await storage.audit.read(from, direction, limit))
          .filter(({ seq }) => seq !== 5)
          .map((line) => (line.seq === 8 ? { ...line, entry: JSON.stringify(signIn('somebody else')) } : line)),
    }
    const seen = auditTrail(meddled, { keepDays: 1, keepEntries: 1 }, clock.now, () => {})
    expect(await seen.find(6)).toMatchObject({ before: 'missing', hashBefore: undefined, link: 'broken' })
    expect(await seen.find(7)).toMatchObject({ link: 'intact' })
    expect(await seen.find(8)).toMatchObject({ before: 'kept', link: 'broken', entry: { user: 'somebody else' } })
  })

  it('verifying while old entries are dropped, as they should be, does not cry wolf', async () => {
    const audit = trail()
    for (let index = 0; index < 3000; index += 1) audit.note(signIn(`u-${index}`))
    await audit.flush()
    const dropping: AuditLog = {
      append: (at, entries) => storage.audit.append(at, entries),
      trim: (olderThan, keep) => storage.audit.trim(olderThan, keep),
      bounds: () => storage.audit.bounds(),
      async read(from, direction, limit) {
        const lines = await storage.audit.read(from, direction, limit)
        if (from === 1) await storage.audit.trim(0, 500)
        return lines
      },
    }
    const read = auditTrail(dropping, { keepDays: 1, keepEntries: 1 }, clock.now, () => {})
    expect(await read.verify()).toMatchObject({ outcome: 'intact' })
  })
})
