import type { StoreCopies, StoredItem } from '../../ports/copies.ts'
import { StoreUnavailable } from '../../ports/store-unavailable.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import { type AuditHead, writeHead } from '../audit/audit-verification.ts'
import { RESTORE, type RestoreMarker } from '../seed/restore-marker.ts'
import { NewerRecordError } from '../stored-record.ts'
import { BackupError } from './backup-error.ts'
import type { BackupFile } from './backup-file.ts'
import { newRaise, raisedItems } from './backup-selection.ts'

const BATCH = 200

export interface RestoreParts {
  readonly copies: StoreCopies
  readonly marker: RestoreMarker
  readonly audit: Pick<AuditTrail, 'record'>
  /** Rebuilds the indexes once all entries are written. */
  readonly makeIndexes: () => Promise<void>
  /** The actor to record in the audit trail. */
  readonly actor: string
  /** Called with the number of entries verified or written so far. */
  readonly progress: (doing: 'verified' | 'written', entries: number) => void
}

/**
 * Restores a backup into an empty store. The entire backup is verified before the first write. An interrupted restore
 * leaves a marker in the store that keeps instances from starting.
 * @returns the number of entries, and the newest audit trail entry in the backup
 * @param startOver first empties a store whose restore was interrupted
 * @throws BackupError; StoreUnavailable if nothing has been written yet
 */
export async function restore(
  { copies, marker, audit, makeIndexes, actor, progress }: RestoreParts,
  backup: BackupFile,
  startOver: boolean,
): Promise<{ readonly entries: number; readonly head: AuditHead | undefined }> {
  const begunAt = await marker.read()
  if (begunAt !== undefined && !startOver)
    throw new BackupError(
      `a restore into this store was begun at ${begunAt} and has not finished: if it is not under way, give --start-over, which empties the store first`,
    )
  const assertEmpty = async (): Promise<void> => {
    if (await copies.isEmpty()) return
    throw new BackupError('the store is in use or was: a backup is restored into an empty one; nothing was changed')
  }
  if (begunAt === undefined) await assertEmpty()
  const raise = newRaise()
  const head = await verified(backup, raise, progress)
  // An instance may have started using the store while the backup was being read.
  if (begunAt === undefined) await assertEmpty()
  else await copies.clear(RESTORE)
  if ((await marker.begin()) === 'there')
    throw new BackupError('another restore into this store has just begun; nothing was changed')
  try {
    let entries = 0
    for await (const batch of batches(raisedItems(backup.items(), raise))) {
      await copies.write(batch)
      progress('written', (entries += batch.length))
    }
    await makeIndexes()
    await audit.record({ event: 'store.restored', result: 'ok', actor, changes: changesOf(head, backup) })
    await marker.end()
    return { entries, head }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    throw new BackupError(
      `the store failed while it was written (${error.message}): no service starts on it; run portico restore again with --start-over`,
    )
  }
}

/** Reads the whole backup exactly as it will be written, to find problems before the first write. */
async function verified(
  backup: BackupFile,
  raise: number,
  progress: RestoreParts['progress'],
): Promise<AuditHead | undefined> {
  let [head, entries]: [AuditHead | undefined, number] = [undefined, 0]
  try {
    for await (const item of raisedItems(backup.items(), raise)) {
      if (item.kind === 'audit-line') head = { seq: item.seq, hash: item.hash }
      progress('verified', (entries += 1))
    }
    return head
  } catch (error) {
    if (!(error instanceof NewerRecordError)) throw error
    throw new BackupError(`${error.message}: restore with release ${backup.about.version} or a later one`)
  }
}

const changesOf = (
  head: AuditHead | undefined,
  { about }: BackupFile,
): Readonly<Record<string, readonly [unknown, unknown]>> => ({
  'audit.head': [head === undefined ? undefined : writeHead(head), undefined],
  'backup.created_at': [new Date(about.createdAt).toISOString(), undefined],
  issuer: [about.issuer, undefined],
})

async function* batches(items: AsyncIterable<StoredItem>): AsyncGenerator<readonly StoredItem[]> {
  let batch: StoredItem[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
