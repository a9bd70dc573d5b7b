import type { SessionStore } from '../../lib/ports/sessions.ts'
import type { Connection } from './connection.ts'
import { fromText } from './text.ts'

/** Each session is a row with its clients as an object, which statements change one entry at a time. */
export function sessions({ read, write }: Connection): SessionStore {
  return {
    async read(key) {
      const [row] = await read('reading a session', 'readSession', [key])
      if (row === undefined) return undefined
      const [base, clients] = row as [string, Record<string, string>]
      const entries = Object.entries(clients).map(([id, entry]) => [fromText(id), fromText(entry)])
      return { base, clients: Object.fromEntries(entries) as Record<string, string> }
    },
    write: async (key, base, ttlMs) => void (await write('writing a session', 'writeSession', [key, base, ttlMs])),
    move: async (from, to) => void (await write('moving a session', 'moveSession', [from, to])),
    async join(key, clientId, entry) {
      const joined = await write('joining a session', 'joinSession', [key, clientId, entry])
      if (joined.length > 0) return { outcome: 'joined', entry }
      const [row] = await read('reading a session', 'entryOfSession', [key, clientId])
      return row === undefined ? { outcome: 'missing' } : { outcome: 'already', entry: row[0] as string }
    },
    async amend(key, clientId, entry) {
      const amended = await write('amending a session', 'amendSession', [key, clientId, entry])
      return amended.length > 0 ? 'amended' : 'missing'
    },
    remove: async (key) => void (await write('removing a session', 'removeSession', [key])),
    async link(subject, { uid, key, about }, ttlMs) {
      await write('linking a session', 'linkSession', [subject, uid, key, about, ttlMs])
    },
    unlink: async (subject, uid) => void (await write('unlinking a session', 'unlinkSession', [subject, uid])),
    async linked(subject) {
      const rows = await read('reading sessions', 'linkedSessions', [subject])
      return rows.map((row) => {
        const [uid, key, about] = row as [string, string, string]
        return { uid, key, about }
      })
    },
    async subjects(after, limit) {
      const rows = await read('reading the subjects of sessions', 'sessionSubjects', [after ?? '', limit])
      return rows.map(([subject]) => subject as string)
    },
  }
}
