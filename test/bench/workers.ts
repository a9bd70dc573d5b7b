/**
 * The reference deployment with two workers, compared with one: the cost of a refresh, and the throughput. Each worker
 * has as many connections as the single one, because a request's cost falls with the load of its process.
 */
import { INTERACTIVE, NAMESAKES } from './interactive.ts'
import type { Sample } from './load.ts'
import { type Operation, operationNamed, prepareStock } from './operations.ts'
import { startReference } from './parties.ts'
import { print } from './report.ts'
import { type Contestant, ratios, takeTurns } from './rounds.ts'
import { type Run, withParties } from './run.ts'
import type { RowName } from './targets.ts'

const MICROSECONDS = 1_000_000
const RATIO = 'refresh (2 workers : 1)'
const DONE = ['refreshes', 'sign-ins'] as const
const COUNTS = ['1 worker', '2 workers'] as const
const RATES = DONE.flatMap((what) => [
  ...COUNTS.flatMap((many): RowName[] => [`${what} (${many})`, `${what} of a core (${many})`]),
  `${what} of a Redis` as const,
])

export async function compareWorkers(run: Run): Promise<void> {
  if (!run.wants(RATIO, ...RATES)) return
  const { redis, figures, effort } = run
  await redis.admin.flushall()
  const parties = [
    await startReference(redis.url, { prefix: 'one:', namesakes: NAMESAKES }),
    await startReference(redis.url, { prefix: 'two:', namesakes: NAMESAKES, workers: 2 }),
  ] as const
  await withParties(parties, async (alone, two) => {
    const stock = await prepareStock(alone)
    const contestants: readonly Contestant[] = [
      [alone, stock],
      [two, await prepareStock(two)],
    ]
    const further = await prepareStock(two)
    const refresh = operationNamed('refresh')
    const shared: Operation = {
      ...refresh,
      async prepare(party, own, count) {
        const lanes = await refresh.prepare(party, own, count)
        return party === alone ? lanes : [...lanes, ...(await refresh.prepare(party, further, count))]
      },
    }
    const [byOne = [], byTwo = []] = await takeTurns(shared, contestants, effort)
    const { median } = figures.note(RATIO, ratios(byTwo, byOne))
    print(`a refresh with two workers takes ${median.toFixed(2)} times the processor time of one`)
    noteRates(run, 'refreshes', [byOne, byTwo])
    noteRates(run, 'sign-ins', await takeTurns(INTERACTIVE.hashed, contestants, effort))
    const store: Contestant = [{ ...alone, processorTime: () => processorTimeOf(redis) }, stock]
    for (const [what, operation] of [
      ['refreshes', refresh],
      ['sign-ins', INTERACTIVE.hashed],
    ] as const) {
      const [taken = []] = await takeTurns(operation, [store], effort)
      figures.note(`${what} of a Redis`, taken.map(ofSecond))
    }
  })
}

/** Microseconds. */
async function processorTimeOf({ admin }: Run['redis']): Promise<number> {
  const text = await admin.info('cpu')
  const seconds = (name: string): number => Number(new RegExp(`^used_cpu_${name}:(.*)$`, 'm').exec(text)?.[1])
  return (seconds('sys') + seconds('user')) * MICROSECONDS
}

/** Number per second of processor time. */
const ofSecond = ({ processor }: Sample): number => MICROSECONDS / processor

function noteRates({ figures }: Run, what: (typeof DONE)[number], samples: readonly (readonly Sample[])[]): void {
  for (const [place, many] of COUNTS.entries()) {
    const taken = samples[place] ?? []
    figures.note(
      `${what} (${many})`,
      taken.map(({ perSecond }) => perSecond),
    )
    figures.note(`${what} of a core (${many})`, taken.map(ofSecond))
  }
}
