/** Each session is a row with its clients as JSON. Transactions keep tabs from overwriting each other's entries. */
import type { SessionLink, SessionStore } from '../../lib/ports/sessions.ts'
import type { Database } from './database.ts'

type Clients = Readonly<Record<string, string>>

export function embeddedSessions({ sql, read, write, now }: Database): SessionStore {
  const find = sql('SELECT base, clients FROM sessions WHERE key = ? AND expires_at > ?')
  const keep = sql(`INSERT INTO sessions VALUES (:key, :base, '{}', :now + :ttlMs) ON CONFLICT (key) DO UPDATE SET
    base = excluded.base, clients = CASE WHEN expires_at > :now THEN clients ELSE '{}' END, expires_at = excluded.expires_at`)
  const rename = sql('UPDATE OR REPLACE sessions SET key = ? WHERE key = ? AND expires_at > ?')
  const setClients = sql('UPDATE sessions SET clients = ? WHERE key = ?')
  const drop = sql('DELETE FROM sessions WHERE key = ?')
  const addLink = sql(`INSERT INTO session_links VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (subject, uid) DO UPDATE SET key = excluded.key, about = excluded.about, expires_at = excluded.expires_at`)
  const dropLink = sql('DELETE FROM session_links WHERE subject = ? AND uid = ?')
  const links = sql('SELECT uid, key, about FROM session_links WHERE subject = ? AND expires_at > ?')
  const page = sql(
    'SELECT DISTINCT subject FROM session_links WHERE subject > ? AND expires_at > ? ORDER BY subject LIMIT ?',
  )

  function sessionAt(key: string): { readonly base: string; readonly clients: Clients } | undefined {
    const row = find().get(key, now())
    return row && { base: row.base as string, clients: JSON.parse(row.clients as string) as Clients }
  }
  // Safe even for the client id "__proto__", because spread and computed keys create own properties.
  const put = (key: string, clients: Clients, clientId: string, entry: string) =>
    setClients().run(JSON.stringify({ ...clients, [clientId]: entry }), key)

  return {
    read: (key) => read(() => sessionAt(key)),
    write: (key, base, ttlMs) => write(() => void keep().run({ key, base, now: now(), ttlMs })),
    move: (from, to) => write(() => void rename().run(to, from, now())),
    join: (key, clientId, entry) =>
      write(() => {
        const clients = sessionAt(key)?.clients
        if (!clients) return { outcome: 'missing' }
        if (Object.hasOwn(clients, clientId)) return { outcome: 'already', entry: clients[clientId]! }
        put(key, clients, clientId, entry)
        return { outcome: 'joined', entry }
      }),
    amend: (key, clientId, entry) =>
      write(() => {
        const clients = sessionAt(key)?.clients
        if (!clients || !Object.hasOwn(clients, clientId)) return 'missing'
        put(key, clients, clientId, entry)
        return 'amended'
      }),
    remove: (key) => write(() => void drop().run(key)),
    link: (subject, { uid, key, about }, ttlMs) =>
      write(() => void addLink().run(subject, uid, key, about, now() + ttlMs)),
    unlink: (subject, uid) => write(() => void dropLink().run(subject, uid)),
    linked: (subject) =>
      read(() =>
        links()
          .all(subject, now())
          .map((row): SessionLink => ({ uid: row.uid as string, key: row.key as string, about: row.about as string })),
      ),
    subjects: (after, limit) =>
      read(() => Array.from(page().all(after ?? '', now(), limit), (row) => row.subject as string)),
  }
}
