import type { AuditLog } from '../../ports/audit-log.ts'
import type { BoundedDraft } from '../../ports/bounded-log.ts'
import { inBackground } from '../in-background.ts'
import { writeRecord } from '../stored-record.ts'
import type { AuditChain } from './audit-chain.ts'
import { type AuditEvent, isRefusal } from './events.ts'
import type { RefusalLog } from './refusal-log.ts'

/** Delay before collected entries are written, and the maximum number of entries per batch. */
const FLUSH_MS = 250
const BATCH = 256
/** Maximum queue length while the store is unavailable. Older entries are dropped, and the trail records the gap. */
const WAITING_MAX = 10_000
const TRIM_EVERY_MS = 60_000
/** The trail's head is announced each time this node has written this many entries. */
const ANNOUNCE_EVERY = 1_000

export interface AuditWriterParts {
  readonly log: AuditLog
  readonly chain: AuditChain
  readonly refusals: RefusalLog
  readonly now: () => number
  /** Called when entries could not be written. The write will be retried. */
  readonly report: (error: unknown) => void
  readonly announce: () => void
  /** Notifies listeners of each entry, even if the store does not accept it. */
  readonly notify: (event: AuditEvent) => void
}

/** Writes the trail's entries and the refusals in the background, in batches. */
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
    // Trim before writing, because that makes room in a full store.
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
    timer ??= inBackground(() => setTimeout(() => void flush().catch(retry), FLUSH_MS).unref())
  }
  const retry = (error: unknown): void => {
    report(error)
    later()
  }
  const noteEntry = (event: AuditEvent): void => {
    if (waiting.length >= WAITING_MAX) {
      waiting.shift()
      lost += 1
    }
    waiting.push({ at: now(), text: writeRecord(event) })
  }

  return {
    /** Records an event in the background. @param key a newer event with the same key replaces the older one */
    note(event: AuditEvent, key?: string): void {
      if (isRefusal(event)) {
        // Anonymous clients can cause any number of refusals, so a full queue silently drops the oldest.
        if (refused.length >= WAITING_MAX) refused.shift()
        refused.push(refusals.draft(event, now(), key))
      } else noteEntry(event)
      later()
      notify(event)
    },
    /** Records an administrative operation. Resolves once the store has the event. */
    record(event: AuditEvent): Promise<void> {
      // Listeners are notified even if the entry cannot be written, because the operation has already happened.
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

/** Writes the queue in batches and puts a failed batch back at the front. The queue may change in the meantime. */
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
