/** The hot path of every token check: one statement for the family and the subject, one for each client. */
import type { TokenStateReader } from '../../lib/ports/token-state.ts'
import type { Database } from './database.ts'

interface Row {
  readonly family: string | null
  readonly generation: number | null
  /** Null: it has not ended. */
  readonly revoked: number | null
  readonly client_generation: number | null
  readonly roles_generation: number | null
}

export function embeddedTokenState({ sql, read, now }: Database): TokenStateReader {
  const look = sql(`SELECT
    (SELECT record FROM families WHERE id = :family AND expires_at > :now) AS family,
    (SELECT generation FROM subjects WHERE id = :subject) AS generation,
    (SELECT revoked FROM ended_sessions WHERE subject = :subject AND session = :session AND expires_at > :now) AS revoked,
    (SELECT generation FROM subject_clients WHERE subject = :subject AND client = :client) AS client_generation,
    (SELECT generation FROM subject_roles WHERE subject = :subject) AS roles_generation`)
  const find = sql('SELECT record FROM clients WHERE id = ?')

  return {
    look: ({ family = null, clients = [], subject }) =>
      read(() => {
        const { id = null, session = null, client = null } = subject ?? {}
        const row = look().get({ family, subject: id, session, client, now: now() }) as unknown as Row
        return {
          family: row.family ?? undefined,
          clients: clients.map((known) => find().get(known)?.record as string | undefined),
          subject: subject && {
            generation: row.generation ?? 0,
            sessionEnded: row.revoked !== null,
            clientGeneration: row.client_generation ?? 0,
            sessionRevoked: row.revoked === 1,
            rolesGeneration: row.roles_generation ?? 0,
          },
        }
      }),
  }
}
