import type { Redis } from 'ioredis'
import type { TokenStateQuery, TokenStateReader } from '../../lib/ports/token-state.ts'
import type { Connection } from './connection.ts'
import { recordOf } from './family-store.ts'
import type { Keys } from './keys.ts'
import type { Settlement } from './settlement.ts'
import { subjectFields, subjectState } from './subject-store.ts'

/** One pipeline where there is one server; in a cluster the keys live apart, and the commands go out side by side. */
export function tokenStateReader(
  connection: Connection, keys: Keys, settlement: Settlement, now: () => number,
): TokenStateReader {
  const look = connection.kind === 'cluster' ? sideBySide : inOnePipeline
  return {
    async look(query) {
      const doubt = query.family === undefined ? undefined : settlement.calm(query.family)
      if (doubt) await doubt
      const { family, clients, subject } = await connection.read('looking up the state of a token', (redis) =>
        look(redis, keys, query))
      return {
        family: recordOf(family),
        clients: clients.map((client) => client ?? undefined),
        subject: subject && await subjectState(connection, subject, now),
      }
    },
  }
}

interface Found {
  readonly family: string | null
  readonly clients: readonly (string | null)[]
  readonly subject: (string | null)[] | undefined
}

async function sideBySide(redis: Redis, keys: Keys, { family, clients = [], subject }: TokenStateQuery): Promise<Found> {
  const [foundFamily, foundClients, foundSubject] = await Promise.all([
    family === undefined ? null : redis.get(keys.family(family)),
    clients.length === 0 ? [] : redis.mget(clients.map(keys.client)),
    subject && redis.hmget(keys.subject(subject.id), ...subjectFields(subject.session, subject.client ?? '')),
  ])
  return { family: foundFamily, clients: foundClients, subject: foundSubject }
}

async function inOnePipeline(redis: Redis, keys: Keys, { family, clients = [], subject }: TokenStateQuery): Promise<Found> {
  const pipeline = redis.pipeline()
  if (family !== undefined) pipeline.get(keys.family(family))
  if (clients.length > 0) pipeline.mget(clients.map(keys.client))
  if (subject) pipeline.hmget(keys.subject(subject.id), ...subjectFields(subject.session, subject.client ?? ''))
  const answers = await pipeline.exec() ?? []
  for (const [error] of answers) if (error) throw error
  const values = answers.map(([, value]) => value)
  return {
    family: family === undefined ? null : values.shift() as string | null,
    clients: clients.length === 0 ? [] : values.shift() as (string | null)[],
    subject: subject && values.shift() as (string | null)[],
  }
}
