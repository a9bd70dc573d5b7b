import { createHash } from 'node:crypto'
import type { AuditLine, AuditLog } from '../../ports/audit-log.ts'

const STEP = 1_000

export type AuditVerdict =
  /** `of`: how many entries there are in all. */
  | { readonly outcome: 'intact'; readonly entries: number; readonly of: number }
  | { readonly outcome: 'broken'; readonly seq: number; readonly why: 'gap' | 'edited' }

/** Recomputes the chain of hashes, and finds any edit or gap. @param newest how many entries at most */
export async function verifyChain(log: AuditLog, newest = Infinity): Promise<AuditVerdict> {
  const bounds = await log.bounds()
  if (bounds === undefined) return { outcome: 'intact', entries: 0, of: 0 }
  const { first, last } = bounds
  let expected = Math.max(first, last - newest + 1)
  let hash = bounds.hashBeforeFirst
  if (expected > first) {
    const [before] = await log.read(expected - 1, 'newer', 1)
    // The chain is checked from the stored hash of the entry before: computing that one would need its predecessor.
    if (before?.seq !== expected - 1) return { outcome: 'broken', seq: expected - 1, why: 'gap' }
    hash = before.hash
  }
  let entries = 0
  while (expected <= last) {
    const lines = await log.read(expected, 'newer', STEP)
    if (lines[0]?.seq !== expected) {
      // Old entries may have been trimmed meanwhile: then the trail begins later, with the hash stored there.
      const now = await log.bounds()
      if (now === undefined || now.first <= expected) return { outcome: 'broken', seq: expected, why: 'gap' }
      expected = now.first
      hash = now.hashBeforeFirst
      continue
    }
    for (const line of lines.filter(({ seq }) => seq <= last)) {
      if (line.seq !== expected) return { outcome: 'broken', seq: expected, why: 'gap' }
      hash = hashOf(hash, line)
      if (hash !== line.hash) return { outcome: 'broken', seq: line.seq, why: 'edited' }
      expected += 1
      entries += 1
    }
  }
  return { outcome: 'intact', entries, of: last - first + 1 }
}

/** One line between its neighbours. */
export interface ChainedLine {
  readonly line: AuditLine
  /** `first`: there never was one; `dropped`: it was trimmed; `missing`: it should be there. */
  readonly before: 'kept' | 'first' | 'dropped' | 'missing'
  /** Hash of the line before it: empty for the first of all, undefined when it is missing. */
  readonly hashBefore: string | undefined
  /** `broken`: the hash is not that of this line after the one before it. */
  readonly link: 'intact' | 'broken'
}

/** A line by its position, with its neighbours in the chain; undefined when there is none (any more). */
export async function chainedLine(log: AuditLog, seq: number): Promise<ChainedLine | undefined> {
  const lines = await log.read(Math.max(1, seq - 1), 'newer', 2)
  const line = lines.find((candidate) => candidate.seq === seq)
  if (line === undefined) return undefined
  const last = lines.find((candidate) => candidate.seq === seq - 1)
  const bounds = last === undefined ? await log.bounds() : undefined
  const hashBefore = last?.hash ?? (bounds?.first === seq ? bounds.hashBeforeFirst : undefined)
  const before = last !== undefined ? 'kept' : hashBefore === undefined ? 'missing' : seq === 1 ? 'first' : 'dropped'
  return {
    line,
    before,
    hashBefore,
    link: hashBefore !== undefined && hashOf(hashBefore, line) === line.hash ? 'intact' : 'broken',
  }
}

function hashOf(before: string, { seq, at, entry }: AuditLine): string {
  return createHash('sha256').update([before, seq, at, entry].join('\n')).digest('hex')
}
