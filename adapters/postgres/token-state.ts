import type { SubjectState } from '../../lib/ports/subjects.ts'
import type { TokenState, TokenStateQuery } from '../../lib/ports/token-state.ts'
import type { Resolution } from '../distributed/resolution.ts'
import type { Connection } from './connection.ts'

type Found = readonly [
  family: string | null,
  generation: number | null,
  /** Null if the session has not ended. */
  revoked: boolean | null,
  clientGeneration: number | null,
  rolesGeneration: number | null,
  ...clients: readonly (string | null)[],
]

/** Maximum number of clients per lookup: the token's client and the calling client. */
const CLIENTS = 2

/** Reads a token's family, clients, and subject in one statement. */
export const lookAtToken =
  ({ read }: Connection, resolution: Resolution) =>
  async ({ family, clients = [], subject }: TokenStateQuery): Promise<TokenState> => {
    if (clients.length > CLIENTS) throw new Error(`the state of a token has ${clients.length} clients`)
    if (family !== undefined) await resolution.unresolved(family)
    const { id = null, session = null, client = null } = subject ?? {}
    const values = [family ?? null, id, session, client, clients[0] ?? null, clients[1] ?? null]
    const [found] = (await read('reading the state of a token', 'lookAtToken', values)) as unknown as readonly [Found]
    const [record, , , , , ...records] = found
    return {
      family: record ?? undefined,
      clients: clients.map((_id, index) => records[index] ?? undefined),
      subject: subject && stateIn(found),
    }
  }

const stateIn = ([, generation, revoked, clientGeneration, rolesGeneration]: Found): SubjectState => ({
  generation: generation ?? 0,
  sessionEnded: revoked !== null,
  sessionRevoked: revoked === true,
  clientGeneration: clientGeneration ?? 0,
  rolesGeneration: rolesGeneration ?? 0,
})
