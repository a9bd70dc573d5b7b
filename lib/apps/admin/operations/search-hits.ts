/** Search results: users and clients by name, username, email, or client ID, and requests by ID. */
import { requestIdBeginning, requestIdsIn } from '../../../../policies/request-id.ts'
import { userOf } from '../../../domain/accounts/account-record.ts'
import { displayName } from '../../../domain/accounts/display-name.ts'
import type { User } from '../../../domain/accounts/user-directory.ts'
import { FAILURE_REASONS } from '../../../domain/audit/events.ts'
import type { Explanation } from '../../../domain/audit/explanations.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import { searchClients } from '../../../domain/clients/client-search.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { clientPath, userPath } from '../shell/names.ts'
import type { FirstHits, SearchHit } from './search-view.tsx'
import type { OperationsRequest } from './services.ts'

/** Exact and partial matches. */
export interface Hits {
  readonly exact: readonly SearchHit[]
  readonly near: readonly SearchHit[]
  /** URL of the full list, if there are more matches than shown. */
  readonly allHref?: string | undefined
  /** Number of matches shown, if there are more and no list has them all. */
  readonly first?: number | undefined
  /** URL of the activity list that continues the search, if not everything was searched. */
  readonly olderHref?: string | undefined
}

/** Searches users the way the user list does, in one call. If a host's directory is unavailable, returns no users. */
export async function usersLike(page: OperationsRequest, query: string, limit: number): Promise<Hits> {
  const { embedded, managedUsers, users, now } = page.services
  if (managedUsers?.capabilities.search !== true) {
    const user = await users.find(query).catch(() => undefined)
    return { exact: user === undefined ? [] : [userHit(page, user, 'users')], near: [] }
  }
  const search = managedUsers.list({ text: query }, undefined, limit)
  const [named, found] = await Promise.all([
    embedded?.accountByUsername(query),
    embedded === undefined ? search.catch(() => undefined) : search,
  ])
  const others = (found?.users ?? []).map(({ user }) => user).filter(({ sub }) => sub !== named?.sub)
  const wanted = query.toLowerCase()
  const all = [...(named === undefined ? [] : [userOf(named, now())]), ...others]
  const hits = all.slice(0, limit).map((user) => ({
    hit: userHit(page, user, 'users'),
    isExact: [user.sub, user.preferred_username, user.name, user.email].some((name) => name?.toLowerCase() === wanted),
  }))
  const isMore = found?.next !== undefined || all.length > limit
  return { ...parted(hits), allHref: isMore ? page.href(withParameters('/users', { q: query })) : undefined }
}

export async function clientsLike(page: OperationsRequest, query: string, limit: number): Promise<Hits> {
  const [named, found] = await Promise.all([page.services.clients.find(query), clientsCalled(page, query, limit)])
  const all = [
    ...(named === undefined ? [] : [named]),
    ...found.clients.filter(({ clientId }) => clientId !== named?.clientId),
  ]
  const wanted = query.toLowerCase()
  const hits = all.slice(0, limit).map((client) => ({
    hit: clientHit(page, client),
    isExact: [client.clientId, client.clientName.toLowerCase()].includes(wanted),
  }))
  const isMore = all.length > limit || found.isCut
  return { ...parted(hits), allHref: isMore ? page.href(withParameters('/clients', { q: query })) : undefined }
}

export function parted(hits: readonly { readonly hit: SearchHit; readonly isExact: boolean }[]): Hits {
  return {
    exact: hits.filter(({ isExact }) => isExact).map(({ hit }) => hit),
    near: hits.filter(({ isExact }) => !isExact).map(({ hit }) => hit),
  }
}

export function clientHit({ href }: OperationsRequest, { clientId, clientName, icon }: Client): SearchHit {
  return { kind: 'clients', label: clientName, icon, detail: clientId, href: href(clientPath(clientId, 'overview')) }
}

/** Links to the user's page, if there is one. For `sessions`, links to the user's sessions. */
export function userHit({ href, services }: OperationsRequest, user: User, kind: 'users' | 'sessions'): SearchHit {
  const names = [user.preferred_username, user.email].filter((name) => name !== undefined)
  return {
    kind,
    label: displayName(user),
    detail: names.length === 0 ? user.sub : names.join(' · '),
    href: href(
      kind === 'users' && services.managedUsers !== undefined
        ? userPath(user.sub)
        : withParameters('/sessions', { user: user.sub }),
    ),
  }
}

