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
  /** Failures of each operation that has any. */
  readonly failedOperations: Readonly<Record<string, number>>
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
  offer(operation: string): void
  complete(operation: string, milliseconds: number): void
  fail(operation: string, error: unknown): void
  readonly offered: number
  readonly completed: number
  readonly failed: number
  /** Of each operation. */
  counts(): readonly { readonly offered: number; readonly completed: number }[]
  summary(): TallySummary
}

export function newTally(): Tally {
  const operations = new Map<string, { offered: number; readonly latencies: number[] }>()
  const of = (name: string) => {
    const known = operations.get(name) ?? { offered: 0, latencies: [] }
    operations.set(name, known)
    return known
  }
  const failures: Partial<Record<FailureKind, number>> = {}
  const failedOperations: Record<string, number> = {}
  const examples: string[] = []
  const count = { offered: 0, completed: 0, failed: 0 }
  return {
    offer(operation) {
      count.offered += 1
      of(operation).offered += 1
    },
    complete(operation, milliseconds) {
      count.completed += 1
      of(operation).latencies.push(milliseconds)
    },
    fail(operation, error) {
      count.failed += 1
      const kind = error instanceof LoadFailure ? error.kind : 'wrong'
      failures[kind] = (failures[kind] ?? 0) + 1
      failedOperations[operation] = (failedOperations[operation] ?? 0) + 1
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
    counts: () =>
      Array.from(operations.values(), ({ offered, latencies }) => ({ offered, completed: latencies.length })),
    summary: () => ({
      offered: count.offered,
      completed: count.completed,
      failures,
      failedOperations,
      examples,
      all: latenciesOf([...operations.values()].flatMap(({ latencies }) => latencies)),
      operations: Object.fromEntries(Array.from(operations, ([name, { latencies }]) => [name, latenciesOf(latencies)])),
    }),
  }
}
