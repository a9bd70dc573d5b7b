/** Revocation versions (`generation`) never expire, but take up at most one small row per user and client. */
import type { SubjectStore } from '../../lib/ports/subjects.ts'
import type { Database } from './database.ts'

export function embeddedSubjects({ sql, read, write, now }: Database): SubjectStore {
  const generationOf = sql('SELECT generation FROM subjects WHERE id = ?')
  const clientGenerationOf = sql('SELECT generation FROM subject_clients WHERE subject = ? AND client = ?')
  const incrementClient = sql(`INSERT INTO subject_clients VALUES (?, ?, 1)
    ON CONFLICT (subject, client) DO UPDATE SET generation = generation + 1 RETURNING generation`)
  const rolesGenerationOf = sql('SELECT generation FROM subject_roles WHERE subject = ?')
  const incrementRoles = sql(`INSERT INTO subject_roles VALUES (?, 1)
    ON CONFLICT (subject) DO UPDATE SET generation = generation + 1 RETURNING generation`)
  const endOf = sql('SELECT revoked FROM ended_sessions WHERE subject = ? AND session = ? AND expires_at > ?')
  const increment = sql(`INSERT INTO subjects VALUES (?, 1)
    ON CONFLICT (id) DO UPDATE SET generation = generation + 1 RETURNING generation`)
  const mark = sql(`INSERT INTO ended_sessions VALUES (?, ?, ?, ?) ON CONFLICT (subject, session) DO UPDATE
    SET expires_at = max(expires_at, excluded.expires_at), revoked = max(revoked, excluded.revoked)`)

  return {
    read: (subject, session = '', client = '') =>
      read(() => {
        const end = endOf().get(subject, session, now())
        return {
          generation: (generationOf().get(subject)?.generation ?? 0) as number,
          sessionEnded: end !== undefined,
          clientGeneration: (clientGenerationOf().get(subject, client)?.generation ?? 0) as number,
          sessionRevoked: end?.revoked === 1,
          rolesGeneration: (rolesGenerationOf().get(subject)?.generation ?? 0) as number,
        }
      }),
    revoke: (subject) => write(() => increment().get(subject)!.generation as number),
    revokeClient: (subject, client) => write(() => incrementClient().get(subject, client)!.generation as number),
    changeRoles: (subject) => write(() => incrementRoles().get(subject)!.generation as number),
    endSession: (subject, session, keepMs) => write(() => void mark().run(subject, session, now() + keepMs, 0)),
    revokeSession: (subject, session, keepMs) => write(() => void mark().run(subject, session, now() + keepMs, 1)),
  }
}
