/** Runs the read steps of one turn of the event loop in one transaction, so that SQLite locks the file once. */
import type { DatabaseSync } from 'node:sqlite'
import { failure } from './failure.ts'
import type { Turns } from './write-queue.ts'

export interface ReadQueue {
  add<T>(step: () => T): Promise<T>
}

/** @param open returns the connection, opened if necessary, or throws */
export function readQueue(open: () => DatabaseSync, turns: Turns): ReadQueue {
  let waiting: (() => void)[] = []

  function flush(): void {
    const steps = waiting
    waiting = []
    const connection = steps.length > 1 ? begun() : undefined
    for (const step of steps) step()
    if (connection?.isOpen && connection.isTransaction) connection.exec('COMMIT')
  }

  /** Undefined if BEGIN fails: then each step reports the error. */
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
