import { SCOPES, type Scope } from '../../../policies/scopes.ts'
import type { Storage } from '../../ports/storage.ts'
import { type BrowserSession, sessionsOf } from '../sessions/session-registry.ts'

/** Maximum number of users to read. There is a limit because a page is waiting for the result. */
const USERS_MAX = 500
const STEP = 100

/**
 * The users affected by an operation on a client. Only browser sessions are counted, because the store cannot list
 * token families (lib/README.md). A refresh token that has outlived its session is therefore not counted.
 */
export type ClientImpact = ReturnType<typeof countedImpact>

/** A browser session, with details of the sign-in to the client. */
export interface ClientSession extends Pick<BrowserSession, 'uid' | 'subject' | 'about' | 'lastSeenAt'> {
  /** When the user first signed in to the client in this session, in milliseconds since the epoch. */
  readonly joinedAt: number
  readonly scopes: readonly string[]
}

/** @param listed maximum number of sessions to return in `newest` */
export async function clientImpact(
  storage: Pick<Storage, 'sessions' | 'subjects'>,
  clientId: string,
  listed = 0,
): Promise<ClientImpact> {
  const found: ClientSession[] = []
  let after: string | undefined
  for (let looked = 0; looked < USERS_MAX; looked += STEP) {
    const subjects = await storage.sessions.subjects(after, STEP)
    const lists = await Promise.all(subjects.map((subject) => sessionsOf(storage, subject, clientId)))
    found.push(...lists.flat().flatMap((session) => partOf(session, clientId)))
    if (subjects.length < STEP) return countedImpact(found, 'all', listed)
    after = subjects.at(-1)
  }
  const more = await storage.sessions.subjects(after, 1)
  return countedImpact(found, more.length === 0 ? 'all' : 'at-least', listed)
}

function partOf(
  { uid, subject, about, lastSeenAt, clients }: BrowserSession,
  clientId: string,
): readonly ClientSession[] {
  const entry = clients.find((one) => one.clientId === clientId)
  return entry === undefined
    ? []
    : [{ uid, subject, about, lastSeenAt, joinedAt: entry.at, scopes: entry.scopes ?? [] }]
}

function countedImpact(found: readonly ClientSession[], counted: 'all' | 'at-least', listed: number) {
  const held = (scope: Scope): number => found.filter(({ scopes }) => scopes.includes(scope)).length
  return {
    people: new Set(found.map(({ subject }) => subject)).size,
    sessions: found.length,
    /** `at-least`: the counts are incomplete, because not all users with sessions were read. */
    counted,
    /** Number of sessions in which the client was granted each scope. */
    holders: Object.fromEntries(
      [...new Set([...SCOPES, ...found.flatMap(({ scopes }) => scopes)])].map((scope) => [scope, held(scope)]),
    ),
    /** The newest sessions, up to the requested number. */
    newest: found.toSorted((a, b) => b.joinedAt - a.joinedAt).slice(0, listed),
  }
}
