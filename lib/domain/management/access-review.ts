/**
 * The access review: one row per user and app. It includes users who have lost access but still have sessions or
 * consents. The host's own access rule runs only when users sign in, so the review cannot take it into account.
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
  /** Why the user has access; `none` if they do not. */
  readonly by: Entry
  /** UTC date such as `2026-11-23`; undefined if no use has been recorded since the app was registered. */
  readonly lastUsed: string | undefined
  readonly sessions: number
  /** The scopes the user has consented to; empty if the app does not require consent. */
  readonly scopes: readonly string[]
}

export interface ReviewParts {
  readonly storage: Pick<Storage, 'sessions' | 'subjects'>
  readonly appUses: Pick<AppUses, 'read'>
  readonly consents: Pick<Consents, 'list'>
  readonly now: () => number
}

/** Excludes the service's own apps, which are open to all users or require dedicated roles. */
export const isReviewed = ({ source }: Client): boolean => source !== 'service'

/** Returns a user's rows in a few round trips, regardless of the number of apps. */
export async function reviewOf(
  { storage, appUses, consents, now }: ReviewParts,
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
    const by = entryOf(client.access, user.roles, now())
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

/** An entry as text: the roles that grant access, or `all-users` or `none`. */
export const entryWords = (by: Entry): string => (typeof by === 'string' ? by : by.join(' '))
