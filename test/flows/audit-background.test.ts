/** The audit trail verified in the background: a part at a time, once for all nodes, again after an hour; its cost. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import type { AuditTrail } from '../../lib/domain/audit/audit-trail.ts'
import { type TrailCheck, trailCheck } from '../../lib/domain/audit/trail-check.ts'
import { deriveKeys } from '../../lib/domain/keys/derived-keys.ts'
import { signer } from '../../lib/domain/keys/signer.ts'
import type { AuditLine, Storage } from '../../lib/index.ts'
import { LINK, logLike, trailOn } from '../support/audit.ts'
import type { Clock } from '../support/clock.ts'
import { countedStorage, type Reads } from '../support/counted-storage.ts'
import { ROOT_SECRET } from '../support/fixtures.ts'
import { logRecorder } from '../support/log-recorder.ts'
import { standingClock } from '../support/standing-clock.ts'

const HOUR = 3_600
const TURN = 5
const ENTRIES = 2_500
/** Records of one step: its entries, and its position. */
const STEP_RECORDS = 1_010

let clock: Clock
let storage: Storage
let reads: Reads
let audit: AuditTrail
/** Lines that the store returns instead of the original ones. */
let changed: Map<number, Partial<AuditLine>>
let end: number | undefined
const log = logRecorder()

const checkOf = (secret = ROOT_SECRET): TrailCheck =>
  trailCheck({
    ...storage,
    audit,
    signer: signer(deriveKeys([secret], 'audit')),
    hasOtherSecrets: async () => false,
    now: clock.now,
    logger: log.logger,
    report(error) {
      throw error as Error
    },
  })

beforeEach(async () => {
  clock = standingClock()
  const counted = countedStorage(embeddedStorage({ now: clock.now }))
  ;({ storage, reads } = counted)
  await storage.open()
  ;[changed, end] = [new Map(), undefined]
  const { audit: own } = storage
  audit = trailOn(storage, {
    now: clock.now,
    log: logLike(own, {
      async bounds() {
        const bounds = await own.bounds()
        return bounds === undefined || end === undefined ? bounds : { ...bounds, last: end }
      },
      read: async (...where) =>
        (await own.read(...where))
          .filter(({ seq }) => seq <= (end ?? Infinity))
          .map((line) => ({ ...line, ...changed.get(line.seq) })),
    }),
  })
  const text = JSON.stringify({ event: 'sign-in.succeeded', result: 'ok', user: 'u-1' })
  await audit.record({ event: 'client.created', result: 'ok', actor: 'u-admin', client: 'app' })
  await storage.audit.append(
    clock.now(),
    Array.from({ length: ENTRIES - 1 }, () => text),
    LINK,
  )
})
afterEach(() => storage.close())

async function round(check: TrailCheck): Promise<number> {
  for (let steps = 1; ; steps += 1) {
    if ((await check.step()) === 'resting') return steps
    clock.forward(TURN)
  }
}

it('is verified in steps of a thousand entries, however many there are; then it rests for an hour', async () => {
  const check = checkOf()
  expect(await check.state()).toEqual({ state: 'verifying' })
  Object.assign(reads, { calls: 0, records: 0 })
  expect(await check.step()).toBe('under-way')
  expect(reads.records).toBeLessThanOrEqual(STEP_RECORDS)
  expect(await check.state()).toEqual({ state: 'verifying' })
  clock.forward(TURN)
  expect(await round(check)).toBe(2)
  expect(await check.state()).toMatchObject({ state: 'verified', at: expect.any(Number), entries: ENTRIES })
  Object.assign(reads, { calls: 0, records: 0 })
  clock.forward(HOUR - 60)
  expect([await check.step(), reads.calls]).toEqual(['resting', 1])
  clock.forward(60)
  expect(await check.step()).toBe('under-way')
})

it('two nodes take turns, and go on where the other stopped', async () => {
  const [here, there] = [checkOf(), checkOf()]
  await here.step()
  Object.assign(reads, { calls: 0, records: 0 })
  expect([await there.step(), reads.records < 10]).toEqual(['under-way', true])
  clock.forward(TURN)
  expect(await round(there)).toBe(2)
  expect(await here.state()).toMatchObject({ state: 'verified', entries: ENTRIES })
})

it('an entry that was edited is named, in the log too, until a later round finds the trail in order', async () => {
  changed.set(1_700, { entry: '{"event":"sign-in.succeeded","result":"ok","user":"u-2"}' })
  const check = checkOf()
  await round(check)
  expect(await check.state()).toMatchObject({ state: 'broken', seq: 1_700 })
  expect(log.lines.at(-1)).toMatchObject({ level: 'error', fields: { seq: 1_700, why: 'edited' } })
  changed.clear()
  clock.forward(HOUR)
  await round(check)
  expect(await check.state()).toMatchObject({ state: 'verified', entries: ENTRIES })
})

it('entries that were cut off after the trail was verified are missed', async () => {
  const check = checkOf()
  await round(check)
  end = ENTRIES - 10
  clock.forward(HOUR)
  await round(check)
  expect(await check.state()).toMatchObject({ state: 'broken', seq: ENTRIES })
})

it('what was trimmed by age since is not missed', async () => {
  const check = checkOf()
  await check.step()
  clock.forward(2 * HOUR)
  await audit.record({ event: 'client.changed', result: 'ok', actor: 'u-admin', client: 'app' })
  await storage.audit.trim(clock.now() - HOUR * 1_000)
  expect(await round(check)).toBe(1)
  expect(await check.state()).toMatchObject({ state: 'verified' })
})

it('who can write to the store alone cannot claim that it was verified', async () => {
  const forged = checkOf('another-secret-that-is-long-enough-to-be-one')
  await round(forged)
  expect(await forged.state()).toMatchObject({ state: 'verified' })
  expect(await checkOf().state()).toEqual({ state: 'verifying' })
})
