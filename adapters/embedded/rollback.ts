/** Retries rollbacks until they succeed (D-T7). If the process dies first, the replacement stays in effect. */
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import type { Database } from './database.ts'

export interface Replacement {
  readonly id: string
  readonly expected: string
  readonly next: string
  readonly ttlMs: number
}

const RETRY_MS = 500

export function rollback({ write, state }: Database, undo: (replacement: Replacement) => void) {
  /** The current or most recent attempt at each. */
  const pending = new Map<Replacement, Promise<void>>()

  async function attempt(replacement: Replacement): Promise<void> {
    try {
      await write(() => undo(replacement))
      pending.delete(replacement)
    } catch {
      if (state() !== 'closed') setTimeout(() => void rollBack(replacement), RETRY_MS).unref()
    }
  }

  /** Resolves after the first attempt. If that attempt fails, retries continue in the background. */
  function rollBack(replacement: Replacement): Promise<void> {
    const attempted = attempt(replacement)
    pending.set(replacement, attempted)
    return attempted
  }

  async function resolved(id: string): Promise<void> {
    // This empty step waits for every queued replacement.
    await write(() => undefined)
    const ofFamily = [...pending].filter(([replacement]) => replacement.id === id)
    await Promise.all(ofFamily.map(([, attempted]) => attempted))
    if (ofFamily.some(([replacement]) => pending.has(replacement)))
      throw new StoreUnavailable('embedded store: a replacement is being rolled back', true)
  }

  return { rollBack, resolved }
}
