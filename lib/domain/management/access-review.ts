/**
 * Who may open what, and what came of it: one row for a user and an app. What a user holds counts as well where they may not enter any
 * more, so that nothing is left out of a review. The host's own rule is asked at the sign-in alone and cannot be foreseen.
 */
import { type Entry, entryOf } from '../../../policies/app-access.ts'
import type { Storage } from '../../ports/storage.ts'
import type { Consents } from '../accounts/consents.ts'
import type { User } from '../accounts/user.ts'
import type { Client } from '../clients/client-record.ts'
import { type AppUses, dayAt } from '../metrics/app-use.ts'
import { dayOf } from '../metrics/client-use-record.ts'
import { type BrowserSession, sessionsOf } from '../sessions/session-registry.ts'

export interface ReviewRow {
  readonly client: Client
  readonly user: User
  /** What lets the user in; `none`: nothing does. */
  readonly by: Entry
  /** Day by UTC, as `2026-11-23`; undefined: not since the app was registered, as far as is known. */
  readonly lastUsed: string | undefined
  /** Live sessions in which the user is signed in to it. */
  readonly sessions: number
  /** What the user has allowed it; empty where nobody is asked. */
  readonly scopes: readonly string[]
}

export interface ReviewParts {
  readonly storage: Pick<Storage, 'sessions' | 'subjects'>
  readonly appUses: Pick<AppUses, 'read'>
  readonly consents: Pick<Consents, 'list'>
}

/** The service's own apps are for everybody, or have roles of their own. */
export const isReviewed = ({ source }: Client): boolean => source !== 'service'

/** The rows of one user: a few round trips, however many apps there are. */
export async function reviewOf(
  { storage, appUses, consents }: ReviewParts,
  user: User,
  clients: readonly Client[],
): Promise<readonly ReviewRow[]> {
  const { sub } = user
  const only = clients.length === 1 ? clients[0]?.clientId : undefined
  const [days, sessions, allowed] = await Promise.all([
    appUses.read(sub),
    sessionsOf(storage, sub, only),
    consents.list(sub),
  ])
  return clients.flatMap((client): readonly ReviewRow[] => {
    const { clientId, createdAt } = client
    const by = entryOf(client.access, user.roles)
    const used = dayAt(days, clientId)
    const joined = sessions.filter((session) => isIn(session, clientId))
    const consent = allowed.find((one) => one.clientId === clientId && one.firstAt >= createdAt)
    const row = {
      client,
      user,
      by,
      lastUsed: used !== undefined && used >= dayOf(createdAt) ? used : undefined,
      sessions: joined.length,
      scopes: consent?.scopes ?? [],
    }
    return by === 'none' && row.sessions === 0 && row.scopes.length === 0 ? [] : [row]
  })
}

const isIn = ({ clients }: BrowserSession, clientId: string): boolean =>
  clients.some((client) => client.clientId === clientId)

/** The roles that let somebody in, in words of one. */
export const entryWords = (by: Entry): string => (typeof by === 'string' ? by : by.join(' '))
