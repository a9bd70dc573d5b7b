import type { SubjectState, SubjectStore } from '../../lib/ports/subjects.ts'
import { run } from './commands.ts'
import type { Connection } from './connection.ts'
import type { Keys } from './keys.ts'

/**
 * One hash per subject. `g` is the subject's revocation version, `c<client>` is the version for a client's access, and
 * `a` is the version for roles. `x<session>` marks an ended session and `r<session>` a revoked one; the value of a
 * mark is its expiry.
 */
export function subjectStore(connection: Connection, keys: Keys, now: () => number): SubjectStore {
  function raise(step: string, subject: string, field: string): Promise<number> {
    const key = keys.subject(subject)
    return connection.write(step, key, (redis) => run(redis, 'revokeSubject', { subject: key, field }))
  }
  return {
    async read(subject, session = '', client = '') {
      const fields = await connection.read('reading a subject', (redis) =>
        redis.hmget(keys.subject(subject), ...subjectFields(session, client)),
      )
      return subjectState(connection, fields, now)
    },

    revoke: (subject) => raise('revoking what a subject holds', subject, GENERATION),
    revokeClient: (subject, client) =>
      raise('revoking what a client holds for a subject', subject, generationOf(client)),
    changeRoles: (subject) => raise('noting that the roles of a subject have changed', subject, ROLES_GENERATION),

    async endSession(subject, session, keepMs) {
      const key = keys.subject(subject)
      await connection.write('ending a session of a subject', key, (redis) =>
        run(redis, 'endSession', { subject: key, keepMs }, [markOf(session)]),
      )
    },

    async revokeSession(subject, session, keepMs) {
      const key = keys.subject(subject)
      await connection.write('revoking a session of a subject', key, (redis) =>
        run(redis, 'endSession', { subject: key, keepMs }, [markOf(session), revocationOf(session)]),
      )
    },
  }
}

const GENERATION = 'g'
const ROLES_GENERATION = 'a'
const generationOf = (client: string) => `c${client}`

/** Converts a version to its field, and a field to its version (undefined for marks). */
export const versionField = (version: { readonly of: 'all' | 'roles' } | { readonly of: 'client'; client: string }) =>
  version.of === 'client' ? generationOf(version.client) : version.of === 'all' ? GENERATION : ROLES_GENERATION
export function versionIn(field: string) {
  if (field === GENERATION) return { of: 'all' } as const
  if (field === ROLES_GENERATION) return { of: 'roles' } as const
  return field.startsWith('c') ? ({ of: 'client', client: field.slice(1) } as const) : undefined
}

const markOf = (session: string) => `x${session}`
const revocationOf = (session: string) => `r${session}`

export const subjectFields = (session: string, client: string): string[] => [
  GENERATION,
  markOf(session),
  generationOf(client),
  revocationOf(session),
  ROLES_GENERATION,
]

/** Marks expire by the store's clock. That clock is read only if a mark has already expired by this node's clock. */
export async function subjectState(
  connection: Connection,
  [generation, mark, clientGeneration, revocation, rolesGeneration]: readonly (string | null)[],
  now: () => number,
): Promise<SubjectState> {
  const holds = async (text: string | null | undefined): Promise<boolean> => {
    const ends = Number(text ?? 0)
    return ends > 0 && (ends > now() || ends > (await storeTime(connection)))
  }
  return {
    generation: Number(generation ?? 0),
    sessionEnded: await holds(mark),
    clientGeneration: Number(clientGeneration ?? 0),
    sessionRevoked: await holds(revocation),
    rolesGeneration: Number(rolesGeneration ?? 0),
  }
}

/** The store's time, in milliseconds since the epoch. */
export async function storeTime(connection: Connection): Promise<number> {
  const [seconds, microseconds] = await connection.read('asking for the time', (redis) => redis.time())
  return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000)
}
