import type { AuditLine, AuditLog } from '../../lib/ports/audit-log.ts'
import { auditAppends } from '../distributed/audit-appends.ts'
import type { Connection } from './connection.ts'

/** Lines to drop per step. */
const TRIM_LINES = 1_000

export function auditLog({ read, write }: Connection): AuditLog {
  async function ends() {
    const [row] = await read('reading the ends of the audit log', 'auditEnds')
    const [seq, hash, trimmedSeq, trimmedHash] = row as unknown as [number, string, number, string]
    return { seq, hash, trimmedSeq, trimmedHash }
  }

  return {
    append: auditAppends(async (expected, lines) => {
      const columns = (['seq', 'at', 'entry', 'hash'] as const).map((name) => lines.map((line) => line[name]))
      const values = [expected.seq, expected.hash, ...columns]
      const added = await write('appending to the audit log', 'appendAudit', values)
      return added.length > 0 ? 'appended' : await ends()
    }),
    async read(from, direction, limit) {
      const [name, start] =
        direction === 'newer' ? (['newerAudit', 0] as const) : (['olderAudit', Number.MAX_SAFE_INTEGER] as const)
      const rows = await read('reading the audit log', name, [from ?? start, limit])
      return rows.map((row): AuditLine => {
        const [seq, at, entry, hash] = row as [number, number, string, string]
        return { seq, at, entry, hash }
      })
    },
    async bounds() {
      const { seq, trimmedSeq, trimmedHash } = await ends()
      return seq === trimmedSeq ? undefined : { first: trimmedSeq + 1, last: seq, hashBeforeFirst: trimmedHash }
    },
    async trim(olderThan) {
      const values = [olderThan, TRIM_LINES]
      while ((await write('trimming the audit log', 'trimAudit', values)).length === TRIM_LINES);
    },
  }
}
