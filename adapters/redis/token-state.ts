import type { Redis } from 'ioredis'
import type { TokenStateQuery, TokenStateReader } from '../../lib/ports/token-state.ts'
import type { Resolution } from '../distributed/resolution.ts'
import type { Connection } from './connection.ts'
import { recordOf } from './family-store.ts'
import type { Keys } from './keys.ts'
import { subjectFields, subjectState } from './subject-store.ts'

/**
 * Sends the commands in parallel: in one write to a single server, or to several nodes in a cluster. Does not use the
 * driver's pipelines, because their overhead exceeds the cost of the commands. Reads all records from a single server
 * with one command, because the driver's overhead per response exceeds the cost of the data.
 */
export function tokenStateReader(
  connection: Connection,
  keys: Keys,
  resolution: Resolution,
  now: () => number,
): TokenStateReader {
  return {
    async look(query) {
      const unresolved = query.family === undefined ? undefined : resolution.unresolved(query.family)
      if (unresolved) await unresolved
      const { family, clients, subject } = await connection.read('looking up the state of a token', (redis) =>
        look(redis, keys, query, connection.kind),
      )
      return {
        family: recordOf(family),
        clients: clients.map((client) => client ?? undefined),
        subject: subject && (await subjectState(connection, subject, now)),
      }
    },
  }
}

async function look(
  redis: Redis,
  keys: Keys,
  { family, clients = [], subject }: TokenStateQuery,
  kind: Connection['kind'],
) {
  const clientKeys = clients.map(keys.client)
  const asked =
    subject && redis.hmget(keys.subject(subject.id), ...subjectFields(subject.session, subject.client ?? ''))
  if (family === undefined || clientKeys.length === 0 || kind === 'cluster') {
    const [foundFamily, foundClients, foundSubject] = await Promise.all([
      family === undefined ? null : redis.get(keys.family(family)),
      clientKeys.length === 0 ? [] : redis.mget(clientKeys),
      asked,
    ])
    return { family: foundFamily, clients: foundClients, subject: foundSubject }
  }
  const [[foundFamily = null, ...foundClients], foundSubject] = await Promise.all([
    redis.mget(keys.family(family), ...clientKeys),
    asked,
  ])
  return { family: foundFamily, clients: foundClients, subject: foundSubject }
}
