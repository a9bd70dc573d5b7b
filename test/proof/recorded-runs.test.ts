/**
 * Two real processes under a mixed load, with everything that happens written down: one process is killed and started
 * again, then the store (which writes every change to disk before it answers). The checker checks what was recorded by
 * the invariants I1 to I7 (`history-checker.ts`); and it finds every error that is written into the recording by hand.
 * `TEST_SEED` repeats a run.
 */
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stoppedAtEnd } from '../support/at-end.ts'
import { startRedis } from '../support/redis-server.ts'
import { until } from '../support/until.ts'
import { words } from '../support/words.ts'
import { artefactHash, type Entry, type Operation, readHistory, writeHistory } from './history.ts'
import { checkHistory, slowestIn } from './history-checker.ts'
import { loadGround } from './load-ground.ts'
import { mixedLoad } from './mixed-load.ts'
import { recorder } from './recorder.ts'

const SEED = Number(process.env['TEST_SEED'])
/** Answers before and after each death. */
const ANSWERS = 400

const OPERATIONS = words`
  authorize redeem refresh introspect userinfo revoke logout end-session disable enable
` as readonly Operation[]

const redis = await startRedis({ appendonly: true, config: { appendfsync: 'always' } })

const ground = await loadGround([redis.url, redis.url, redis.url])

const book = recorder()
let goesOn = true
const load = mixedLoad(ground, book, { seed: SEED, goesOn: () => goesOn })
const count = (isSo: (entry: Entry) => boolean): number => book.history.filter(isSo).length
const more = async (): Promise<void> => {
  const before = count(({ status }) => status === 200)
  await until(() => count(({ status }) => status === 200) > before + ANSWERS)
}
await more()
await ground.replaceProcess(0)
await more()
await redis.crash()
await until(() => count(({ status }) => status === 503) > 0)
await redis.start()
await more()
// Some callers go away before they are answered.
await until(() => count(({ status }) => status === 0) > 5 && count(({ ref }) => ref === 'refresh_token_replayed') > 0)
goesOn = false
await load
const file = join(tmpdir(), `portico-history-${process.pid}.jsonl`)
writeHistory(file, book.history)
const history = readHistory(file)

rmSync(file)
stoppedAtEnd(ground)

const slowest = (): number => slowestIn(history)
const found = (entries: readonly Entry[]): readonly string[] => [
  ...new Set(checkHistory(entries, slowest()).map(({ invariant }) => invariant)),
]
const report = (entries: readonly Entry[]): string =>
  checkHistory(entries, slowest())
    .map((one) => `${one.invariant} ${one.what} ${JSON.stringify(one.entries)}`)
    .join('\n')

it(`I1 to I7 hold in what two processes answered under load, through the death of one and of the store (seed ${SEED})`, () => {
  const count = (isSo: (entry: Entry) => boolean): number => history.filter(isSo).length
  // A run in which little happened would prove little.
  const done = (op: Operation): number => count((entry) => entry.op === op && [200, 303].includes(entry.status))
  expect(OPERATIONS.filter((op) => done(op) === 0)).toEqual([])
  expect(count(({ ref }) => ref === 'refresh_token_replayed')).toBeGreaterThan(0)
  expect(count(({ status }) => status === 0)).toBeGreaterThan(5)
  expect(count(({ status }) => status === 503)).toBeGreaterThan(0)
  expect(report(history)).toBe('')
})

describe('an error that is written into the recording is found:', () => {
  const late = (from: Entry, change: Partial<Entry>): Entry => {
    const start = Math.max(...history.map(({ end }) => end)) + 1
    return { ...from, start, end: start + 1, ...change }
  }
  const some = (isSo: (entry: Entry) => boolean): Entry => {
    const entry = history.find(isSo)
    if (entry === undefined) throw new Error('the recording has no such entry')
    return entry
  }
  const other = { yields: [artefactHash('another access token'), artefactHash('another refresh token')] }

  it.each([
    { invariant: 'I1', what: 'a code', operation: 'redeem' },
    { invariant: 'I2', what: 'a refresh token', operation: 'refresh' },
  ])('$invariant: $what yields twice', ({ invariant, operation }) => {
    const first = some(({ op, status }) => op === operation && status === 200)
    expect(found([...history, late(first, other)])).toContain(invariant)
  })

  it('I3: a token is alive after a replay in its family', () => {
    const replay = some(({ ref }) => ref === 'refresh_token_replayed')
    const giver = some(({ yields }) => yields?.includes(replay.artefact ?? '') === true)
    const look = late(giver, { op: 'introspect', artefact: giver.yields?.[0] ?? '', status: 200, active: true })
    expect(found([...history, look])).toContain('I3')
  })

  it.each(['revoke', 'logout', 'disable', 'end-session'] as const)('I4: a token is alive after %s', (op) => {
    const acts = history.filter((entry) => entry.op === op && entry.status === 200)
    const look = { op: 'introspect', active: true } as const
    const planted = acts.flatMap((act) => tokensBefore(act).map((artefact) => late(act, { ...look, artefact })))
    expect(planted.length).toBeGreaterThan(0)
    expect(report([...history, ...planted])).toContain(`I4 alive after ${op}`)
  })

  /** What the act has certainly ended. */
  function tokensBefore(act: Entry): readonly string[] {
    if (act.op === 'revoke') return [act.artefact ?? '']
    const aim = ({ disable: 'client', logout: 'subject', 'end-session': 'session' } as const)[act.op as 'disable']
    const earlier = history.filter(({ end }) => end < act.start)
    const births = earlier.filter((birth) => birth.op === 'authorize' && birth[aim] === act[aim])
    const codes = new Set(births.map(({ artefact }) => artefact))
    return earlier
      .filter(({ op, status, artefact }) => op === 'redeem' && status === 200 && codes.has(artefact))
      .flatMap(({ yields }) => yields?.slice(0, 1) ?? [])
  }

  it('I5: a living token is refused', () => {
    // Right after it was given. Some were touched by an act under way just then, not all.
    const given = history.filter(({ op, status }) => op === 'redeem' && status === 200)
    const planted = given.map(
      ({ node, yields, end }): Entry => ({
        op: 'introspect',
        node,
        artefact: yields?.[0] ?? '',
        start: end + 0.001,
        end: end + 0.002,
        status: 200,
        active: false,
      }),
    )
    expect(found([...history, ...planted])).toEqual(['I5'])
  })

  it('I6: a token that was never issued, or was used up, is alive', () => {
    const look = some(({ active }) => active === true)
    const used = some(({ op, status }) => op === 'refresh' && status === 200)
    const planted = [late(look, { artefact: artefactHash('forged') }), late(look, { artefact: used.artefact ?? '' })]
    expect(report([...history, ...planted])).toMatch(/I6 something that was never given[^]*I6 used up/)
  })

  it('I7: an internal error, or no answer in time', () => {
    const look = some(({ active }) => active === true)
    const failed = late(look, { artefact: artefactHash('forged'), active: false, status: 500 })
    const planted = [failed, { ...look, end: look.start + slowest() + 1 }]
    expect(report([...history, ...planted])).toMatch(/I7 an internal error[^]*I7 no answer/)
  })
})
