/** Stores durable documents, which are changed by compare-and-replace. */
import type { DocumentStore } from '../../lib/ports/documents.ts'
import type { Database } from './database.ts'

export function embeddedDocuments({ sql, read, write }: Database): DocumentStore {
  const find = sql('SELECT value FROM documents WHERE collection = ? AND id = ?')
  const keep = sql(`INSERT INTO documents VALUES (?, ?, ?)
    ON CONFLICT (collection, id) DO UPDATE SET value = excluded.value`)
  const drop = sql('DELETE FROM documents WHERE collection = ? AND id = ?')
  const page = sql('SELECT id, value FROM documents WHERE collection = ? AND id > ? ORDER BY id LIMIT ?')
  const count = sql('SELECT count(*) AS total FROM documents WHERE collection = ?')
  const valueOf = (collection: string, id: string) => find().get(collection, id)?.value as string | undefined

  return {
    read: (collection, id) => read(() => valueOf(collection, id)),
    replace: (collection, id, expected, next) =>
      write(() => {
        const value = valueOf(collection, id)
        // The value has already been replaced, so this is a retry after the first response was lost.
        if (value === next) return 'replaced'
        if (value !== expected) return 'changed'
        if (next === undefined) drop().run(collection, id)
        else keep().run(collection, id, next)
        return 'replaced'
      }),
    list: (collection, after, limit) =>
      read(() => ({
        documents: page()
          .all(collection, after ?? '', limit)
          .map((row) => ({ id: row.id as string, value: row.value as string })),
        total: after === undefined ? (count().get(collection)!.total as number) : undefined,
      })),
  }
}
