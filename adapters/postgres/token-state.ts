import type { SubjectState } from '../../lib/ports/subjects.ts'
import type { TokenState, TokenStateQuery } from '../../lib/ports/token-state.ts'
import type { Resolution } from '../distributed/resolution.ts'
import type { Connection } from './connection.ts'
import { sharing } from './shared-statement.ts'

type Found = readonly [
  family: string | null,
  generation: number | null,
  /** Null if the session has not ended. */
  revoked: boolean | null,
  clientGeneration: number | null,
  rolesGeneration: number | null,
  ...clients: readonly (string | null)[],
]

/** The values of a lookup; the clients are the token's and the calling one. */
const COLUMNS = ['family', 'subject', 'session', 'client of the subject', 'client', 'client'] as const
const CLIENTS = 2

type Lookup = readonly (string | undefined)[]

/** Reads tokens' families, clients, and subjects in one statement. */
export function lookAtToken({ read }: Connection, resolution: Resolution) {
  const find = sharing(async (lookups: readonly Lookup[]) => {
    const columns = COLUMNS.map((_, column) => lookups.map((lookup) => lookup[column] ?? null))
    return (await read('reading the state of a token', 'lookAtToken', columns)) as unknown as readonly Found[]
  })
  return async ({ family, clients = [], subject }: TokenStateQuery): Promise<TokenState> => {
    if (clients.length > CLIENTS) throw new Error(`the state of a token has ${clients.length} clients`)
    if (family !== undefined) await resolution.unresolved(family)
    const found = await find([family, subject?.id, subject?.session, subject?.client, ...clients])
    const [record, , , , , ...records] = found
    return {
      family: record ?? undefined,
      clients: clients.map((_id, index) => records[index] ?? undefined),
      subject: subject && stateIn(found),
    }
  }
}

const stateIn = ([, generation, revoked, clientGeneration, rolesGeneration]: Found): SubjectState => ({
  generation: generation ?? 0,
  sessionEnded: revoked !== null,
  sessionRevoked: revoked === true,
  clientGeneration: clientGeneration ?? 0,
  rolesGeneration: rolesGeneration ?? 0,
})
