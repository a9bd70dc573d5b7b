/**
 * The reference deployment with two workers beside the same with one: what a refresh costs, and how many of what go through. Each worker
 * has as many connections as the one alone: what a request costs falls with the load of its process.
 */
import { INTERACTIVE, NAMESAKES } from './interactive.ts'
import type { Sample } from './load.ts'
import { OPERATIONS, type Operation, prepareStock } from './operations.ts'
import { startReference } from './parties.ts'
import { print } from './report.ts'
import { type Contestant, ratios, takeTurns } from './rounds.ts'
import { type Run, withParties } from './run.ts'
import type { RowName } from './targets.ts'

const MICROSECONDS = 1_000_000
const RATIO = 'refresh (2 workers : 1)'
const DONE = ['refreshes', 'sign-ins'] as const
const COUNTS = ['1 worker', '2 workers'] as const
const RATES = DONE.flatMap((what) =>
  COUNTS.flatMap((many): RowName[] => [`${what} (${many})`, `${what} of a core (${many})`]),
)

export async function compareWorkers(run: Run): Promise<void> {
  if (!run.wants(RATIO, ...RATES)) return
  const { redis, figures, effort } = run
  await redis.admin.flushall()
  const parties = [
    await startReference(redis.url, { prefix: 'one:', namesakes: NAMESAKES }),
    await startReference(redis.url, { prefix: 'two:', namesakes: NAMESAKES, workers: 2 }),
  ] as const
  await withParties(parties, async (...both) => {
    const contestants: Contestant[] = []
    for (const party of both) contestants.push([party, await prepareStock(party)])
    const ofSecond = await prepareStock(both[1])
    const refresh = OPERATIONS.find(({ name }) => name === 'refresh')
    if (refresh === undefined) throw new Error('there is no operation refresh')
    const shared: Operation = {
      ...refresh,
      async prepare(party, stock, count) {
        const lanes = await refresh.prepare(party, stock, count)
        return party === both[0] ? lanes : [...lanes, ...(await refresh.prepare(party, ofSecond, count))]
      },
    }
    const [one = [], two = []] = await takeTurns(shared, contestants, effort)
    const { median } = figures.note(RATIO, ratios(two, one))
    print(`a refresh with two workers takes ${median.toFixed(2)} times the processor time of one`)
    noteRates(run, 'refreshes', [one, two])
    noteRates(run, 'sign-ins', await takeTurns(INTERACTIVE.hashed, contestants, effort))
  })
}

function noteRates({ figures }: Run, what: (typeof DONE)[number], samples: readonly (readonly Sample[])[]): void {
  for (const [place, many] of COUNTS.entries()) {
    const taken = samples[place] ?? []
    figures.note(
      `${what} (${many})`,
      taken.map(({ perSecond }) => perSecond),
    )
    figures.note(
      `${what} of a core (${many})`,
      taken.map(({ processor }) => MICROSECONDS / processor),
    )
  }
}
