/** Determines which store entries go into a backup, and how they are restored. */
import { randomInt } from 'node:crypto'
import type { StoredItem } from '../../ports/copies.ts'
import { ACCOUNTS, readAccount } from '../accounts/account-record.ts'
import { readClient, writeClient } from '../clients/client-record.ts'
import { newEpoch } from '../clients/registry.ts'
import { NewerRecordError, readRecord, STORE_FORMAT } from '../stored-record.ts'

/** Collections and documents that are excluded, because they apply only to the store that was backed up. */
const EXCLUDED: Readonly<Record<string, string>> = {
  preparation: 'what the service has put into this store; it looks again',
  nodes: 'which processes use it',
  restore: 'a restore into it',
  'session-ends': 'when its sessions expire',
  'upstream-sessions': 'which of its sessions a provider may end',
  'trusted-devices': 'one that its user has removed since would be trusted again',
  'service/secrets': 'which root secrets the running processes have',
  // If the store does not support snapshots, the recorded progress may be newer than the trail in the backup.
  'audit/checked': 'how far the trail was verified',
}
/** Where the store records its issuer. */
const ISSUER = 'service/issuer'
/** Where the store records its format. */
const FORMAT = 'service/format'

const placeOf = (item: StoredItem): string => (item.kind === 'document' ? `${item.collection}/${item.id}` : '')
const isLeftOut = (item: StoredItem): boolean =>
  item.kind === 'document' && [item.collection, placeOf(item)].some((place) => Object.hasOwn(EXCLUDED, place))

export async function* keptItems(items: AsyncIterable<StoredItem>): AsyncGenerator<StoredItem> {
  for await (const item of items) if (!isLeftOut(item)) yield item
}

/** Omits the issuer, so that the first instance to start on the restored store records its own issuer. */
export async function* withoutIssuer(items: AsyncIterable<StoredItem>): AsyncGenerator<StoredItem> {
  for await (const item of items) if (placeOf(item) !== ISSUER) yield item
}

/** Rejects a store format that this release does not support, because Portico would fail to start after the restore. */
function assertKnownFormat(item: StoredItem): void {
  if (item.kind !== 'document' || placeOf(item) !== FORMAT) return
  const { format } = readRecord<{ readonly format: number }>(item.value)
  if (format > STORE_FORMAT)
    throw new NewerRecordError(
      `the store was written in format ${format}, of a later release; this one reads ${STORE_FORMAT}`,
    )
}

/** How much to raise revocation versions: random and large, so none recurs even if a backup is restored repeatedly. */
export const newRaise = (): number => randomInt(1_000_000_000, 2_000_000_000)

/**
 * Raises the revocation versions of all accounts, all clients, and all subjects that have one. Anything issued before
 * the restore has an older version and becomes invalid.
 * @throws NewerRecordError
 */
export async function* raisedItems(items: AsyncIterable<StoredItem>, raise: number): AsyncGenerator<StoredItem> {
  for await (const item of items) {
    assertKnownFormat(item)
    if (item.kind === 'version') yield { ...item, version: item.version + raise }
    else if (item.kind === 'client')
      yield { ...item, record: writeClient({ ...readClient(item.record), epoch: newEpoch() }) }
    else yield item
    if (item.kind === 'document' && item.collection === ACCOUNTS)
      yield { kind: 'version', subject: readAccount(item.value).sub, of: 'all', version: raise }
  }
}
