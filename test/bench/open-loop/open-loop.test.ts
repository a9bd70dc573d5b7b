/** The arithmetic of the load: arrivals, mix, percentiles, the search for the saturated rate, verdicts. */
import { newFolder } from '../../support/new-folder.ts'
import { DARK } from '../ledger-picture.ts'
import { loadPicture } from './load-picture.ts'
import { verdicts } from './load-report.ts'
import { type KeptLoad, keepLoad, newestLoads } from './load-results.ts'
import { PHASES } from './load-run.ts'
import { keptUp, type Probe, saturation } from './saturation.ts'
import { dealer, gapMs, seeded } from './schedule.ts'
import { LoadFailure, latenciesOf, newTally } from './tally.ts'

const MANY = 20_000
const SEARCH = { from: 100, precision: 0.05, seconds: { search: 10, hold: 60 } }

describe('arrivals', () => {
  it('are the same for the same seed, and different for another', () => {
    const [one, same, other] = [7, 7, 8].map((seed) => Array.from({ length: 20 }, seeded(seed)))
    expect(one).toEqual(same)
    expect(one).not.toEqual(other)
  })

  it('are a Poisson process: gaps have the mean of the rate, and a deviation that is equal to it', () => {
    const random = seeded(1)
    const gaps = Array.from({ length: MANY }, () => gapMs(200, random))
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / MANY
    const deviation = Math.sqrt(gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / MANY)
    expect(mean / 5).toBeCloseTo(1, 1)
    expect(deviation / mean).toBeCloseTo(1, 1)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0)
  })

  it('have each operation as often as the mix says, in a random order', () => {
    const deal = dealer({ a: 1, b: 3 }, seeded(3))
    const rounds = Array.from({ length: 50 }, () => [deal(), deal(), deal(), deal()])
    for (const round of rounds) expect(round.toSorted()).toEqual(['a', 'b', 'b', 'b'])
    expect(new Set(rounds.map((round) => round.indexOf('a'))).size).toBe(4)
  })
})

describe('the search for the saturated rate', () => {
  /** A server that serves `capacity` per second; the rest waits. */
  const model =
    (capacity: number, probed: number[] = []) =>
    async (rate: number): Promise<Probe> => {
      probed.push(rate)
      const counts = { offered: rate * 10, completed: Math.min(rate, capacity) * 10 }
      return { operations: [counts], failed: 0, duration: 10 }
    }

  it.each([130, 420, 1_234, 7_999])('finds %p', async (capacity) => {
    const found = await saturation(model(capacity), SEARCH)
    // A queue that grows slowly is not seen in ten seconds.
    expect(found).toBeGreaterThan(capacity * 0.95)
    expect(found).toBeLessThan(capacity * 1.03)
  })

  it('counts only rates that the service keeps up with twice', async () => {
    const probed: number[] = []
    const server = model(1_000, probed)
    const slower = model(700)
    const uneven = async (rate: number): Promise<Probe> => {
      const probe = await server(rate)
      return probed.filter((each) => each === rate).length === 2 ? slower(rate) : probe
    }
    expect(await saturation(uneven, SEARCH)).toBeLessThan(721)
  })

  it('is lower than the rate that the service keeps up with only for seconds', async () => {
    const found = await saturation(
      (rate, seconds) => model(seconds === SEARCH.seconds.hold ? 900 : 1_000)(rate),
      SEARCH,
    )
    expect(found).toBeGreaterThan(855)
    expect(found).toBeLessThan(927)
  })

  it('is refused if the first rate is too high', () => expect(saturation(model(50), SEARCH)).rejects.toThrow('keep up'))

  it.each([
    { name: 'a failure', completed: [999, 100], failed: 1, kept: false },
    { name: 'some in flight', completed: [975, 92], failed: 0, kept: true },
    { name: 'a queue', completed: [974, 100], failed: 0, kept: false },
    { name: 'a queue of a rare operation', completed: [1_000, 91], failed: 0, kept: false },
  ])('$name: $kept', ({ completed: [often = 0, rarely = 0], failed, kept }) => {
    const operations = [
      { offered: 1_000, completed: often },
      { offered: 100, completed: rarely },
    ]
    expect(keptUp({ operations, failed, duration: 10 })).toBe(kept)
  })
})

it('percentiles are those of all responses', () => {
  const shuffled = Array.from({ length: 1_000 }, (_, place) => ((place * 7) % 1_000) + 1)
  expect(latenciesOf(shuffled)).toEqual({ count: 1_000, p50: 501, p95: 951, p99: 991, p999: 1_000 })
})

