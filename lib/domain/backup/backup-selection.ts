/** What of the store a backup keeps, and as what it comes back. */
import { randomInt } from 'node:crypto'
import type { StoredItem } from '../../ports/copies.ts'
import { ACCOUNTS, readAccount } from '../accounts/account-record.ts'
import { readClient, writeClient } from '../clients/client-record.ts'
import { newEpoch } from '../clients/registry.ts'
import { NewerRecordError, readRecord, STORE_FORMAT } from '../stored-record.ts'

/** Collections, and documents of others, about one life of the store, or about what ends with it. */
const EXCLUDED: Readonly<Record<string, string>> = {
  preparation: 'what the service has put into this store; it looks again',
  nodes: 'which processes use it',
  restore: 'a restore into it',
  'session-ends': 'when its sessions expire',
  'upstream-sessions': 'which of its sessions a provider may end',
  'trusted-devices': 'one that its user has removed since would be trusted again',
  'service/secrets': 'which root secrets the running processes have',
  // Of two reads of the store it may be the later one.
  'audit/checked': 'how far the trail was verified',
}
/** The store's own word on whose it is. */
const ISSUER = 'service/issuer'
/** And on the format that it is written in. */
const FORMAT = 'service/format'

const placeOf = (item: StoredItem): string => (item.kind === 'document' ? `${item.collection}/${item.id}` : '')
const isLeftOut = (item: StoredItem): boolean =>
  item.kind === 'document' && [item.collection, placeOf(item)].some((place) => Object.hasOwn(EXCLUDED, place))

export async function* keptItems(items: AsyncIterable<StoredItem>): AsyncGenerator<StoredItem> {
  for await (const item of items) if (!isLeftOut(item)) yield item
}

/** For a service under another address: the first that starts says whose the store is. */
export async function* withoutIssuer(items: AsyncIterable<StoredItem>): AsyncGenerator<StoredItem> {
  for await (const item of items) if (placeOf(item) !== ISSUER) yield item
}

/** A release that does not know the format of the store would refuse what it has just restored. */
function assertKnownFormat(item: StoredItem): void {
  if (item.kind !== 'document' || placeOf(item) !== FORMAT) return
  const { format } = readRecord<{ readonly format: number }>(item.value)
  if (format > STORE_FORMAT)
    throw new NewerRecordError(
      `the store was written in format ${format}, of a later release; this one reads ${STORE_FORMAT}`,
    )
}

/** More than any subject will revoke, and another number each time: no version is given twice, however often a backup is restored. */
export const newRaise = (): number => randomInt(1_000_000_000, 2_000_000_000)

/**
 * With every revocation version raised: of the subjects that have any, of every account, and of every client. What was issued before
 * the restore, to whomever and whenever, carries another one.
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
