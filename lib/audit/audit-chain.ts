import { createHash } from 'node:crypto'
import type { AuditLog } from '../ports/audit-log.ts'

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
    // The oldest of the newest is judged by its own hash: without the one before there is nothing to compute it from.
    if (before?.seq !== expected - 1) return { outcome: 'broken', seq: expected - 1, why: 'gap' }
    hash = before.hash
  }
  let entries = 0
  while (expected <= last) {
    const lines = await log.read(expected, 'newer', STEP)
    if (lines[0]?.seq !== expected) {
      // Old entries may have been dropped meanwhile, as they should be: then the trail begins later, with its own hash.
      const now = await log.bounds()
      if (now === undefined || now.first <= expected) return { outcome: 'broken', seq: expected, why: 'gap' }
      expected = now.first
      hash = now.hashBeforeFirst
      continue
    }
    for (const line of lines.filter(({ seq }) => seq <= last)) {
      if (line.seq !== expected) return { outcome: 'broken', seq: expected, why: 'gap' }
      hash = createHash('sha256').update([hash, line.seq, line.at, line.entry].join('\n')).digest('hex')
      if (hash !== line.hash) return { outcome: 'broken', seq: line.seq, why: 'edited' }
      expected += 1
      entries += 1
    }
  }
  return { outcome: 'intact', entries, of: last - first + 1 }
}
