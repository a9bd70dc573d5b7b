/** The summary of a storm's rounds. */
import type { StormName } from './plan.ts'
import type { Alive, Round } from './storm.ts'

export interface Tally {
  readonly storm: StormName
  readonly rounds: number
  readonly planned: number
  readonly requestsEach: number
  /** Rounds by their number of successes. */
  readonly none: number
  readonly one: number
  readonly more: number
  readonly mostSuccesses: number
  /** Other outcomes with their counts. */
  readonly refusals: Readonly<Record<string, number>>
  readonly p50: number | undefined
  readonly p99: number | undefined
  readonly access: Alive
  readonly refresh: Alive
  /** Rounds in which the provider had sent the tokens to a client that hung up. */
  readonly responsesSent: number
  readonly verdict: Verdict
}

/** Best last: a storm is as good as its worst round. */
export type Verdict = 'more-than-one' | 'none-in-some-rounds' | 'incomplete' | 'families-lost' | 'exactly-one'

export function tallyOf(storm: StormName, rounds: readonly Round[], planned: number, requestsEach: number): Tally {
  const successes = rounds.map(({ outcomes }) => outcomes.filter(({ is }) => is === 'success').length)
  const [none, one] = [0, 1].map((count) => successes.filter((found) => found === count).length) as [number, number]
  const more = rounds.length - none - one
  const outcomes = rounds.flatMap((round) => round.outcomes)
  const refusals: Record<string, number> = {}
  for (const outcome of outcomes)
    if (outcome.is === 'refusal') refusals[outcome.word] = (refusals[outcome.word] ?? 0) + 1
  const times = outcomes.flatMap(({ ms }) => (ms === undefined ? [] : [ms])).toSorted((a, b) => a - b)
  const sum = (lives: readonly Alive[]): Alive => ({
    asked: lives.reduce((total, { asked }) => total + asked, 0),
    alive: lives.reduce((total, { alive }) => total + alive, 0),
  })
  return {
    storm,
    planned,
    requestsEach,
    none,
    one,
    more,
    refusals,
    rounds: rounds.length,
    mostSuccesses: Math.max(0, ...successes),
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    access: sum(rounds.map(({ access }) => access)),
    refresh: sum(rounds.map(({ refresh }) => refresh)),
    responsesSent: rounds.filter(({ responseSent }) => responseSent).length,
    verdict: verdictOf(storm, more, none, rounds.length < planned),
  }
}

function verdictOf(storm: StormName, more: number, none: number, isCutShort: boolean): Verdict {
  if (more > 0) return 'more-than-one'
  if (none > 0 && storm !== 'hang-up') return 'none-in-some-rounds'
  if (isCutShort) return 'incomplete'
  // No provider can prevent this if the response was on its way, to the client or to a proxy.
  return none > 0 ? 'families-lost' : 'exactly-one'
}

/** The smallest value that covers this share. */
function quantile(sorted: readonly number[], share: number): number | undefined {
  const found = sorted[Math.ceil(sorted.length * share) - 1]
  return found === undefined ? undefined : Math.round(found * 10) / 10
}
