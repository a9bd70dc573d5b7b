/** Runs all read steps from one turn of the event loop in one transaction, so SQLite locks the file only once. */
import type { DatabaseSync } from 'node:sqlite'
import { failure } from './failure.ts'
import type { Turns } from './write-queue.ts'

/** @param open opens the connection if necessary and returns it, or throws */
export function readQueue(open: () => DatabaseSync, turns: Turns) {
  let waiting: (() => void)[] = []

  function flush(): void {
    const steps = waiting
    waiting = []
    const connection = steps.length > 1 ? begun() : undefined
    for (const step of steps) step()
    if (connection?.isOpen && connection.isTransaction) connection.exec('COMMIT')
  }

  /** Begins the shared transaction. Returns undefined if BEGIN fails; each step then reports the error. */
  function begun(): DatabaseSync | undefined {
    try {
      const connection = open()
      connection.exec('BEGIN')
      return connection
    } catch {
      return undefined
    }
  }

  return {
    add: <T>(step: () => T): Promise<T> =>
      new Promise((resolve, reject) => {
        waiting.push(() => {
          try {
            resolve(step())
          } catch (error) {
            reject(failure(error))
          }
        })
        if (turns === 'at-once') flush()
        else if (waiting.length === 1) setImmediate(flush)
      }),
  }
}
