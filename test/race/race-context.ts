/** The context of every step of a race. */
import type { RacePlan } from './plan.ts'
import type { Provider } from './provider.ts'

export interface RaceContext {
  readonly plan: RacePlan
  readonly provider: Provider
  readonly random: (bytes: number) => Buffer
  /** Ends the race: by the user, or by timeout. */
  readonly signal: AbortSignal
  /** Prints the progress. */
  readonly report: (text: string) => void
}
