import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { countAttempts } from './attempts.ts'
import { run } from './commands.ts'
import type { Connection } from './connection.ts'
import type { Keys } from './keys.ts'

/**
 * Settles replacements of families whose answer was lost, or was of no use (decision T7): their callers were told 503
 * and may come again with the same token, so the step is undone, and refused should it still arrive. README.md tells
 * why this holds among nodes.
 */
export interface Settlement {
  /** Runs one attempt to replace a record; when its outcome stays unknown, undoes it in the background. */
  attempt<T>(id: string, expected: string, next: string, step: (attempt: string) => Promise<T>): Promise<T>
  /** Undoes a replacement that was answered. Resolves after the first try; the rest goes on in the background. */
  takeBack(id: string, expected: string, next: string): Promise<void>
  /**
   * Nothing when this node has no doubt about the record: then the command goes out in the order in which the caller
   * asked. Otherwise resolves when the doubt is gone; throws StoreUnavailable when it lasts.
   */
  calm(id: string): Promise<void> | undefined
  /** The promise of `FamilyStore.settled`. */
  settled(id: string): Promise<void>
  close(): Promise<void>
}

interface Doubt {
  readonly id: string
  readonly expected: string
  readonly next: string
  /** Whose step is undone: one attempt; or the node, for any of its attempts. */
  readonly writer: string
  readonly gone: PromiseWithResolvers<void>
}

/** How long a caller waits for a doubt to go, and what he can wait for afterwards fits into five seconds. */
const PATIENCE_MS = 1_000
const POLL_MS = 50
const RETRY_MS = 200
/** Beyond this, what could come into doubt is not begun. */
const MOST_DOUBTS = 10_000
const AT_ONCE = 50
/** A code or token that comes back from the dead stays for a moment at least: its owner was just told to come again. */
const LEAST_SECONDS = 10

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref()
  })

export function settlement(connection: Connection, keys: Keys): Settlement {
  const attempts = countAttempts(connection, keys)
  const doubts = new Set<Doubt>()
  let working: Promise<void> | undefined
  let closed = false

  function begin(given: Omit<Doubt, 'gone'>): Doubt {
    const doubt = { ...given, gone: Promise.withResolvers<void>() }
    doubts.add(doubt)
    working ??= work()
    return doubt
  }

  async function undo(doubt: Doubt): Promise<void> {
    const { id, expected, next, writer } = doubt
    await connection.read('undoing a token family', (redis) =>
      run(redis, 'undoFamily', { family: keys.family(id), expected, next, writer, leastSeconds: LEAST_SECONDS }),
    )
    attempts.finish(writer)
    doubts.delete(doubt)
    doubt.gone.resolve()
  }

  async function work(): Promise<void> {
    while (doubts.size > 0 && !closed) {
      const tries = await Promise.allSettled([...doubts].slice(0, AT_ONCE).map(undo))
      if (tries.some(({ status }) => status === 'rejected')) await pause(RETRY_MS)
    }
    working = undefined
  }

  function calm(id: string): Promise<void> | undefined {
    if (doubts.size === 0) return undefined
    const about = [...doubts].filter((doubt) => doubt.id === id)
    return about.length === 0 ? undefined : outlast(about)
  }

  async function outlast(about: readonly Doubt[]): Promise<void> {
    await Promise.race([Promise.all(about.map(({ gone }) => gone.promise)), pause(PATIENCE_MS)])
    if (about.some((doubt) => doubts.has(doubt))) {
      throw new StoreUnavailable('an earlier step on this token family is not settled yet')
    }
  }

  async function isSettled(id: string): Promise<boolean> {
    if (attempts.isOpen(id)) return false
    const [attempt, age] = await connection.read('asking who made a record', (redis) =>
      run(redis, 'readOrigin', { family: keys.family(id) }),
    )
    return attempts.isSettled(attempt, age)
  }

  return {
    calm,

    async attempt(id, expected, next, step) {
      const doubt = calm(id)
      if (doubt) await doubt
      if (doubts.size >= MOST_DOUBTS) throw new StoreUnavailable('too many steps on token families are not settled yet')
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

    async takeBack(id, expected, next) {
      const reopened = attempts.reopen(id)
      const begun = (reopened.length > 0 ? reopened : [attempts.node]).map((writer) =>
        begin({ id, expected, next, writer }),
      )
      await Promise.race([Promise.all(begun.map(({ gone }) => gone.promise)), pause(PATIENCE_MS)])
    },

    async settled(id) {
      const until = performance.now() + PATIENCE_MS
      for (;;) {
        await calm(id)
        if (await isSettled(id)) return
        if (performance.now() > until)
          throw new StoreUnavailable('the last step on this token family is not settled yet')
        await pause(POLL_MS)
      }
    },

    async close() {
      await Promise.race([working, pause(PATIENCE_MS)])
      closed = true
      await attempts.close()
    },
  }
}
