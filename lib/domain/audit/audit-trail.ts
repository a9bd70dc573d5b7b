import type { AuditLine } from '../../ports/audit-log.ts'
import { readRecord } from '../stored-record.ts'
import { type ChainedLine, chainedLine } from './audit-chain.ts'
import { type AuditFilter, isOfWantedKind, matches, textFilter } from './audit-filter.ts'
import { isOfTokens } from './audit-kinds.ts'
import { lastUntil, SLACK_MS } from './audit-position.ts'
import { type AuditHead, type AuditVerdict, type Verification, verifyChain } from './audit-verification.ts'
import { type AuditWriterParts, auditWriter } from './audit-writer.ts'
import type { AuditEvent } from './events.ts'
import { merge } from './merge.ts'
import type { RefusalEntry } from './refusal-log.ts'
import { sameCauses } from './same-causes.ts'
import { type FollowedBy, signInChains } from './sign-in-chains.ts'

/** Maximum number of entries read for one page, even if few of them match. */
const SCAN_MAX = 5_000
const SCAN_STEP = 500

export interface AuditEntry extends AuditEvent {
  /** Position of the entry: a number for an entry in the trail, or `r` and a number for a refusal. */
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

export interface ListedEntry extends AuditEntry {
  /** Events that followed this sign-in but are left out of the selected view (`kind`). */
  readonly followed?: FollowedBy
}

export interface AuditPage {
  readonly entries: readonly ListedEntry[]
  /** Pass as `before` in the next call; undefined at the end. A page may be short because few entries match. */
  readonly next: string | undefined
  /** Number of matches, also those after this page. `isCounted`: all are counted, not only those that were read. */
  readonly matched: number
  readonly isCounted: boolean
}

/** An entry and the proof that Portico wrote it: its position in the chain, or its own authentication code. */
export interface EntryWithProof {
  readonly entry: AuditEntry
  readonly chain: (Omit<ChainedLine, 'line'> & { readonly hash: string }) | undefined
  readonly seal: 'intact' | 'broken'
}

/** The audit trail and the refusals, read as a single log. */
export type AuditTrail = ReturnType<typeof auditTrail>

export interface AuditTrailParts extends Omit<AuditWriterParts, 'announce'> {
  readonly keepDays: number
  /** Called periodically as the trail grows, to record its newest entry where the store's owner cannot modify it. */
  readonly announce: (trail: { readonly head: () => Promise<AuditHead | undefined> }) => void
}

export function auditTrail(parts: AuditTrailParts) {
  const { log, chain, refusals, keepDays, now } = parts
  /** The newest entry in the trail; undefined while the trail is empty. */
  const head = async (): Promise<AuditHead | undefined> => {
    const [line] = await log.read(undefined, 'older', 1)
    return line === undefined ? undefined : { seq: line.seq, hash: line.hash }
  }
  const announce = (): void => parts.announce({ head })
  const writer = auditWriter({ ...parts, announce }, () => now() - keepDays * 86_400_000)

  const trail: Read = async (...where) => (await log.read(...where)).map(asRow)
  const refused: Read = async (...where) =>
    (await refusals.read(...where)).map((found) => ({ ...found, entry: () => asEntry(found) }))
  const sources = [trail, refused]

  return {
    ...writer,
    /** Newest first. @param before `next` of the previous page @param scan maximum number of entries to read */
    list: (filter: AuditFilter, before: string | undefined, limit: number, scan = SCAN_MAX): Promise<AuditPage> =>
      pageOf(sources, filter, before, limit, scan),
    /** The entry with this ID; undefined if it never existed or was trimmed. */
    async find(id: string): Promise<EntryWithProof | undefined> {
      const position = Number(/^r?([1-9]\d{0,14})$/.exec(id)?.[1] ?? NaN)
      if (Number.isNaN(position)) return undefined
      if (id.startsWith('r')) {
        const [found] = await refusals.read(position, 'newer', 1)
        return found?.position === position
          ? { entry: asEntry(found), chain: undefined, seal: found.seal() }
          : undefined
      }
      const found = await chainedLine(log, chain, position)
      if (found === undefined) return undefined
      const { line, ...place } = found
      return { entry: parse(line), chain: { ...place, hash: line.hash }, seal: place.link }
    },
    /** Recomputes the chain over the newest entries or the whole trail. */
    verify: (what?: Verification): Promise<AuditVerdict> => verifyChain(log, chain, what),
    head,
    /** All entries that match, oldest first, for export. */
    all: (filter: AuditFilter = {}): AsyncGenerator<AuditEntry> => entriesOf(sources, filter),
  }
}

async function pageOf(
  sources: readonly Read[],
  filter: AuditFilter,
  before: string | undefined,
  limit: number,
  scan: number,
): Promise<AuditPage> {
  const entries: ListedEntry[] = []
  const chains = signInChains()
  const isCombined = sameCauses(entries)
  const budget: Budget = { left: scan }
  const places = cursorIn(before) ?? (await Promise.all(sources.map((read) => endOf(read, filter.until))))
  const mayMatch = textFilter(filter)
  const merged = merge(
    sources.map((read, source) => rows(read, places[source], 'older', budget)),
    (row) => (row === 'spent' ? Infinity : row.at),
  )
  let next: string | undefined
  let matched = 0
  let shown = 0
  for await (const { value: row, source } of merged) {
    if (row === 'spent') return { entries, next: next ?? cursorOf(places), matched, isCounted: false }
    if (filter.since !== undefined && row.at < filter.since - SLACK_MS) break
    places[source] = row.position - 1
    if (!mayMatch(row.text)) continue
    const entry = row.entry()
    if (!matches(entry, filter)) continue
    if (!isOfWantedKind(entry, filter)) {
      if (isOfTokens(entry)) chains.note(entry)
      continue
    }
    matched += 1
    if (next !== undefined) continue
    shown += 1
    if (filter.combined && isCombined(entry)) continue
    const followed = chains.after(entry)
    entries.push(followed === undefined ? entry : { ...entry, followed })
    if (entries.length < limit) continue
    next = cursorOf(places)
    // The page is full. Only what has been read already is still counted.
    budget.left = 0
  }
  return { entries, next: matched > shown ? next : undefined, matched, isCounted: true }
}

async function* entriesOf(sources: readonly Read[], filter: AuditFilter): AsyncGenerator<AuditEntry> {
  const { since, until = Infinity } = filter
  const budget: Budget = { left: Infinity }
  const mayMatch = textFilter(filter)
  const places = await Promise.all(
    sources.map((read) => (since === undefined ? undefined : endOf(read, since - SLACK_MS))),
  )
  const merged = merge(
    sources.map((read, source) => rows(read, places[source] || undefined, 'newer', budget)),
    (row) => (row === 'spent' ? -Infinity : -row.at),
  )
  for await (const { value: row } of merged) {
    if (row === 'spent' || row.at > until + SLACK_MS) return
    if (!mayMatch(row.text)) continue
    const entry = row.entry()
    if (matches(entry, filter) && isOfWantedKind(entry, filter)) yield entry
  }
}

/** An entry before parsing. Most entries do not match the filter, so they never need to be parsed. */
interface Row extends Pick<RefusalEntry, 'position' | 'at' | 'text'> {
  entry(): AuditEntry
}

/** Reads the trail or the refusals from a position (inclusive) or, if undefined, from the newest or oldest entry. */
type Read = (from: number | undefined, direction: 'newer' | 'older', limit: number) => Promise<readonly Row[]>

/** Number of entries that may still be read. */
interface Budget {
  left: number
}

/** Yields entries, then `spent` if there may be more entries but the budget does not allow another read. */
async function* rows(
  read: Read,
  from: number | undefined,
  direction: 'newer' | 'older',
  budget: Budget,
): AsyncGenerator<readonly (Row | 'spent')[]> {
  for (let next = from; next === undefined || next >= 1; ) {
    if (budget.left <= 0) return yield ['spent']
    const found = await read(next, direction, SCAN_STEP)
    budget.left -= found.length
    yield found
    const last = found.at(-1)
    if (last === undefined || found.length < SCAN_STEP) return
    next = last.position + (direction === 'older' ? -1 : 1)
  }
}

/** The position of the last entry that could be from `until` or earlier; 0 if there is none. */
async function endOf(read: Read, until: number | undefined): Promise<number> {
  const [newest] = await read(undefined, 'older', 1)
  if (newest === undefined || until === undefined) return newest?.position ?? 0
  const [oldest = newest] = await read(undefined, 'newer', 1)
  const timeAt = async (position: number) => (await read(position, 'newer', 1))[0]?.at
  return lastUntil({ first: oldest.position, last: newest.position, timeAt }, until)
}

/** The positions in the trail and in the refusals from which to continue, joined by a dot. */
const cursorOf = (places: readonly number[]): string => places.join('.')

function cursorIn(cursor: string | undefined): number[] | undefined {
  const [, trail, refused] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor ?? '') ?? []
  return trail === undefined || refused === undefined ? undefined : [Number(trail), Number(refused)]
}

const asRow = (line: AuditLine): Row => ({
  position: line.seq,
  at: line.at,
  text: line.entry,
  entry: () => parse(line),
})

function parse(line: AuditLine): AuditEntry {
  return { ...readRecord<AuditEvent>(line.entry), id: String(line.seq), at: line.at }
}

const asEntry = ({ position, at, event }: RefusalEntry): AuditEntry => ({ ...event(), id: `r${position}`, at })
