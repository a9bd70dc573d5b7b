/** Changes documents in the store with compare-and-replace, and retries when another writer gets there first. */
import type { DocumentStore } from '../ports/documents.ts'
import { StoreUnavailable } from '../ports/store-unavailable.ts'
import { recordIn, writeStamped } from './stored-record.ts'

/** Higher than any number of concurrent writers, because each lost attempt means that another writer succeeded. */
const ATTEMPTS = 200

type Documents = Pick<DocumentStore, 'read' | 'replace'>
type Place = readonly [collection: string, id: string]

/** The document before and after a change. If nothing was written, `before` and `after` are the same object. */
export interface Change<Value> {
  readonly before: Value
  readonly after: Value
}

/**
 * Repeats an attempt while it returns `again`. Each attempt must read the store again.
 * @throws StoreUnavailable (503) if other writers got there first every time
 */
export async function untilDone<Outcome>(attempt: () => Promise<Outcome | 'again'>): Promise<Outcome> {
  for (let made = 0; made < ATTEMPTS; made += 1) {
    const outcome = await attempt()
    if (outcome !== 'again') return outcome
  }
  throw new StoreUnavailable('other writers were faster at every attempt')
}

export async function readDocument<Value extends object>(
  documents: Pick<DocumentStore, 'read'>,
  ...place: Place
): Promise<Value | undefined> {
  return recordIn<Value>(await documents.read(...place))
}

/** Reads a record that holds a list; empty if the record does not exist. */
export async function readDocumentList<Entry>(
  documents: Pick<DocumentStore, 'read'>,
  ...place: Place
): Promise<readonly Entry[]> {
  return (await readDocument<{ readonly list: readonly Entry[] }>(documents, ...place))?.list ?? []
}

/**
 * Changes a record. `change` runs again if another writer gets there first. To leave the record as it is, `change`
 * returns `keep` or its input; to remove it, undefined. If two writers make the same change, one succeeds; the other
 * reads the result.
 */
export const changeDocument = <Value extends object>(
  documents: Documents,
  collection: string,
  id: string,
  change: (before: Value | undefined) => Promise<Value | undefined | 'keep'> | Value | undefined | 'keep',
): Promise<Change<Value | undefined>> =>
  untilDone(async () => {
    const text = await documents.read(collection, id)
    const before = recordIn<Value>(text)
    const after = await change(before)
    if (after === 'keep' || after === before) return { before, after: before }
    const next = after === undefined ? undefined : writeStamped(after)
    return (await documents.replace(collection, id, text, next)) === 'replaced' ? { before, after } : 'again'
  })

/** Changes a record that holds a list. Nothing is written if no entry changed; an empty list removes the document. */
export async function changeList<Entry>(
  documents: Documents,
  collection: string,
  id: string,
  change: (before: readonly Entry[]) => readonly Entry[],
): Promise<Change<readonly Entry[]>> {
  const { before, after } = await changeDocument<{ readonly list: readonly Entry[] }>(
    documents,
    collection,
    id,
    ({ list } = { list: [] }) => {
      const next = change(list)
      if (next.length === list.length && next.every((entry, index) => entry === list[index])) return 'keep'
      return next.length === 0 ? undefined : { list: next }
    },
  )
  return { before: before?.list ?? [], after: after?.list ?? [] }
}

/** Changes a document that is not a JSON record, such as sealed text. Two writers of the same text both succeed. */
export const changeText = (
  documents: Documents,
  collection: string,
  id: string,
  change: (before: string | undefined) => Promise<string | undefined> | string | undefined,
): Promise<Change<string | undefined>> =>
  untilDone(async () => {
    const before = await documents.read(collection, id)
    const after = await change(before)
    if (after === before || (await documents.replace(collection, id, before, after)) === 'replaced')
      return { before, after }
    return 'again'
  })

export async function removeDocument(documents: Documents, ...place: Place): Promise<void> {
  await changeText(documents, ...place, () => undefined)
}
