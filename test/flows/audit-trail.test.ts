/** The audit trail: what is kept, for how long, how it is found, and that no change goes unnoticed. */
import { createHash } from 'node:crypto'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import type { AuditFilter } from '../../lib/domain/audit/audit-filter.ts'
import type { AuditTrail } from '../../lib/domain/audit/audit-trail.ts'
import type { AuditHead } from '../../lib/domain/audit/audit-verification.ts'
import type { AuditEvent } from '../../lib/domain/audit/events.ts'
import type { AuditLine, AuditLog, Storage } from '../../lib/index.ts'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { LINK, logLike, trailOn } from '../support/audit.ts'
import { type Clock, movableClock } from '../support/clock.ts'
import { patientRedis } from '../support/patient-redis.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'

const DAY = 86_400
const REFUSALS = 100_000
const signIn = (user: string): AuditEvent => ({ event: 'sign-in.succeeded', result: 'ok', user })
/** Chains entries like an attacker with write access to the store, without the key. */
const sha = (before: string, { seq, at, entry }: Omit<AuditLine, 'hash'>): string =>
  createHash('sha256').update([before, seq, at, entry].join('\n')).digest('hex')

describe.each(['the embedded store', 'Redis'])('on %s', (kind) => {
  let redis: RedisServer | undefined
  let storage: Storage
  let clock: Clock
  const trail = (keep: { readonly keepDays?: number; readonly keepEntries?: number } = {}): AuditTrail =>
    trailOn(storage, { now: clock.now, ...keep })
  /** The trail as it reads when the store gives something else. */
  const trailOver = (read: AuditLog['read']): AuditTrail =>
    trailOn(storage, { now: clock.now, log: logLike(storage.audit, { read }) })
  const usersOf = async (audit: AuditTrail, filter: AuditFilter): Promise<readonly (string | undefined)[]> =>
    (await audit.list(filter, undefined, 500)).entries.map(({ user }) => user)

  beforeAll(async () => {
    if (kind === 'Redis') redis = await startRedis()
  })
  beforeEach(async () => {
    await redis?.admin.flushall()
    clock = movableClock()
    storage = redis === undefined ? embeddedStorage() : patientRedis(redis.url)
    await storage.open()
  })
  afterEach(() => storage.close())

  it('entries older than the retention are dropped, and the chain of the rest is intact', async () => {
    const audit = trail({ keepDays: 30 })
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

  it('of refusals the newest stay; what is in the trail is pushed out by none of a hundred thousand', async () => {
    const audit = trail({ keepEntries: 1_000 })
    for (let index = 0; index < 300; index += 1) audit.note(signIn(`u-${index}`))
    for (let index = 0; index < REFUSALS; index += 1) {
      audit.note({ event: 'request.refused', result: 'refused', requestId: `r-${index}` })
      // As requests come: the writer keeps up.
      if (index % 500 === 0) await audit.flush()
    }
    await audit.flush()
    expect(await usersOf(audit, { result: 'ok' })).toHaveLength(300)
    const refused = await audit.list({ result: 'refused' }, undefined, 2_000)
    expect([refused.entries.length, refused.entries[0]?.requestId]).toEqual([500, `r-${REFUSALS - 1}`])
    expect(await audit.verify()).toMatchObject({ outcome: 'intact', entries: 300 })
  })

  it('a flood on one account pushes out no refusal of another; refusals with one key are one entry', async () => {
    const audit = trail({ keepEntries: 1_000 })
    const refused = { event: 'sign-in.failed', result: 'refused' } as const
    const failed = (user: string, count = 1): AuditEvent => ({ ...refused, user, count })
    audit.note(failed('bob'), 'bob from home')
    await audit.flush()
    for (let index = 0; index < 200; index += 1) audit.note(failed('alice'), `alice from ${index}`)
    for (let count = 1; count <= 100; count += 1) audit.note(failed('carol', count), 'carol from home')
    await audit.flush()
    expect(await usersOf(audit, { user: 'alice' })).toHaveLength(10)
    expect(await usersOf(audit, { user: 'bob' })).toEqual(['bob'])
    expect((await audit.list({ user: 'carol' }, undefined, 10)).entries.map(({ count }) => count)).toEqual([100])
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

  it('what matches is found behind more entries than one call reads, and after refusals that are older', async () => {
    const audit = trail()
    const failed: AuditEvent = { event: 'sign-in.failed', result: 'refused', user: 'u-0' }
    for (const key of ['a', 'b', 'c']) audit.note(failed, key)
    await audit.flush()
    clock.forward(10 * DAY)
    const since = clock.now()
    await audit.record(signIn('wanted'))
    clock.forward(1)
    for (let index = 0; index < 9_000; index += 1) audit.note(signIn(`u-${index % 10}`))
    await audit.flush()
    const all = async (filter: AuditFilter): Promise<readonly string[]> => {
      const found: string[] = []
      for (let next: string | undefined, turn = 0; turn === 0 || next !== undefined; turn += 1) {
        const page = await audit.list(filter, next, 5_000)
        found.push(...page.entries.map(({ id }) => id))
        next = page.next
      }
      return found
    }
    expect(await all({ user: 'wanted', since })).toHaveLength(1)
    const ids = await all({})
    expect(ids).toHaveLength(9_004)
    expect(ids.slice(-4).map((id) => id.slice(0, 1))).toEqual(['1', 'r', 'r', 'r'])
    expect(ids.indexOf('1')).toBe(9_000)
  })

  it('a store that takes no refusals is trimmed all the same; a refusal that is written twice is one', async () => {
    const { bounded, audit: log } = storage
    let isFull = true
    let trims = 0
    const put: typeof bounded.put = async (...what) => {
      await bounded.put(...what)
      if (isFull) throw new StoreUnavailable('full, or the answer was lost')
    }
    const audit = trailOn(
      { ...storage, bounded: { ...bounded, put } },
      {
        now: clock.now,
        log: logLike(log, {
          trim: async (olderThan) => {
            trims += 1
            await log.trim(olderThan)
          },
        }),
      },
    )
    audit.note({ event: 'sign-in.failed', result: 'refused', user: 'u-0' })
    for (let turn = 0; turn < 3; turn += 1) {
      await expect(audit.flush()).rejects.toThrow(StoreUnavailable)
      clock.forward(60)
    }
    expect(trims).toBe(3)
    isFull = false
    await audit.flush()
    expect((await audit.list({}, undefined, 10)).entries).toHaveLength(1)
  })

  it('the head is announced after a thousand entries of this node', async () => {
    let announced = 0
    const audit = trailOn(storage, { now: clock.now, announce: () => void (announced += 1) })
    for (let index = 0; index < 999; index += 1) audit.note(signIn(`u-${index}`))
    await audit.flush()
    expect(announced).toBe(0)
    await audit.record(signIn('the last'))
    expect(announced).toBe(1)
  })

  it('an entry that reached the store late is found by its own time', async () => {
    const audit = trail()
    const began = clock.now()
    await storage.audit.append(began + 30_000, [JSON.stringify(signIn('ahead'))], LINK)
    await storage.audit.append(began, [JSON.stringify(signIn('late'))], LINK)
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

  it('the newest are verified by themselves, and an error before them is found by verifying all', async () => {
    const audit = trail()
    for (let index = 0; index < 50; index += 1) audit.note(signIn(`u-${index}`))
    await audit.flush()
    const read = trailOver(async (from, direction, limit) =>
      (await storage.audit.read(from, direction, limit)).map((line) =>
        line.seq === 20 ? { ...line, entry: JSON.stringify(signIn('other')) } : line,
      ),
    )
    expect(await read.verify({ newest: 10 })).toEqual({ outcome: 'intact', entries: 10, of: 50 })
    expect(await read.verify({ newest: 40 })).toEqual({ outcome: 'broken', seq: 20, why: 'edited' })
    expect(await read.verify()).toEqual({ outcome: 'broken', seq: 20, why: 'edited' })
  })

  it('an entry is found by its position, with its place in the chain; an edit or a gap next to it is visible', async () => {
    const audit = trail()
    for (let index = 1; index <= 8; index += 1) {
      await audit.record(signIn(`u-${index}`))
      clock.forward(1)
    }
    const lines = await storage.audit.read(undefined, 'newer', 10)
    const lineAt = (seq: number) => lines.find((line) => line.seq === seq)
    const hashOf = (seq: number): string | undefined => lineAt(seq)?.hash
    expect(await audit.find('5')).toEqual({
      entry: { ...signIn('u-5'), id: '5', at: lineAt(5)?.at },
      chain: { before: 'kept', hash: hashOf(5), hashBefore: hashOf(4), link: 'intact' },
      seal: 'intact',
    })
    expect((await audit.find('1'))?.chain).toMatchObject({ before: 'first', hashBefore: '', link: 'intact' })
    for (const id of ['9', '0', 'r1', '-1', '1e3', '']) expect([id, await audit.find(id)]).toEqual([id, undefined])
    await storage.audit.trim(lineAt(4)?.at ?? 0)
    expect((await audit.find('4'))?.chain).toMatchObject({ before: 'dropped', hashBefore: hashOf(3), link: 'intact' })
    expect(await audit.find('3')).toBeUndefined()
    const seen = trailOver(async (from, direction, limit) =>
      (await storage.audit.read(from, direction, limit))
        .filter(({ seq }) => seq !== 5)
        .map((line) => (line.seq === 8 ? { ...line, entry: JSON.stringify(signIn('other')) } : line)),
    )
    expect((await seen.find('6'))?.chain).toMatchObject({ before: 'missing', hashBefore: undefined, link: 'broken' })
    expect(await seen.find('7')).toMatchObject({ seal: 'intact' })
    expect(await seen.find('8')).toMatchObject({ chain: { before: 'kept' }, seal: 'broken', entry: { user: 'other' } })
  })

  it('verifying while old entries are dropped, as they should be, does not cry wolf', async () => {
    const audit = trail()
    for (let turn = 0; turn < 3; turn += 1) {
      for (let index = 0; index < 1_000; index += 1) audit.note(signIn(`u-${index}`))
      await audit.flush()
      clock.forward(10)
    }
    const middle = (await storage.audit.read(1_500, 'newer', 1))[0]?.at ?? 0
    const read = trailOver(async (from, direction, limit) => {
      const lines = await storage.audit.read(from, direction, limit)
      if (from === 1) await storage.audit.trim(middle)
      return lines
    })
    clock.forward(500 * DAY)
    expect(await read.verify()).toMatchObject({ outcome: 'intact' })
  })

  it('what was cut off at the end, forged or reordered is found', async () => {
    const audit = trail()
    for (let index = 1; index <= 10; index += 1) {
      await audit.record(signIn(`u-${index}`))
      clock.forward(1)
    }
    const head = await audit.head()
    const lines = await storage.audit.read(undefined, 'newer', 20)
    const verdictOn = async (given: readonly AuditLine[], noted: AuditHead | readonly AuditHead[] | undefined) => {
      const pick: AuditLog['read'] = async (from, direction, limit) =>
        (direction === 'newer'
          ? given.filter(({ seq }) => seq >= (from ?? 0))
          : given.filter(({ seq }) => seq <= (from ?? Infinity)).toReversed()
        ).slice(0, limit)
      const [first, last] = [given[0], given.at(-1)]
      const before = lines.find(({ seq }) => seq === (first?.seq ?? 0) - 1)
      const bounds = { first: first?.seq ?? 1, last: last?.seq ?? 0, hashBeforeFirst: before?.hash ?? '' }
      const log = logLike(storage.audit, { bounds: async () => bounds, read: pick })
      const verdict = await trailOn(storage, { now: clock.now, log }).verify({
        heads: noted === undefined ? [] : [noted].flat(),
      })
      return verdict.outcome === 'intact' ? 'intact' : `${verdict.why} at ${verdict.seq}`
    }
    expect(await verdictOn(lines, head)).toBe('intact')
    expect(await verdictOn(lines.slice(0, 7), head)).toBe('cut at 10')
    expect(await verdictOn(lines.slice(0, 7), undefined)).toBe('intact')
    const forged = lines.map((line) => ({ ...line, hash: sha(lines[line.seq - 2]?.hash ?? '', line) }))
    expect(await verdictOn([...lines.slice(0, 9), forged[9] as AuditLine], head)).toBe('edited at 10')
    expect(await verdictOn([...lines.slice(0, 5), ...forged.slice(5)], undefined)).toBe('edited at 6')
    let hash = ''
    const rehashed = lines.map((line) => ({ ...line, hash: (hash = sha(hash, line)) }))
    expect(await verdictOn(rehashed, undefined)).toBe('edited at 1')
    const ofAfter = { seq: 7, hash: 'a'.repeat(64) }
    expect(await verdictOn(lines, ofAfter)).toBe('cut at 7')
    // Cut off, and grown over the same place since: both were noted.
    expect(await verdictOn(lines, [ofAfter, lines[6] as AuditLine])).toBe('cut at 7')
    const swapped = lines.map((line) => (line.seq === 4 ? { ...line, entry: lines[4]?.entry ?? '' } : line))
    expect(await verdictOn(swapped, head)).toBe('edited at 4')
  })
})
