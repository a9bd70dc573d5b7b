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
  const pending = new Set<Replacement>()

  /** Resolves after the first attempt. If that attempt fails, retries continue in the background. */
  async function rollBack(replacement: Replacement): Promise<void> {
    pending.add(replacement)
    try {
      await write(() => undo(replacement))
      pending.delete(replacement)
    } catch {
      if (state() !== 'closed') setTimeout(() => void rollBack(replacement), RETRY_MS).unref()
    }
  }

  async function resolved(id: string): Promise<void> {
    // This empty step waits for every queued replacement.
    await write(() => undefined)
    for (const replacement of pending) {
      if (replacement.id === id) throw new StoreUnavailable('embedded store: a replacement is being rolled back', true)
    }
  }

  return { rollBack, resolved }
}
