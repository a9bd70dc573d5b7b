import type { AuditLog } from '../../ports/audit-log.ts'
import { readRecord } from '../stored-record.ts'
import type { AuditChain } from './audit-chain.ts'
import type { AuditEvent } from './events.ts'

const STEP = 1_000

/** A backup took the place of the trail: what had been written after the backup is not in it. */
export interface RestoredTrail {
  /** The last entry that the backup had. */
  readonly lastKept: number
  /** When it was restored, milliseconds since the epoch. */
  readonly at: number
  /** When the backup was made, ISO 8601. */
  readonly backupOf: string
}

const MARK = '"event":"store.restored"'

/** The newest restore that an entry at this position can have been lost by, as the trail itself says, chained with its key. */
export async function restoredBefore(
  log: AuditLog,
  chain: AuditChain,
  position: number,
): Promise<RestoredTrail | undefined> {
  let found: RestoredTrail | undefined
  let before = (await log.bounds())?.hashBeforeFirst
  for (let from: number | undefined; ; ) {
    const lines = await log.read(from, 'newer', STEP)
    for (const line of lines) {
      const isOurs = before !== undefined && line.entry.includes(MARK) && chain.judge(before, line) === 'intact'
      const entry = isOurs ? readRecord<AuditEvent>(line.entry) : undefined
      const backupOf = entry?.changes?.['backup.created_at']?.[0]
      if (line.seq <= position && entry?.event === 'store.restored' && typeof backupOf === 'string')
        found = { lastKept: line.seq - 1, at: line.at, backupOf }
      before = line.hash
    }
    const last = lines.at(-1)
    if (last === undefined || last.seq >= position || lines.length < STEP) return found
    from = last.seq + 1
  }
}
