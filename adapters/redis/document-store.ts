import type { DocumentStore } from '../../lib/ports/documents.ts'
import { run } from './commands.ts'
import type { Connection } from './connection.ts'
import type { Keys } from './keys.ts'

/** Stores each collection as a hash plus a sorted set of document ids, both in the same cluster slot. */
export function documentStore(connection: Connection, keys: Keys): DocumentStore {
  const keysOf = (collection: string) => ({ documents: keys.documents(collection), ids: keys.documentIds(collection) })
  return {
    async read(collection, id) {
      return (
        (await connection.read('reading a document', (redis) => redis.hget(keys.documents(collection), id))) ??
        undefined
      )
    },

    replace: (collection, id, expected, next) =>
      connection.write('replacing a document', keys.documents(collection), (redis) =>
        run(redis, 'replaceDocument', { ...keysOf(collection), id, expected: marked(expected), next: marked(next) }),
      ),

    async list(collection, after, limit) {
      const [total, ids, values] = await connection.read('listing documents', (redis) =>
        run(redis, 'pageDocuments', { ...keysOf(collection), from: after === undefined ? '-' : `(${after}`, limit }),
      )
      return {
        total,
        documents: ids.flatMap((id, place) => (values[place] == null ? [] : [{ id, value: values[place] }])),
      }
    },
  }
}

/** Encodes an optional value as a string. */
const marked = (value: string | undefined) => (value === undefined ? '-' : `=${value}`)