/** The first clients that match the text. `isCut`: there are more, or not all were searched. */
export async function clientsCalled(
  { services }: OperationsRequest,
  text: string,
  limit: number,
): Promise<{ readonly clients: readonly Client[]; readonly isCut: boolean }> {
  const found = await searchClients(services.clients, { text }, 'name', undefined, limit)
  return {
    clients: found.clients.slice(0, limit),
    isCut: found.reach === 'part' ? found.next !== undefined : found.clients.length > limit,
  }
}

/**
 * The first users that match the text, in one call. `isCut`: there are more, or not all were searched. If the
 * directory has no search, the text is looked up as a subject. A host's unavailable directory has no matches.
 */
export async function usersCalled(
  { services: { embedded, managedUsers, users } }: OperationsRequest,
  text: string,
  limit: number,
): Promise<CalledUsers> {
  const find = async (): Promise<CalledUsers> => {
    if (managedUsers?.capabilities.search !== true) {
      const user = await users.find(text)
      return { users: user === undefined ? [] : [user], isCut: false }
    }
    const found = await managedUsers.list({ text }, undefined, limit)
    return { users: found?.users.map(({ user }) => user) ?? [], isCut: found?.next !== undefined }
  }
  return embedded === undefined ? find().catch(() => ({ users: [], isCut: false })) : find()
}

interface CalledUsers {
  readonly users: readonly User[]
  readonly isCut: boolean
}

const SHOWN = 8
/** The trail has no index on requests, so the search reads at most this many of the newest entries. */
const TRAIL_MAX = 4_000

/** Denied requests, which are kept for a week. All other requests are found in the audit trail, by their full ID. */
export async function requestsLike(page: OperationsRequest, query: string, depth: 'whole' | 'typing'): Promise<Hits> {
  const { explanations } = page.services
  const whole = await explanations.find(query)
  if (whole !== undefined && maySee(page, whole)) return { exact: [await explainedHit(page, whole)], near: [] }
  const { hits, first } = await explainedHits(page, await explanations.beginningWith(query, SHOWN + 1))
  if (hits.length > 0) return hits.length === 1 ? { exact: hits, near: [] } : { exact: [], near: hits, first }
  return depth === 'whole' && page.mayLook ? inTrail(page, query) : { exact: [], near: [] }
}

/** Requests whose IDs have the same beginning as the typed ID, if that ID does not exist. */
export const requestsNear = async (page: OperationsRequest, query: string): Promise<FirstHits> =>
  explainedHits(page, await page.services.explanations.near(query, SHOWN + 1))

/** Helpers see only failed sign-ins, and denials of a user's requests. */
export const maySee = ({ mayLook }: OperationsRequest, { user, facts }: Explanation): boolean =>
  mayLook || user !== undefined || FAILURE_REASONS.some((reason) => reason === facts.reason)

async function explainedHits(page: OperationsRequest, found: readonly Explanation[]): Promise<FirstHits> {
  const all = found.filter((one) => maySee(page, one))
  return {
    hits: await Promise.all(all.slice(0, SHOWN).map((one) => explainedHit(page, one))),
    first: all.length > SHOWN ? SHOWN : undefined,
  }
}

/** True for a possible request ID or its beginning. A digit is required, because ordinary words contain none. */
export const isLikeRequestId = (query: string): boolean => requestIdBeginning(query) !== undefined && /\d/.test(query)

async function explainedHit(page: OperationsRequest, { requestId, at, client }: Explanation): Promise<SearchHit> {
  const app = client === undefined ? undefined : await page.services.clients.find(client)
  return {
    kind: 'requests',
    label: requestId,
    detail: app === undefined ? undefined : clientHit(page, app).label,
    at: new Date(at),
    href: page.href(`/explain/${encodeURIComponent(requestId)}`),
  }
}

async function inTrail({ services, href }: OperationsRequest, query: string): Promise<Hits> {
  let olderHref: string | undefined
  for (const requestId of requestIdsIn(query)) {
    const {
      entries: [entry],
      next,
    } = await services.audit.list({ requestId }, undefined, 1, TRAIL_MAX)
    const address = href(withParameters('/activity', { request_id: requestId }))
    if (entry !== undefined)
      return { exact: [{ kind: 'requests', label: requestId, at: new Date(entry.at), href: address }], near: [] }
    if (next !== undefined) olderHref ??= address
  }
  return { exact: [], near: [], olderHref }
}
