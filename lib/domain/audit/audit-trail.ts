import type { AuditLine, AuditLog } from '../../ports/audit-log.ts'
import { sessionOfSid } from '../sessions/sid.ts'
import { type AuditVerdict, type ChainedLine, chainedLine, verifyChain } from './audit-chain.ts'
import { lastUntil, SLACK_MS } from './audit-position.ts'
import type { AuditEvent, AuditEventName } from './events.ts'

/** Entries are collected for this long at most, and this many at most. */
const FLUSH_MS = 250
const BATCH = 256
/** This many entries are kept while the store is unavailable; older ones are dropped, and an entry reports the gap. */
const WAITING_MAX = 10_000
/** A list reads no more lines than this for one page, however few match. */
const SCAN_MAX = 8_000
const SCAN_STEP = 500
const TRIM_EVERY_MS = 60_000

export interface AuditEntry extends AuditEvent {
  readonly seq: number
  /** Milliseconds since the epoch. */
  readonly at: number
}

export interface AuditFilter {
  /** The part of an event's name before the dot. */
  readonly group?: string
  readonly result?: 'ok' | 'refused'
  readonly client?: string
  readonly user?: string
  readonly requestId?: string
  /** Of a client in a browser session, including entries of the session as a whole; or a browser session, with all its clients. */
  readonly sid?: string
  /** Milliseconds since the epoch; both ends count. */
  readonly since?: number
  readonly until?: number
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[]
  /** `before` of the next call; undefined at the end. `entries` may be short when few matched so far. */
  readonly next: number | undefined
}

/** One entry, and its position in the chain of hashes. */
export interface AuditPlace extends Omit<ChainedLine, 'line'> {
  readonly entry: AuditEntry
  readonly hash: string
}

/** The append-only audit trail. */
export interface AuditTrail {
  /** Records an event in the background; no request waits for it. */
  note(event: AuditEvent): void
  /** Records an event and resolves when the store has it: for administrative operations. */
  record(event: AuditEvent): Promise<void>
  /** Newest first. */
  list(filter: AuditFilter, before: number | undefined, limit: number): Promise<AuditPage>
  /** An entry by its position; undefined when there is none (any more). */
  find(seq: number): Promise<AuditPlace | undefined>
  /** Recomputes the chain of hashes over the newest entries, or over the whole trail. */
  verify(newest?: number): Promise<AuditVerdict>
  /** All entries, oldest first, for export. */
  all(): AsyncIterable<AuditEntry>
  flush(): Promise<void>
  stop(): Promise<void>
}

export function auditTrail(
  log: AuditLog,
  keep: { readonly keepDays: number; readonly keepEntries: number },
  now: () => number,
  report: (error: unknown) => void,
): AuditTrail {
  let waiting: { at: number; text: string }[] = []
  let lost = 0
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> = Promise.resolve()
  let trimAt = 0

  const flushOnce = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH)
      const gap =
        lost > 0
          ? [
              JSON.stringify({
                event: 'request.refused',
                result: 'refused',
                detail: `${lost} entries were lost while the store was away`,
              } satisfies AuditEvent),
            ]
          : []
      await log.append(batch[0]?.at ?? now(), [...gap, ...batch.map(({ text }) => text)])
      lost = 0
      waiting = waiting.slice(batch.length)
    }
    if (now() < trimAt) return
    trimAt = now() + TRIM_EVERY_MS
    await log.trim(now() - keep.keepDays * 86_400_000, keep.keepEntries)
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

  return {
    note(event) {
      if (waiting.length >= WAITING_MAX) {
        waiting.shift()
        lost += 1
      }
      waiting.push({ at: now(), text: JSON.stringify(event) })
      later()
    },
    record: (event) => log.append(now(), [JSON.stringify(event)]),
    async list(filter, before, limit) {
      const entries: AuditEntry[] = []
      const mayMatch = textFilter(filter)
      let from = before === undefined ? await lastUntil(log, filter.until) : before - 1
      for (let scanned = 0; scanned < SCAN_MAX; ) {
        if (from !== undefined && from < 1) return { entries, next: undefined }
        const lines = await log.read(from, 'older', SCAN_STEP)
        for (const line of lines) {
          from = line.seq - 1
          if (filter.since !== undefined && line.at < filter.since - SLACK_MS) return { entries, next: undefined }
          if (!mayMatch(line.entry)) continue
          const entry = parse(line)
          if (!matches(entry, filter)) continue
          entries.push(entry)
          if (entries.length === limit) return { entries, next: line.seq }
        }
        scanned += lines.length
        if (lines.length < SCAN_STEP) return { entries, next: undefined }
      }
      return { entries, next: from === undefined ? undefined : from + 1 }
    },
    async find(seq) {
      const found = await chainedLine(log, seq)
      if (found === undefined) return undefined
      const { line, ...place } = found
      return { entry: parse(line), hash: line.hash, ...place }
    },
    verify: (newest) => verifyChain(log, newest),
    async *all() {
      const bounds = await log.bounds()
      let from = bounds?.first
      while (from !== undefined) {
        const lines = await log.read(from, 'newer', SCAN_STEP)
        yield* lines.map(parse)
        from = lines.length < SCAN_STEP ? undefined : (lines.at(-1)?.seq ?? 0) + 1
      }
    },
    flush,
    async stop() {
      clearTimeout(timer)
      await flush().catch(report)
    },
  }
}

function parse(line: AuditLine): AuditEntry {
  return { ...(JSON.parse(line.entry) as AuditEvent), seq: line.seq, at: line.at }
}

/** Most lines do not match: a line whose text does not contain the wanted words need not be parsed. */
function textFilter({ client, user, requestId, sid, group, result }: AuditFilter): (text: string) => boolean {
  const words = [
    ...[client, user, requestId, result].filter((word) => word !== undefined).map((word) => JSON.stringify(word)),
    ...(group === undefined ? [] : [`"event":"${group}.`]),
    ...(sid === undefined ? [] : [JSON.stringify({ sid: browserSessionOf(sid) }).slice(1, -2)]),
  ]
  return (text) => words.every((word) => text.includes(word))
}

function matches(entry: AuditEntry, filter: AuditFilter): boolean {
  return (
    (filter.group === undefined || groupOf(entry.event) === filter.group) &&
    (filter.result === undefined || entry.result === filter.result) &&
    (filter.client === undefined || entry.client === filter.client) &&
    (filter.user === undefined || entry.user === filter.user || entry.actor === filter.user) &&
    (filter.requestId === undefined || entry.requestId === filter.requestId) &&
    (filter.sid === undefined || isOfSession(entry.sid, filter.sid)) &&
    (filter.since === undefined || entry.at >= filter.since) &&
    (filter.until === undefined || entry.at <= filter.until)
  )
}

export function groupOf(event: AuditEventName): string {
  return event.slice(0, event.indexOf('.'))
}

function isOfSession(sid: string | undefined, wanted: string): boolean {
  if (sid === undefined) return false
  // Entries of the browser session as a whole belong to each of its clients; those of another client do not.
  return sid === wanted || sid === browserSessionOf(wanted) || browserSessionOf(sid) === wanted
}

const browserSessionOf = (sid: string): string => (sid.includes('.') ? sessionOfSid(sid) : sid)
