import type { AuditLog } from '../../ports/audit-log.ts'
import type { BoundedDraft } from '../../ports/bounded-log.ts'
import { writeRecord } from '../stored-record.ts'
import type { AuditChain } from './audit-chain.ts'
import { type AuditEvent, isRefusal } from './events.ts'
import type { RefusalLog } from './refusal-log.ts'

/** Maximum time and number for which entries are collected. */
const FLUSH_MS = 250
const BATCH = 256
/** This many wait while the store is unavailable; older ones are dropped, and an entry of the trail reports the gap. */
const WAITING_MAX = 10_000
const TRIM_EVERY_MS = 60_000
/** Number of this node's entries after which the trail's head is announced. */
const ANNOUNCE_EVERY = 1_000

export interface AuditWriterParts {
  readonly log: AuditLog
  readonly chain: AuditChain
  readonly refusals: RefusalLog
  readonly now: () => number
  /** Called when entries could not be written yet. */
  readonly report: (error: unknown) => void
  readonly announce: () => void
  /** Notifies listeners of each entry, whether or not the store accepts it. */
  readonly notify: (event: AuditEvent) => void
}

/** Writes the entries of the trail and the refusals in the background, in batches. */
export function auditWriter(
  { log, chain, refusals, now, report, announce, notify }: AuditWriterParts,
  keptSince: () => number,
) {
  const waiting: { at: number; text: string }[] = []
  const refused: BoundedDraft[] = []
  let lost = 0
  let written = 0
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> = Promise.resolve()
  let trimAt = 0

  const append = async (at: number, texts: readonly string[]): Promise<void> => {
    await log.append(at, texts, chain.link)
    written += texts.length
    if (written < ANNOUNCE_EVERY) return
    written = 0
    announce()
  }
  const flushOnce = async (): Promise<void> => {
    // First: a full store accepts nothing, and trimming makes room.
    if (now() >= trimAt) {
      trimAt = now() + TRIM_EVERY_MS
      await log.trim(keptSince())
    }
    await inBatches(waiting, async (batch) => {
      const reported = lost
      const gaps = reported === 0 ? [] : [gap(reported)]
      await append(batch[0]?.at ?? now(), [...gaps.map(writeRecord), ...batch.map(({ text }) => text)])
      lost -= reported
      for (const event of gaps) notify({ ...event, count: reported })
    })
    await inBatches(refused, refusals.append)
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    flushing = flushing.catch(() => {}).then(flushOnce)
    return flushing
  }
  const later = (): void => {
    timer ??= setTimeout(() => {
      flush().catch((error: unknown) => {
        report(error)
        later()
      })
    }, FLUSH_MS).unref()
  }
  const noteEntry = (event: AuditEvent): void => {
    if (waiting.length >= WAITING_MAX) {
      waiting.shift()
      lost += 1
    }
    waiting.push({ at: now(), text: writeRecord(event) })
  }

  return {
    /** Records an event in the background; no request waits. @param key of its events, the newest is the entry */
    note(event: AuditEvent, key?: string): void {
      if (isRefusal(event)) {
        // Anonymous clients can cause refusals, so the excess is dropped silently.
        if (refused.length >= WAITING_MAX) refused.shift()
        refused.push(refusals.draft(event, now(), key))
      } else noteEntry(event)
      later()
      notify(event)
    },
    /** Resolves when the store has the event: for administrative operations. */
    record(event: AuditEvent): Promise<void> {
      // The operation is done, whatever becomes of the entry.
      notify(event)
      return append(now(), [writeRecord(event)])
    },
    flush,
    async stop(): Promise<void> {
      clearTimeout(timer)
      await flush().catch(report)
    },
  }
}

const gap = (entries: number): AuditEvent => ({
  event: 'audit.gap',
  result: 'refused',
  detail: `${entries} entries were lost while the store was away`,
})

/** Empties the queue; a failed batch returns to its front. Meanwhile entries can arrive and be dropped. */
async function inBatches<T>(queue: T[], write: (batch: readonly T[]) => Promise<void>): Promise<void> {
  while (queue.length > 0) {
    const batch = queue.splice(0, BATCH)
    try {
      await write(batch)
    } catch (error) {
      queue.unshift(...batch)
      throw error
    }
  }
}
