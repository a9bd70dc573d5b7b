/** Reads everything that a token check needs in a single statement, because this is a hot path. */
import type { TokenStateReader } from '../../lib/ports/token-state.ts'
import type { Database } from './database.ts'

type Row = readonly [
  family: string | null,
  generation: number | null,
  /** Null if the session has not ended. */
  revoked: number | null,
  clientGeneration: number | null,
  rolesGeneration: number | null,
  ...clients: readonly (string | null)[],
]

/** Maximum number of clients per lookup: the token's client and the calling client. */
const CLIENTS = 2

export function embeddedTokenState({ sql, read, now }: Database): TokenStateReader {
  const look = sql(`SELECT
    (SELECT record FROM families WHERE id = ?1 AND expires_at > ?2),
    (SELECT generation FROM subjects WHERE id = ?3),
    (SELECT revoked FROM ended_sessions WHERE subject = ?3 AND session = ?4 AND expires_at > ?2),
    (SELECT generation FROM subject_clients WHERE subject = ?3 AND client = ?5),
    (SELECT generation FROM subject_roles WHERE subject = ?3),
    (SELECT record FROM clients WHERE id = ?6),
    (SELECT record FROM clients WHERE id = ?7)`)
  let rows: ReturnType<typeof look> | undefined

  return {
    look: ({ family = null, clients = [], subject }) =>
      read(() => {
        if (clients.length > CLIENTS) throw new Error(`the state of a token has ${clients.length} clients`)
        if (rows === undefined) {
          rows = look()
          // Return rows as arrays, because building objects with named columns is slower.
          rows.setReturnArrays(true)
        }
        const { id = null, session = null, client = null } = subject ?? {}
        const [one = null, other = null] = clients
        const found = rows.get(family, now(), id, session, client, one, other) as unknown as Row
        const [foundFamily, generation, revoked, clientGeneration, rolesGeneration, ...records] = found
        return {
          family: foundFamily ?? undefined,
          clients: clients.map((_id, index) => records[index] ?? undefined),
          subject: subject && {
            generation: generation ?? 0,
            sessionEnded: revoked !== null,
            clientGeneration: clientGeneration ?? 0,
            sessionRevoked: revoked === 1,
            rolesGeneration: rolesGeneration ?? 0,
          },
        }
      }),
  }
}
