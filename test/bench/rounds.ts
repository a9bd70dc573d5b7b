/** Rounds in turn, so that a disturbance of the machine affects all. */
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
  readonly reference?: Figures
  readonly floor?: Figures
  /** Processor time, ours divided by the engine's, for each pair of rounds. */
  readonly ratio: Spread
}

export interface Rounds {
  readonly rounds: number
  /** Requests of a round, as a share of the operation's number. */
  readonly share: number
}

export type Contestant = readonly [party: Party, stock: Stock]

/** The samples of each contestant, one per round, after a warm-up. */
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

/** Ratios of processor time per request, for each pair of rounds. */
export function ratios(of: readonly Sample[], by: readonly Sample[]): readonly number[] {
  return of.map(({ processor }, round) => processor / (by[round]?.processor ?? NaN))
}

/** @param ratio of the processor times, as noted */
export const comparisonOf = (
  operation: string,
  ours: readonly Sample[],
  bare: readonly Sample[],
  ratio: Spread,
): Comparison => ({ operation, ours: figuresOf(ours), bare: figuresOf(bare), ratio })

export function figuresOf(samples: readonly Sample[]): Figures {
  const of = (field: keyof Sample): Spread => spread(samples.map((sample) => sample[field]))
  return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), processor: of('processor') }
}
