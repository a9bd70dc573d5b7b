/**
 * Steps that only read, all of one turn of the event loop in one transaction: SQLite locks the file and looks for changes of other
 * processes once for all of them, and what waits for them goes on together. Each sees all that was acknowledged before it was asked
 * for, by whichever process.
 */
import type { DatabaseSync } from 'node:sqlite'
import { failure } from './failure.ts'
import type { Turns } from './write-queue.ts'

export interface ReadQueue {
  add<T>(step: () => T): Promise<T>
}

/** @param open the connection, opened if it must be; throws where it cannot be */
export function readQueue(open: () => DatabaseSync, turns: Turns): ReadQueue {
  let waiting: (() => void)[] = []

  function flush(): void {
    const steps = waiting
    waiting = []
    const connection = steps.length > 1 ? begun() : undefined
    for (const step of steps) step()
    if (connection?.isOpen && connection.isTransaction) connection.exec('COMMIT')
  }

  /** Undefined where it cannot begin: then each step tells why. */
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
    add: (step) =>
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
