/**
 * Counts from all nodes, with one document per counted item. Each node collects counts and adds them to the document in
 * the background. Requests do not wait for this; a node that is killed loses its pending counts.
 */
import type { DocumentStore } from '../../ports/documents.ts'
import { changeDocument, readDocument, removeDocument } from '../documents.ts'
import { inBackground } from '../in-background.ts'

const FLUSH_MS = 5_000

export interface Reducer<Counts extends object> {
  readonly collection: string
  readonly empty: () => Counts
  /** The sum of `stored` and `seen`, or the `stored` object itself if `seen` adds nothing. */
  readonly together: (stored: Counts, seen: Counts) => Counts
  /** Reduces a sum to the part that is stored. If absent, the whole sum is stored. */
  readonly reduced?: (sum: Counts) => Counts
  /** How long counts are collected before they are written, in milliseconds. Defaults to 5,000. */
  readonly delayMs?: number
  /** Minimum time between two writes of the same document, in milliseconds. Defaults to 0. */
  readonly restMs?: number
  /** Whether counts are exempt from `restMs`. */
  readonly isUrgent?: (stored: Counts, seen: Counts) => boolean
}

export function mergedCounts<Counts extends object>(
  documents: DocumentStore,
  now: () => number,
  { collection, empty, together, reduced = (sum) => sum, delayMs = FLUSH_MS, restMs = 0, isUrgent }: Reducer<Counts>,
) {
  /** Counts that have not been written yet, by ID. */
  const pending = new Map<string, Counts>()
  /** Documents that this node wrote during the last `restMs`, as stored. */
  const written = new Map<string, { readonly stored: Counts; readonly at: number }>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<unknown> = Promise.resolve()

  const merge = async (id: string, seen: Counts): Promise<void> => {
    const { after } = await changeDocument<Counts>(documents, collection, id, (stored = empty()) => {
      const sum = together(stored, seen)
      return sum === stored ? 'keep' : reduced(sum)
    })
    if (restMs > 0 && after !== undefined) written.set(id, { stored: after, at: now() })
  }
  const isResting = (id: string, seen: Counts): boolean => {
    const last = written.get(id)
    return last !== undefined && isUrgent?.(last.stored, seen) !== true
  }
  const write = async (which: 'all' | 'due'): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    for (const [id, { at }] of written) if (at + restMs <= now()) written.delete(id)
    try {
      for (const id of [...pending.keys()]) {
        const seen = pending.get(id)
        if (seen === undefined || (which === 'due' && isResting(id, seen))) continue
        pending.delete(id)
        try {
          await merge(id, seen)
        } catch (error) {
          pending.set(id, together(seen, pending.get(id) ?? empty()))
          throw error
        }
      }
    } finally {
      if (pending.size > 0) soon(FLUSH_MS)
    }
  }
  const inTurn = (which: 'all' | 'due'): Promise<void> => {
    const turn = writing.then(() => write(which))
    writing = turn.catch(() => {})
    return turn
  }
  const soon = (ms: number): void => {
    // Counts that the store does not accept are retried with the next write.
    timer ??= inBackground(() => setTimeout(() => void inTurn('due').catch(() => {}), ms).unref())
  }
  return {
    pending: pending as ReadonlyMap<string, Counts>,
    /** `add` may modify its input in place. */
    note(id: string, add: (seen: Counts) => Counts): void {
      pending.set(id, add(pending.get(id) ?? empty()))
      soon(delayMs)
    },
    /** The counts that all nodes have written so far, plus this node's pending ones. */
    async read(id: string): Promise<Counts> {
      const stored = await readDocument<Counts>(documents, collection, id)
      return together(stored ?? empty(), pending.get(id) ?? empty())
    },
    async forget(id: string): Promise<void> {
      pending.delete(id)
      written.delete(id)
      await removeDocument(documents, collection, id)
    },
    flush: () => inTurn('all'),
    async stop(): Promise<void> {
      await inTurn('all').catch(() => {})
      clearTimeout(timer)
    },
  }
}
