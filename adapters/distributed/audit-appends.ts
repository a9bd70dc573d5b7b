import type { AuditLine, AuditLog, ChainLink } from '../../lib/ports/audit-log.ts'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'

/** Maximum number of lines per append. */
const MOST_LINES = 200
/** Maximum number of attempts to append while other nodes are appending too. */
const MOST_TRIES = 100

/** Position and hash of the last line. */
export interface Tail {
  readonly seq: number
  readonly hash: string
}

interface Waiting {
  readonly at: number
  readonly entries: readonly string[]
  readonly link: ChainLink
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

/**
 * Appends to a log in a store that cannot compute the hash chain: this node computes it from the last tail that it has
 * seen. Concurrent calls are queued and appended together.
 * @param store appends the lines if `expected` is the tail, and otherwise returns the current tail. Atomic
 */
export function auditAppends(
  store: (expected: Tail, lines: readonly AuditLine[]) => Promise<Tail | 'appended'>,
): AuditLog['append'] {
  const queue: Waiting[] = []
  let tail: Tail = { seq: 0, hash: '' }
  let working: 'yes' | 'no' = 'no'

  async function step(batch: readonly Waiting[]): Promise<void> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const lines = chain(tail, batch)
      const outcome = await store(tail, lines)
      tail = outcome === 'appended' ? (lines.at(-1) ?? tail) : outcome
      if (outcome === 'appended') return
    }
    throw new StoreUnavailable('appending to the audit log: other nodes are always faster')
  }

  async function work(): Promise<void> {
    working = 'yes'
    while (queue.length > 0) {
      const batch = queue.splice(0, batchLength(queue))
      await step(batch).then(
        () => batch.forEach(({ done }) => done()),
        (error: unknown) => batch.forEach(({ failed }) => failed(error)),
      )
    }
    working = 'no'
  }

  return async (at, entries, link) => {
    if (entries.length === 0) return
    await new Promise<void>((done, failed) => {
      queue.push({ at, entries, link, done, failed })
      if (working === 'no') void work()
    })
  }
}

/** Chains the entries of a batch to the tail. */
function chain(tail: Tail, batch: readonly Waiting[]): readonly AuditLine[] {
  const lines: AuditLine[] = []
  let before = tail
  for (const { at, entries, link } of batch) {
    for (const entry of entries) {
      const seq = before.seq + 1
      const line = { seq, at, entry, hash: link(before.hash, { seq, at, entry }) }
      lines.push(line)
      before = line
    }
  }
  return lines
}

/** Returns how many of the queued calls fit in one step; at least one. */
function batchLength(queue: readonly Waiting[]): number {
  let lines = 0
  const tooMany = queue.findIndex(({ entries }, place) => (lines += entries.length) > MOST_LINES && place > 0)
  return tooMany === -1 ? queue.length : tooMany
}
