import type { AuditLog } from '../../ports/audit-log.ts'
import { readRecord } from '../stored-record.ts'
import type { AuditChain } from './audit-chain.ts'
import type { AuditEvent } from './events.ts'

const STEP = 1_000

/** The trail was replaced by a backup, so entries written after that backup are missing. */
export interface RestoredTrail {
  /** Position of the last entry in the backup. */
  readonly lastKept: number
  /** Time of the restore, in milliseconds since the epoch. */
  readonly at: number
  /** Time of the backup, in ISO 8601 format. */
  readonly backupOf: string
}

const MARK = '"event":"store.restored"'

/** The newest recorded restore that could have lost the entry at this position. Only authenticated entries count. */
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
      const isOurs = before !== undefined && line.entry.includes(MARK) && chain.verify(before, line) === 'intact'
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
