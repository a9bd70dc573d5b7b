/**
 * Replacements that are to be undone, tried until the database has it (decision T7). The list is this process' own:
 * a process that dies leaves its last replacement as it is.
 */
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import type { Database } from './database.ts'

export interface Replacement {
  readonly id: string
  readonly expected: string
  readonly next: string
  readonly ttlMs: number
}

const RETRY_MS = 500

export function takingBack({ write, state }: Database, undo: (replacement: Replacement) => void) {
  const pending = new Set<Replacement>()

  /** Resolves after the first try; what fails is tried again in the background. */
  async function takeBack(replacement: Replacement): Promise<void> {
    pending.add(replacement)
    try {
      await write(() => undo(replacement))
      pending.delete(replacement)
    } catch {
      if (state() !== 'closed') setTimeout(() => void takeBack(replacement), RETRY_MS).unref()
    }
  }

  async function settled(id: string): Promise<void> {
    // An empty step comes after every replacement that is waiting to be written.
    await write(() => undefined)
    for (const replacement of pending) {
      if (replacement.id === id) throw new StoreUnavailable('embedded store: a replacement is being taken back', true)
    }
  }

  return { takeBack, settled }
}
