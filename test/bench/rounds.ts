/** Rounds taken in turn, so that what disturbs the machine disturbs both. */

import { measure, type Sample, type Spread, send, spread } from './load.ts'
import type { Operation, Stock } from './operations.ts'
import type { Party } from './parties.ts'

export interface Figures {
  readonly perSecond: Spread
  readonly p50: Spread
  readonly p99: Spread
  /** Microseconds per request. */
  readonly processor: Spread
}

export interface Comparison {
  readonly operation: string
  readonly ours: Figures
  readonly bare: Figures
  /** Processor time, ours by the engine's, of each pair of rounds. */
  readonly ratio: Spread
  readonly target?: number
}

export interface Rounds {
  readonly rounds: number
  /** Requests of a round, as a share of what the operation asks for. */
  readonly share: number
}

type Contestant = readonly [party: Party, stock: Stock]

export async function compare(
  operation: Operation,
  contestants: readonly [Contestant, Contestant],
  { rounds, share }: Rounds,
): Promise<Comparison> {
  const [ours, bare] = (await takeTurns(operation, contestants, { rounds, share })) as [Sample[], Sample[]]
  const figures = [figuresOf(ours), figuresOf(bare)] as const
  return {
    operation: operation.name,
    ours: figures[0],
    bare: figures[1],
    ratio: spread(ours.map(({ processor }, round) => processor / (bare[round]?.processor ?? NaN))),
    ...(operation.target === undefined ? {} : { target: operation.target }),
  }
}

/** The samples of each contestant, a round a sample, after a warm-up that does not count. */
export async function takeTurns(
  operation: Operation,
  contestants: readonly Contestant[],
  { rounds, share }: Rounds,
): Promise<readonly Sample[][]> {
  const count = Math.ceil(operation.count * share)
  const samples: readonly Sample[][] = contestants.map(() => [])
  for (const [party, stock] of contestants) await send(party.port, await operation.prepare(party, stock, count), count)
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, [party, stock]] of contestants.entries()) {
      samples[place]?.push(await measure(party, await operation.prepare(party, stock, count), count))
    }
  }
  return samples
}

function figuresOf(samples: readonly Sample[]): Figures {
  const of = (field: keyof Sample): Spread => spread(samples.map((sample) => sample[field]))
  return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), processor: of('processor') }
}
