/** Responses of a phase: latencies by operation, and failures by kind. */
import { quantile } from '../load.ts'

/**
 * `refused`: 503 with `Retry-After`. `failed`: another server error. `late`: no response in time. `cut`: the connection
 * was closed. `wrong`: any other unexpected response. `skipped`: nothing to send, because earlier requests failed.
 */
export type FailureKind = 'refused' | 'failed' | 'late' | 'cut' | 'wrong' | 'skipped'

export class LoadFailure extends Error {
  readonly kind: FailureKind

  constructor(kind: FailureKind, message: string = kind) {
    super(message)
    this.kind = kind
  }
}

/** Milliseconds from the scheduled time. */
export interface Latencies {
  readonly count: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly p999: number
}

export interface TallySummary {
  readonly offered: number
  readonly completed: number
  readonly failures: Readonly<Partial<Record<FailureKind, number>>>
  /** Samples of unexpected responses, at most five. */
  readonly examples: readonly string[]
  readonly all: Latencies
  readonly operations: Readonly<Record<string, Latencies>>
}

const EXAMPLES = 5

export function latenciesOf(milliseconds: readonly number[]): Latencies {
  const sorted = Float64Array.from(milliseconds).sort()
  const [p50, p95, p99, p999] = [0.5, 0.95, 0.99, 0.999].map((share) => quantile(sorted, share)) as [
    number,
    number,
    number,
    number,
  ]
  return { count: sorted.length, p50, p95, p99, p999 }
}

export interface Tally {
  offer(): void
  complete(operation: string, milliseconds: number): void
  fail(operation: string, error: unknown): void
  readonly offered: number
  readonly completed: number
  readonly failed: number
  summary(): TallySummary
}

export function newTally(): Tally {
  const latencies = new Map<string, number[]>()
  const failures: Partial<Record<FailureKind, number>> = {}
  const examples: string[] = []
  const count = { offered: 0, completed: 0, failed: 0 }
  return {
    offer: () => void (count.offered += 1),
    complete(operation, milliseconds) {
      count.completed += 1
      const known = latencies.get(operation)
      if (known === undefined) latencies.set(operation, [milliseconds])
      else known.push(milliseconds)
    },
    fail(operation, error) {
      count.failed += 1
      const kind = error instanceof LoadFailure ? error.kind : 'wrong'
      failures[kind] = (failures[kind] ?? 0) + 1
      if ((kind === 'wrong' || kind === 'failed') && examples.length < EXAMPLES)
        examples.push(`${operation}: ${(error as Error).message}`)
    },
    get offered() {
      return count.offered
    },
    get completed() {
      return count.completed
    },
    get failed() {
      return count.failed
    },
    summary: () => ({
      offered: count.offered,
      completed: count.completed,
      failures,
      examples,
      all: latenciesOf([...latencies.values()].flat()),
      operations: Object.fromEntries([...latencies].map(([operation, all]) => [operation, latenciesOf(all)])),
    }),
  }
}
