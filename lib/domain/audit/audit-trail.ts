import type { AuditLine } from '../../ports/audit-log.ts'
import { readRecord } from '../stored-record.ts'
import { type ChainedLine, chainedLine } from './audit-chain.ts'
import { type AuditFilter, matches, textFilter } from './audit-filter.ts'
import { lastUntil, SLACK_MS } from './audit-position.ts'
import { type AuditHead, type AuditVerdict, type Verification, verifyChain } from './audit-verification.ts'
import { type AuditWriterParts, auditWriter } from './audit-writer.ts'
import type { AuditEvent } from './events.ts'
import { mergeNewest, mergeOldest } from './merge.ts'
import type { RefusalEntry } from './refusal-log.ts'

/** A list reads no more entries than this for one page, however few match. */
const SCAN_MAX = 8_000
const SCAN_STEP = 500

export interface AuditEntry extends AuditEvent {
  /** Its position: in the trail a number, among the refusals an `r` and a number. */
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[]
  /** `before` of the next call; undefined at the end. `entries` may be short when few matched so far. */
  readonly next: string | undefined
}

/** One entry, and what proves that it is ours: its place in the chain, or a code of its own. */
export interface AuditPlace {
  readonly entry: AuditEntry
  readonly chain: (Omit<ChainedLine, 'line'> & { readonly hash: string }) | undefined
  readonly seal: 'intact' | 'broken'
}

/** The audit trail, and beside it what was refused; read as one. */
export interface AuditTrail {
  /** Records an event in the background; no request waits for it. @param key events with one key are one entry, the newest of them */
  note(event: AuditEvent, key?: string): void
  /** Records an event and resolves when the store has it: for administrative operations. */
  record(event: AuditEvent): Promise<void>
  /** Newest first. @param before `next` of the page before */
  list(filter: AuditFilter, before: string | undefined, limit: number): Promise<AuditPage>
  /** An entry by its id; undefined when there is none (any more). */
  find(id: string): Promise<AuditPlace | undefined>
  /** Recomputes the chain, over the newest entries or the whole trail. */
  verify(what?: Verification): Promise<AuditVerdict>
  /** The newest entry of the trail; undefined while it is empty. */
  head(): Promise<AuditHead | undefined>
  /** All entries, oldest first, for export. */
  all(): AsyncIterable<AuditEntry>
  flush(): Promise<void>
  stop(): Promise<void>
}

export interface AuditTrailParts extends AuditWriterParts {
  readonly keepDays: number
}

