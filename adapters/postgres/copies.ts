import type { StoreCopies, StoredItem } from '../../lib/ports/copies.ts'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { type Connection, type InTransaction, WHOLE_TABLE_MS } from './connection.ts'
import { fromText, toText } from './text.ts'

/** Items without those that a later one replaces: a statement writes a row once. */
const lastOfEach = (items: readonly StoredItem[]): readonly StoredItem[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
]

function keyOf(item: StoredItem): string {
  if (item.kind === 'document') return JSON.stringify([item.kind, item.collection, item.id])
  if (item.kind === 'client') return JSON.stringify([item.kind, item.id])
  if (item.kind === 'version') return JSON.stringify([item.subject, item.of, item.of === 'client' && item.client])
  return item.kind === 'audit-line' ? `${item.kind} ${item.seq}` : item.kind
}

/** JSON of items, whose texts are escaped before JSON escapes them, and not a second time as a value. */
const toJson = (items: readonly StoredItem[]): string =>
  JSON.stringify(items, (_, value: unknown) => (typeof value === 'string' ? toText(value) : value)).replaceAll(
    '\uffff',
    '\\uffff',
  )

const fromJson = (text: string): StoredItem =>
  JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? fromText(value) : value)) as StoredItem

async function writeAll(items: readonly StoredItem[], statement: InTransaction): Promise<void> {
  const once = lastOfEach(items)
  await statement('writeItems', [toJson(once.filter(({ kind }) => kind !== 'client'))])
  for (const item of once) {
    if (item.kind !== 'client') continue
    await statement('writeClient', [item.id, item.record])
    await statement('releaseUris', [item.id])
    await statement('writeUris', [item.id, item.redirectUris])
  }
  if (once.some(({ kind }) => kind.startsWith('audit'))) await statement('moveAuditEnd')
}

export function copies({ read, transaction, place }: Connection): StoreCopies {
  return {
    async *readAll() {
      const pages = new TransformStream<readonly StoredItem[]>(undefined, undefined, { highWaterMark: 1 })
      const writer = pages.writable.getWriter()
      const reading = transaction(
        'copying the store',
        'snapshot',
        async (statement) => {
          await statement('copyItems')
          for (;;) {
            const rows = await statement('fetchItems')
            if (rows.length === 0) break
            await writer.write(rows.map(([text]) => fromJson(text as string)))
          }
          await writer.close()
        },
        WHOLE_TABLE_MS,
      ).catch((error: unknown) => writer.abort(error))
      for await (const page of pages.readable) yield* page
      await reading
    },
    async isEmpty() {
      const [row] = await read('looking into the store', 'isUsed')
      if (row === undefined) throw new StoreUnavailable('looking into the store', false, { place })
      return row[0] === false
    },
    write: (items) =>
      transaction('writing to the store', 'write', (statement) => writeAll(items, statement), WHOLE_TABLE_MS),
    clear: (last) =>
      transaction(
        'clearing the store',
        'write',
        async (statement) => {
          await statement('clearStore', [last])
          await statement('clearCollection', [last])
        },
        WHOLE_TABLE_MS,
      ),
  }
}
