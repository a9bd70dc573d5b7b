import type { AuditLog } from '../../ports/audit-log.ts'
import type { AuditChain } from './audit-chain.ts'
import { type RestoredTrail, restoredBefore } from './restored-trail.ts'

const STEP = 1_000

/** The trail's newest entry, recorded outside the store so that later truncation is detected. */
export interface AuditHead {
  readonly seq: number
  readonly hash: string
}

export type AuditVerdict =
  /** `of`: total number of entries in the trail. */
  | {
      readonly outcome: 'intact'
      readonly entries: number
      readonly of: number
      /** After a partial check, the newest entry that was checked. The next partial check continues after it. */
      readonly upTo?: AuditHead
    }
  | {
      readonly outcome: 'broken'
      readonly seq: number
      /** `cut`: the trail no longer contains a recorded head. */
      readonly why: 'gap' | 'edited' | 'cut'
      /** Explains a `cut`: the store has since been restored from an older backup. */
      readonly restored?: RestoredTrail
    }

export interface Verification {
  /** Maximum number of entries to check, counted from the newest. @default all */
  readonly newest?: number
  /** Checks one part: up to `most` entries after `after`, or from the oldest entry if `after` is undefined. */
  readonly part?: { readonly after: AuditHead | undefined; readonly most: number }
  /** Heads recorded outside the store. The newest must still exist; older ones may have been trimmed. */
  readonly heads?: readonly AuditHead[] | undefined
}

/** Recomputes the chain and detects edited, forged, reordered, and missing entries. */
export async function verifyChain(log: AuditLog, chain: AuditChain, what: Verification = {}): Promise<AuditVerdict> {
  const verdict = await verdictOf(log, chain, what)
  if (verdict.outcome === 'intact' || verdict.why !== 'cut') return verdict
  const restored = await restoredBefore(log, chain, verdict.seq)
  return restored === undefined ? verdict : { ...verdict, restored }
}

const broken = (seq: number, why: 'gap' | 'edited' | 'cut'): AuditVerdict => ({ outcome: 'broken', seq, why })

async function verdictOf(
  log: AuditLog,
  chain: AuditChain,
  { newest = Infinity, heads = [], part }: Verification,
): Promise<AuditVerdict> {
  const bounds = await log.bounds()
  const noted = new Map(heads.map(({ seq, hash }) => [seq, hash]))
  // Two recorded heads share a position, so the trail was truncated before that position and then grew past it.
  const replaced = heads.find(({ seq, hash }) => noted.get(seq) !== hash)
  if (replaced !== undefined) return broken(replaced.seq, 'cut')
  const head = Math.max(0, ...noted.keys())
  if (head > 0 && (bounds === undefined || head < bounds.first || head > bounds.last)) return broken(head, 'cut')
  if (bounds === undefined) return { outcome: 'intact', entries: 0, of: 0 }
  const { first } = bounds
  if (part?.after !== undefined && part.after.seq > bounds.last) return broken(part.after.seq, 'cut')
  const from = part?.after === undefined ? bounds.last - newest + 1 : part.after.seq + 1
  let expected = Math.max(first, from)
  const last = Math.min(bounds.last, expected + (part?.most ?? Infinity) - 1)
  let before = bounds.hashBeforeFirst
  if (expected > first && part?.after !== undefined) before = part.after.hash
  else if (expected > first) {
    const [line] = await log.read(expected - 1, 'newer', 1)
    // The check starts from the previous entry's stored hash. Recomputing that hash would require the entry before it.
    if (line?.seq !== expected - 1) return broken(expected - 1, 'gap')
    before = line.hash
  }
  let entries = 0
  while (expected <= last) {
    const lines = await log.read(expected, 'newer', STEP)
    if (lines[0]?.seq !== expected) {
      // If entries have been trimmed since, the trail now starts later. Continue from its new start.
      const now = await log.bounds()
      if (now === undefined || now.first <= expected) return broken(expected, 'gap')
      expected = now.first
      before = now.hashBeforeFirst
      continue
    }
    for (const line of lines.filter(({ seq }) => seq <= last)) {
      if (line.seq !== expected) return broken(expected, 'gap')
      if (chain.verify(before, line) === 'broken') return broken(line.seq, 'edited')
      if (noted.has(line.seq) && noted.get(line.seq) !== line.hash) return broken(line.seq, 'cut')
      before = line.hash
      expected += 1
      entries += 1
    }
  }
  const upTo = part !== undefined && expected > first ? { upTo: { seq: expected - 1, hash: before } } : {}
  return { outcome: 'intact', entries, of: bounds.last - bounds.first + 1, ...upTo }
}

const HEAD = /^([1-9]\d{0,14}):([0-9a-f]{64})$/

export const writeHead = ({ seq, hash }: AuditHead): string => `${seq}:${hash}`

export function readHead(text: string): AuditHead | undefined {
  const [, seq, hash] = HEAD.exec(text.trim()) ?? []
  return seq === undefined || hash === undefined ? undefined : { seq: Number(seq), hash }
}