export function auditTrail(parts: AuditTrailParts): AuditTrail {
  const { log, chain, keyed, refusals, keepDays, now } = parts
  const writer = auditWriter(parts, () => now() - keepDays * 86_400_000)

  const trailEnd = async (until: number | undefined): Promise<number> => {
    const bounds = await log.bounds()
    const timeAt = async (seq: number) => (await log.read(seq, 'newer', 1))[0]?.at
    return bounds === undefined ? 0 : lastUntil({ ...bounds, timeAt }, until)
  }
  const refusalEnd = async (until: number | undefined): Promise<number> => {
    const [[oldest], [newest]] = await Promise.all([
      refusals.read(undefined, 'newer', 1),
      refusals.read(undefined, 'older', 1),
    ])
    const timeAt = async (position: number) => (await refusals.read(position, 'newer', 1))[0]?.at
    if (oldest === undefined || newest === undefined) return 0
    return lastUntil({ first: oldest.position, last: newest.position, timeAt }, until)
  }

  /** Lines of the trail from a position on, as far as they may match. */
  async function* trailEntries(
    from: number | undefined,
    direction: 'newer' | 'older',
    mayMatch: (text: string) => boolean,
    budget: Budget,
  ): AsyncGenerator<Found> {
    for (let next = from; budget.left > 0; ) {
      if (next !== undefined && next < 1) return
      const lines = await log.read(next, direction, SCAN_STEP)
      budget.left -= lines.length
      for (const line of lines) {
        const after = direction === 'older' ? line.seq - 1 : line.seq + 1
        yield { at: line.at, entry: mayMatch(line.entry) ? parse(line) : undefined, next: after }
        next = after
      }
      if (lines.length < SCAN_STEP) return
    }
  }
  async function* refusalEntries(
    from: number | undefined,
    direction: 'newer' | 'older',
    budget: Budget,
  ): AsyncGenerator<Found> {
    for (let next = from; budget.left > 0; ) {
      if (next !== undefined && next < 1) return
      const found = await refusals.read(next, direction, SCAN_STEP)
      budget.left -= found.length
      for (const entry of found) {
        const after = direction === 'older' ? entry.position - 1 : entry.position + 1
        yield { at: entry.at, entry: asEntry(entry), next: after }
        next = after
      }
      if (found.length < SCAN_STEP) return
    }
  }

  return {
    note: writer.note,
    record: writer.record,
    flush: writer.flush,
    stop: writer.stop,
    async list(filter, before, limit) {
      const entries: AuditEntry[] = []
      const budget: Budget = { left: SCAN_MAX }
      const places = cursorIn(before) ?? [await trailEnd(filter.until), await refusalEnd(filter.until)]
      const [from, refusedFrom] = places
      const mayMatch = textFilter(filter)
      const merged = mergeNewest(
        [trailEntries(from, 'older', mayMatch, budget), refusalEntries(refusedFrom, 'older', budget)],
        ({ at }) => at,
      )
      for await (const { value, source } of merged) {
        if (filter.since !== undefined && value.at < filter.since - SLACK_MS) return { entries, next: undefined }
        places[source] = value.next
        if (value.entry === undefined || !matches(value.entry, filter)) continue
        entries.push(value.entry)
        if (entries.length === limit) return { entries, next: cursorOf(places) }
      }
      return { entries, next: budget.left > 0 ? undefined : cursorOf(places) }
    },
    async find(id) {
      const position = Number(/^r?([1-9]\d{0,14})$/.exec(id)?.[1] ?? NaN)
      if (Number.isNaN(position)) return undefined
      if (id.startsWith('r')) {
        const [found] = await refusals.read(position, 'newer', 1)
        return found?.position === position ? { entry: asEntry(found), chain: undefined, seal: found.seal } : undefined
      }
      const found = await chainedLine(log, chain, position)
      if (found === undefined) return undefined
      const { line, ...place } = found
      return { entry: parse(line), chain: { ...place, hash: line.hash }, seal: place.link }
    },
    verify: async (what) => verifyChain(log, chain, await keyed.read(), what),
    async head() {
      const [line] = await log.read(undefined, 'older', 1)
      return line === undefined ? undefined : { seq: line.seq, hash: line.hash }
    },
    async *all() {
      const budget: Budget = { left: Infinity }
      const first = (await log.bounds())?.first
      const trail = first === undefined ? [] : [trailEntries(first, 'newer', () => true, budget)]
      const merged = mergeOldest([...trail, refusalEntries(undefined, 'newer', budget)], ({ at }) => at)
      for await (const { value } of merged) if (value.entry !== undefined) yield value.entry
    },
  }
}

interface Found {
  readonly at: number
  /** Undefined: it does not match. */
  readonly entry: AuditEntry | undefined
  /** Position of the entry after it, in the direction of the read. */
  readonly next: number
}

/** Entries that may still be read. */
interface Budget {
  left: number
}

/** Two positions to go on from, with a dot between: of the trail, and of the refusals. */
const cursorOf = (places: readonly number[]): string => places.join('.')

function cursorIn(cursor: string | undefined): number[] | undefined {
  const [, trail, refused] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor ?? '') ?? []
  return trail === undefined || refused === undefined ? undefined : [Number(trail), Number(refused)]
}

function parse(line: AuditLine): AuditEntry {
  return { ...readRecord<AuditEvent>(line.entry), id: String(line.seq), at: line.at }
}

const asEntry = ({ position, seal: _seal, ...entry }: RefusalEntry): AuditEntry => ({ ...entry, id: `r${position}` })
