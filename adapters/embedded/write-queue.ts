/** Batches synchronous write steps into transactions. A step is acknowledged after the commit. */
import type { DatabaseSync } from 'node:sqlite'
import { failure, isFull } from './failure.ts'

export type WriteQueue = ReturnType<typeof writeQueue>

interface Waiting {
  readonly step: () => unknown
  readonly resolve: (value: never) => void
  readonly reject: (reason: unknown) => void
}

/** `at-once`: one transaction per step; `by-turn`: one for all steps from one turn of the event loop. */
export type Turns = 'at-once' | 'by-turn'

interface Parts {
  readonly turns: Turns
  /** Called inside every transaction with the number of steps in that transaction. */
  readonly afterSteps: (steps: number) => void
  /** Called to free space when the disk is full. If it returns `made`, the steps are retried once. */
  readonly makeRoom: () => 'made' | 'none'
}

export function writeQueue(connection: DatabaseSync, { turns, afterSteps, makeRoom }: Parts) {
  // IMMEDIATE acquires the write lock first, so no other process changes data between a step's read and write.
  const begin = connection.prepare('BEGIN IMMEDIATE')
  const commit = connection.prepare('COMMIT')
  const rollback = connection.prepare('ROLLBACK')
  let waiting: Waiting[] = []

  /** Runs all queued steps now. */
  function flush(): void {
    const batch = waiting
    waiting = []
    if (batch.length === 0 || runTogether(batch) === 'done') return
    // A step failed, and the whole batch was rolled back. Run each step on its own, so that only that step fails.
    for (const one of batch) runTogether([one])
  }

  function runTogether(batch: readonly Waiting[], time: 'first' | 'second' = 'first'): 'done' | 'try-each-alone' {
    let reached: 'begin' | 'steps' | 'commit' = 'begin'
    try {
      begin.run()
      reached = 'steps'
      const values = batch.map((one) => one.step())
      afterSteps(batch.length)
      reached = 'commit'
      commit.run()
      batch.forEach((one, index) => one.resolve(values[index] as never))
      return 'done'
    } catch (error) {
      undo()
      if (isFull(error) && time === 'first' && makeRoom() === 'made') return runTogether(batch, 'second')
      if (reached === 'steps' && batch.length > 1) return 'try-each-alone'
      const reason = failure(error, reached === 'commit' ? 'unknown' : 'not-done')
      for (const one of batch) one.reject(reason)
      return 'done'
    }
  }

  function undo(): void {
    try {
      if (connection.isOpen && connection.isTransaction) rollback.run()
    } catch {
      // Without a COMMIT, nothing is stored. If ROLLBACK fails, the next BEGIN will fail too.
    }
  }

  return {
    add: <T>(step: () => T): Promise<T> =>
      new Promise((resolve, reject) => {
        waiting.push({ step, resolve, reject })
        if (turns === 'at-once') flush()
        else if (waiting.length === 1) setImmediate(flush)
      }),
    flush,
  }
}
