/** What every step of a race works with. */
import type { RacePlan } from './plan.ts'
import type { Provider } from './provider.ts'

export interface Course {
  readonly plan: RacePlan
  readonly provider: Provider
  readonly random: (bytes: number) => Buffer
  /** Ends the race: a person, or the clock. */
  readonly signal: AbortSignal
}
