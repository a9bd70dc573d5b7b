/** What every step of a race works with. */
import type { RacePlan } from './plan.ts'
import type { Provider } from './provider.ts'

export interface RaceContext {
  readonly plan: RacePlan
  readonly provider: Provider
  readonly random: (bytes: number) => Buffer
  /** Ends the race: the user, or the clock. */
  readonly signal: AbortSignal
  /** Prints how far it is. */
  readonly report: (text: string) => void
}