it('a tally has failures by kind, and samples only of unexpected responses', () => {
  const tally = newTally()
  for (const operation of ['refresh', 'refresh', 'userinfo', 'userinfo', 'userinfo']) tally.offer(operation)
  tally.complete('refresh', 4)
  tally.fail('refresh', new LoadFailure('refused'))
  tally.fail('userinfo', new LoadFailure('wrong', 'another user'))
  tally.fail('userinfo', new TypeError('no JSON'))
  expect(tally.summary()).toMatchObject({
    offered: 5,
    completed: 1,
    failures: { refused: 1, wrong: 2 },
    failedOperations: { refresh: 1, userinfo: 2 },
    examples: ['userinfo: another user', 'userinfo: no JSON'],
    operations: { refresh: { count: 1, p99: 4 } },
  })
  expect(tally.counts()).toEqual([
    { offered: 2, completed: 1 },
    { offered: 3, completed: 0 },
  ])
})

/** A run that keeps every promise. */
function goodRun(): KeptLoad {
  const tally = newTally()
  for (const milliseconds of [1, 2, 3]) {
    tally.offer('refresh')
    tally.complete('refresh', milliseconds)
  }
  return {
    ...{ date: '2026-12-01', store: 'any', machine: 'any', processors: 1, minutes: 30, saturated: 100 },
    phases: PHASES.map(({ name, share, minutes }) => ({
      ...tally.summary(),
      ...{ name, rate: 100 * share, seconds: minutes * 60, lag: 1 },
      memory: { middle: 100, middleMost: 120, last: 101, most: 122 },
      loop: { p99: 1, max: 2 },
    })),
    points: [],
  }
}

describe('verdicts', () => {
  const missed = (name: string, change: (phase: KeptLoad['phases'][number]) => object): readonly string[] => {
    const phases = goodRun().phases.map((phase) => (phase.name === name ? { ...phase, ...change(phase) } : phase))
    return verdicts({ phases }).flatMap(({ promise, isMet }) => (isMet ? [] : [promise]))
  }

  it('are good for a good run', () => expect(verdicts(goodRun()).every(({ isMet }) => isMet)).toBe(true))

  const slow = { count: 3, p50: 1, p95: 9, p99: 11, p999: 11 }
  it.each([
    { phase: '80 %', change: () => ({ operations: { refresh: slow } }), promise: '10 times p50' },
    { phase: '80 %', change: () => ({ completed: 2 }), promise: 'no request fails' },
    {
      phase: '80 %',
      change: () => ({ memory: { middle: 100, middleMost: 120, last: 106, most: 120 } }),
      promise: 'memory is level',
    },
    {
      phase: '80 %',
      change: () => ({ memory: { middle: 100, middleMost: 120, last: 100, most: 127 } }),
      promise: 'memory is level',
    },
    { phase: '95 %', change: () => ({ failures: { wrong: 1 } }), promise: 'no response is wrong' },
    { phase: '120 %', change: () => ({ failures: { refused: 5, late: 1 } }), promise: 'only with 503' },
    { phase: '50 % again', change: () => ({ all: slow }), promise: 'a minute after' },
  ])('name what is missed: $promise', ({ phase, change, promise }) =>
    expect(missed(phase, change)).toEqual([expect.stringContaining(promise)]),
  )

  it('allow refused requests at 120 %', () =>
    expect(missed('120 %', () => ({ completed: 1, failures: { refused: 2 } }))).toEqual([]))
})

it('the newest run of each store is read', () => {
  const folder = newFolder()
  const run = goodRun()
  for (const date of ['2026-12-02', '2026-12-01']) keepLoad('redis', { ...run, date }, folder)
  keepLoad('sqlite', run, folder)
  expect(newestLoads(folder)).toEqual([{ ...run, date: '2026-12-02' }, run])
})

it('the picture has a panel for each store, every phase, and a description', () => {
  const points = PHASES.flatMap(({ name }, phase) =>
    [0, 1, 2].map((place) => ({
      ...{ at: (phase * 3 + place + 1) * 60, phase: name, completed: 90, failed: phase === 3 ? 10 : 0, memory: 180 },
      ...{ p99: 12, loopP99: place === 1 ? null : 3, loopMax: 5 },
    })),
  )
  const picture = loadPicture(
    [
      { ...goodRun(), points },
      { ...goodRun(), store: 'another', points },
    ],
    DARK,
  )
  expect(picture.match(/saturated at 100 requests per second<\/text>/g)).toHaveLength(2)
  expect(picture.match(/class="failed" d="M[\d.]+ 162V/g)).toHaveLength(6)
  expect(picture).toMatch(/<desc id="desc">any, .*50 %: p99 3 ms;.* another, /)
  expect(picture).toMatch(/>18 minutes</)
  expect(picture).not.toMatch(/NaN|undefined|Infinity|<script|url\(|href/)
})
