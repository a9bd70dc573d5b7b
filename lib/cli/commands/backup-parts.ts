/** Code that `portico backup` and `portico restore` share. lib/domain/backup/README.md describes a backup's content. */
import { randomUUID } from 'node:crypto'
import type { BackupAbout } from '../../domain/backup/backup-content.ts'
import { BackupError } from '../../domain/backup/backup-error.ts'
import type { BackupSecrets } from '../../domain/backup/backup-file.ts'
import { type RestoreMarker, restoreMarker } from '../../domain/seed/restore-marker.ts'
import type { StoreCopies } from '../../ports/copies.ts'
import type { Terminal } from '../terminal/command.ts'
import type { OpenStore } from './store.ts'

/** Interval between progress messages, in milliseconds. */
const PROGRESS_MS = 2_000

/** @throws BackupError */
export function secretsOf({ backupSecret, secrets }: OpenStore): BackupSecrets {
  if (backupSecret !== undefined) return { passphrase: backupSecret, secrets }
  throw new BackupError(
    'set PORTICO_BACKUP_SECRET, or PORTICO_BACKUP_SECRET_FILE, to a passphrase of at least 16 characters; keep it separate from the backups',
  )
}

/** @throws BackupError */
export function copiesOf({ storage }: OpenStore): StoreCopies {
  if (storage.copies !== undefined) return storage.copies
  throw new BackupError(`${storage.name} does not support backups`)
}

export const markerOf = ({ storage }: OpenStore): RestoreMarker =>
  restoreMarker(storage.documents, Date.now, randomUUID)

/** What --json prints about a backup. */
export const described = ({ createdAt, issuer, version, store }: BackupAbout) => ({
  created_at: new Date(createdAt).toISOString(),
  issuer,
  version,
  store,
})

export function progress(terminal: Terminal): (text: string) => void {
  let reportedAt = performance.now()
  return (text) => {
    if (performance.now() < reportedAt + PROGRESS_MS) return
    reportedAt = performance.now()
    terminal.err(`${text} so far`)
  }
}
