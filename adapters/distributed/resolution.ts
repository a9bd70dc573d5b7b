import { setTimeout } from 'node:timers/promises'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { countAttempts } from './replacement-attempts.ts'
import type { Attempt, ResolutionSteps } from './resolution-steps.ts'

export type Resolution = ReturnType<typeof resolution>

interface UnresolvedAttempt extends Attempt {
  readonly done: PromiseWithResolvers<void>
}

/** How long a caller waits for an unresolved attempt. Short enough that the whole call takes less than 5 seconds. */
const PATIENCE_MS = 1_000
const POLL_MS = 50
const RETRY_MS = 200
/** Maximum number of unresolved attempts. At this limit, new attempts fail, so that the number cannot grow further. */
const MOST_UNRESOLVED = 10_000
const AT_ONCE = 50
/** Minimum lifetime of a restored code or token. Gives the client, which just got a 503, enough time to retry. */
const LEAST_SECONDS = 10

const pause = (ms: number): Promise<void> => setTimeout(ms, undefined, { ref: false })

/**
 * Resolves family replacements whose response was lost or unusable (D-T7). The callers got a 503 and can send the same
 * token again, so the replacement is rolled back, or blocked if it arrives late. adapters/redis/README.md explains why
 * this works across nodes.
 */
export function resolution(steps: ResolutionSteps) {
  const attempts = countAttempts(steps)
  const open = new Set<UnresolvedAttempt>()
  let working: Promise<void> | undefined
  let closed = false

  function begin(given: Attempt): UnresolvedAttempt {
    const attempt = { ...given, done: Promise.withResolvers<void>() }
    open.add(attempt)
    working ??= work()
    return attempt
  }

  async function undo(attempt: UnresolvedAttempt): Promise<void> {
    await steps.undo(attempt, LEAST_SECONDS)
    attempts.finish(attempt.writer)
    open.delete(attempt)
    attempt.done.resolve()
  }

  async function work(): Promise<void> {
    while (open.size > 0 && !closed) {
      const tries = await Promise.allSettled([...open].slice(0, AT_ONCE).map(undo))
      if (tries.some(({ status }) => status === 'rejected')) await pause(RETRY_MS)
    }
    working = undefined
  }

  /**
   * Resolves when this node has no unresolved attempts on the record, or rejects with StoreUnavailable on timeout.
   * Returns undefined if there are no such attempts now, because awaiting any promise would reorder commands.
   */
  function unresolved(id: string): Promise<void> | undefined {
    if (open.size === 0) return undefined
    const attempts = [...open].filter((attempt) => attempt.id === id)
    return attempts.length === 0 ? undefined : allDone(attempts)
  }

  async function allDone(attempts: readonly UnresolvedAttempt[]): Promise<void> {
    await Promise.race([Promise.all(attempts.map(({ done }) => done.promise)), pause(PATIENCE_MS)])
    if (attempts.some((attempt) => open.has(attempt))) {
      throw new StoreUnavailable('an earlier step on this token family is not resolved yet')
    }
  }

  async function isResolved(id: string): Promise<boolean> {
    if (attempts.isOpen(id)) return false
    const [attempt, age] = await steps.readOrigin(id)
    return attempts.isResolved(attempt, age)
  }

  return {
    unresolved,

    /** Runs one attempt to replace a record. If its outcome is unknown, rolls it back in the background. */
    async attempt<T>(id: string, expected: string, next: string, step: (attempt: string) => Promise<T>): Promise<T> {
      const earlier = unresolved(id)
      if (earlier) await earlier
      if (open.size >= MOST_UNRESOLVED)
        throw new StoreUnavailable('too many steps on token families are not resolved yet')
      const attempt = attempts.begin(id)
      try {
        const outcome = await step(attempt)
        attempts.finish(attempt)
        return outcome
      } catch (error) {
        if (error instanceof StoreUnavailable && error.outcomeUnknown) begin({ id, expected, next, writer: attempt })
        else attempts.finish(attempt)
        throw error
      }
    },

    /** Rolls back an acknowledged replacement. Waits for at most a second; retries continue in the background. */
    async rollBack(id: string, expected: string, next: string): Promise<void> {
      const reopened = attempts.reopen(id)
      const begun = (reopened.length > 0 ? reopened : [attempts.node]).map((writer) =>
        begin({ id, expected, next, writer }),
      )
      await Promise.race([Promise.all(begun.map(({ done }) => done.promise)), pause(PATIENCE_MS)])
    },

    /** Implements `FamilyStore.resolved`. */
    async resolved(id: string): Promise<void> {
      const until = performance.now() + PATIENCE_MS
      for (;;) {
        await unresolved(id)
        if (await isResolved(id)) return
        if (performance.now() > until)
          throw new StoreUnavailable('the last step on this token family is not resolved yet')
        await pause(POLL_MS)
      }
    },

    async close(): Promise<void> {
      await Promise.race([working, pause(PATIENCE_MS)])
      closed = true
      await attempts.close()
    },
  }
}
