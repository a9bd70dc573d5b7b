/**
 * The hash-chained audit log. The chain starts at an anchor: the last line that was trimmed. If no line has been
 * trimmed, the anchor is seq 0 without a hash.
 */
import type { AuditLine, AuditLog } from '../../lib/ports/audit-log.ts'
import type { Database } from './database.ts'

interface Link {
  readonly seq: number
  readonly hash: string
}

export function embeddedAuditLog({ sql, read, write }: Database): AuditLog {
  const anchor = sql('SELECT seq, hash FROM audit_anchor')
  const setAnchor = sql('UPDATE audit_anchor SET (seq, hash) = (SELECT seq, hash FROM audit WHERE seq = ?)')
  const newest = sql('SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1')
  const add = sql('INSERT INTO audit VALUES (?, ?, ?, ?)')
  const newer = sql('SELECT seq, at, entry, hash FROM audit WHERE seq >= ? ORDER BY seq LIMIT ?')
  const older = sql('SELECT seq, at, entry, hash FROM audit WHERE seq <= ? ORDER BY seq DESC LIMIT ?')
  const firstYoung = sql('SELECT seq FROM audit WHERE at >= ? ORDER BY seq LIMIT 1')
  const drop = sql('DELETE FROM audit WHERE seq <= ?')
  const anchored = () => anchor().get() as unknown as Link
  const last = () => (newest().get() as unknown as Link | undefined) ?? anchored()

  return {
    append: (at, entries, link) =>
      write(() => {
        let before = last()
        for (const entry of entries) {
          const seq = before.seq + 1
          before = { seq, hash: link(before.hash, { seq, at, entry }) }
          add().run(seq, at, entry, before.hash)
        }
      }),
    read: (from, direction, limit) =>
      read(() => {
        const [statement, start] = direction === 'newer' ? [newer, 0] : [older, Number.MAX_SAFE_INTEGER]
        const rows = statement().all(from ?? start, limit)
        return rows.map(({ seq, at, entry, hash: own }) => ({ seq, at, entry, hash: own }) as AuditLine)
      }),
    bounds: () =>
      read(() => {
        const { seq, hash: hashBeforeFirst } = anchored()
        const { seq: end } = last()
        return end === seq ? undefined : { first: seq + 1, last: end, hashBeforeFirst }
      }),
    trim: (olderThan) =>
      write(() => {
        // Trim only from the front, because a gap would look like tampering. Later lines can be older if clocks differ.
        const { seq: end } = last()
        const firstKept = (firstYoung().get(olderThan)?.seq as number | undefined) ?? end + 1
        const cut = firstKept - 1
        if (cut <= anchored().seq) return
        setAnchor().run(cut)
        drop().run(cut)
      }),
  }
}
