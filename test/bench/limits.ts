/** The cost of rate limits: two providers in parallel, one with limits that are never reached, one without. */
import { type Spread, spread } from './load.ts'
import { OPERATIONS, prepareStock } from './operations.ts'
import { startParty } from './parties.ts'
import { type Rounds, takeTurns } from './rounds.ts'

export interface LimitPrice {
  readonly operation: string
  /** Processor time per request, for each pair of rounds. */
  readonly microseconds: Spread
}

const PRICED = ['refresh', 'introspection', 'userinfo', 'JWKS']

export async function priceLimits(redis: string, effort: Rounds): Promise<readonly LimitPrice[]> {
  const free = await startParty('portico', redis)
  const limited = await startParty('portico', redis, { rateLimits: true, issuer: free.issuer })
  const contestants = [
    [free, await prepareStock(free)],
    [limited, await prepareStock(limited)],
  ] as const
  const prices: LimitPrice[] = []
  for (const operation of OPERATIONS.filter(({ name }) => PRICED.includes(name))) {
    const [without = [], within = []] = await takeTurns(operation, contestants, effort)
    const microseconds = spread(within.map(({ processor }, round) => processor - (without[round]?.processor ?? NaN)))
    prices.push({ operation: operation.name, microseconds })
  }
  await free.stop()
  await limited.stop()
  return prices
}
