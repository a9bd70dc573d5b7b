/** Reads a snapshot of the whole store over a separate connection, and restores snapshots. */
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import type { StoreCopies, StoredItem } from '../../lib/ports/copies.ts'
import { connectFile } from './data-file.ts'
import type { Database } from './database.ts'
import { failure } from './failure.ts'

/** Number of entries to read per turn of the event loop. */
const PAGE = 500
/** The store is in use if any of these tables contains a row. Rate windows are left out: any client can create one. */
const USED = [
  ...['documents', 'clients', 'redirect_uris', 'audit', 'subjects', 'subject_clients', 'subject_roles'],
  ...['ended_sessions', 'families', 'sessions', 'session_links', 'records', 'deliveries', 'bounded_logs'],
]
/** Tables to clear before a restore, in this order. Documents are deleted separately. */
const WRITTEN = ['clients', 'redirect_uris', 'audit', 'subjects', 'subject_clients', 'subject_roles'] as const

/** Queries for the items in a snapshot; columns become properties. A client's redirect URIs are read separately. */
const ITEMS = [
  `SELECT 'document' AS kind, collection, id, value FROM documents ORDER BY collection, id`,
  `SELECT 'client' AS kind, id, record FROM clients ORDER BY id`,
  `SELECT 'audit-anchor' AS kind, seq, hash FROM audit_anchor`,
  `SELECT 'audit-line' AS kind, seq, at, entry, hash FROM audit ORDER BY seq`,
  `SELECT 'version' AS kind, id AS subject, 'all' AS "of", generation AS version FROM subjects ORDER BY id`,
  `SELECT 'version' AS kind, subject, 'roles' AS "of", generation AS version FROM subject_roles ORDER BY subject`,
  `SELECT 'version' AS kind, subject, 'client' AS "of", client, generation AS version
    FROM subject_clients ORDER BY subject, client`,
]

export function embeddedCopies({ sql, read, write }: Database, file: string | undefined): StoreCopies {
  const isUsed = sql(`SELECT 1 ${USED.map((table) => `FROM ${table}`).join(' UNION ALL SELECT 1 ')}
    UNION ALL SELECT 1 FROM audit_anchor WHERE seq > 0 LIMIT 1`)
  const keepDocument = sql(`INSERT INTO documents VALUES (:collection, :id, :value)
    ON CONFLICT (collection, id) DO UPDATE SET value = excluded.value`)
  const keepClient = sql(
    'INSERT INTO clients VALUES (:id, :record) ON CONFLICT (id) DO UPDATE SET record = excluded.record',
  )
  const freeUris = sql('DELETE FROM redirect_uris WHERE client = ?')
  const keepUri = sql('INSERT OR REPLACE INTO redirect_uris VALUES (?, ?)')
  const setAnchor = sql('UPDATE audit_anchor SET seq = ?, hash = ?')
  const keepLine = sql('INSERT OR REPLACE INTO audit VALUES (?, ?, ?, ?)')
  const raise = (table: string, columns: string) =>
    sql(`INSERT INTO ${table} VALUES (${columns === 'subject, client' ? '?, ?, ?' : '?, ?'})
      ON CONFLICT (${columns}) DO UPDATE SET generation = max(generation, excluded.generation)`)
  const raiseAll = raise('subjects', 'id')
  const raiseRoles = raise('subject_roles', 'subject')
  const raiseClient = raise('subject_clients', 'subject, client')
  const empty = WRITTEN.map((table) => sql(`DELETE FROM ${table}`))
  const emptyDocuments = [
    sql('DELETE FROM documents WHERE collection <> ?'),
    sql('DELETE FROM documents WHERE collection = ?'),
  ]

  function put(item: StoredItem): void {
    if (item.kind === 'document') keepDocument().run({ collection: item.collection, id: item.id, value: item.value })
    else if (item.kind === 'client') {
      keepClient().run({ id: item.id, record: item.record })
      freeUris().run(item.id)
      for (const uri of item.redirectUris) keepUri().run(uri, item.id)
    } else if (item.kind === 'audit-anchor') setAnchor().run(item.seq, item.hash)
    else if (item.kind === 'audit-line') keepLine().run(item.seq, item.at, item.entry, item.hash)
    else if (item.of === 'client') raiseClient().run(item.subject, item.client, item.version)
    else (item.of === 'all' ? raiseAll : raiseRoles)().run(item.subject, item.version)
  }

  return {
    async *readAll() {
      // An in-memory store has only one connection, so the snapshot is read in one step.
      if (file === undefined) return yield* await read(() => [...itemsOf((text) => sql(text)())])
      const connection = connectFile(file, 'buffered')
      try {
        // The first read pins the snapshot. The write-ahead log keeps growing until the connection closes.
        connection.exec('BEGIN')
        let left = PAGE
        for (const item of itemsOf((text) => connection.prepare(text))) {
          yield item
          left -= 1
          if (left > 0) continue
          left = PAGE
          await turn()
        }
      } catch (error) {
        throw failure(error)
      } finally {
        connection.close()
      }
    },
    isEmpty: () => read(() => isUsed().get() === undefined),
    write: (items) =>
      write(() => {
        for (const item of items) put(item)
      }),
    async clear(last) {
      await write(() => {
        for (const statement of empty) statement().run()
        setAnchor().run(0, '')
        emptyDocuments[0]?.().run(last)
      })
      await write(() => {
        emptyDocuments[1]?.().run(last)
      })
    },
  }
}

/** Reads each table row by row, so that no table is loaded into memory as a whole. */
function* itemsOf(prepare: (text: string) => ReturnType<DatabaseSync['prepare']>): Generator<StoredItem> {
  const uris = prepare('SELECT uri FROM redirect_uris WHERE client = ? ORDER BY uri')
  for (const select of ITEMS)
    for (const row of prepare(select).iterate() as Iterable<StoredItem>)
      if (row.kind !== 'client') yield { ...row }
      else yield { ...row, redirectUris: uris.all(row.id).map(({ uri }) => uri as string) }
}
