/** Users and clients as the search finds them: by part of a name, username, email address or client ID. */
import { searchAccounts } from '../../../domain/accounts/account-search.ts'
import { displayName } from '../../../domain/accounts/display-name.ts'
import type { HostUsers } from '../../../domain/accounts/host-users.ts'
import type { User } from '../../../domain/accounts/user-directory.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import { searchClients } from '../../../domain/clients/client-search.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { clientPath, userPath } from '../shell/addresses.ts'
import { hasUserPages } from '../shell/show.ts'
import type { SearchHit } from './search-view.tsx'
import type { OperationsRequest } from './services.ts'

/** What is called exactly so, and what comes near. */
export interface Found {
  readonly exact: readonly SearchHit[]
  readonly near: readonly SearchHit[]
  /** The list of all that come near, where they are more than these. */
  readonly allHref?: string | undefined
}

/** The same search as that of the list of users. */
export async function usersLike(page: OperationsRequest, query: string, limit: number): Promise<Found> {
  const { embedded, hostUsers, users } = page.services
  if (hostUsers?.search !== undefined) return hostUsersLike(page, hostUsers.search, query, limit)
  if (embedded === undefined) {
    const user = await users.find(query).catch(() => undefined)
    return { exact: user === undefined ? [] : [userHit(page, user, 'users')], near: [] }
  }
  const [named, { accounts, next }] = await Promise.all([
    embedded.accountByUsername(query),
    searchAccounts(embedded, { text: query }, undefined, limit),
  ])
  const all = [...(named === undefined ? [] : [named]), ...accounts.filter(({ sub }) => sub !== named?.sub)]
  const wanted = query.toLowerCase()
  const isCalledSo = ({ sub, username, person }: (typeof all)[number]): boolean =>
    [sub, username, person.name, person.email].some((name) => name?.toLowerCase() === wanted)
  const hits = all.slice(0, limit).map((account) => ({
    hit: userHit(page, { ...account.person, sub: account.sub, preferred_username: account.username }, 'users'),
    isExact: isCalledSo(account),
  }))
  return {
    ...parted(hits),
    allHref: next === undefined ? undefined : page.href(withParameters('/users', { q: query })),
  }
}

/** One call. A directory that is away costs the page its users, not the page. */
async function hostUsersLike(
  page: OperationsRequest,
  search: NonNullable<HostUsers['search']>,
  query: string,
  limit: number,
): Promise<Found> {
  const found = await search(query, undefined, limit).catch(() => undefined)
  const wanted = query.toLowerCase()
  const hits = (found?.users ?? []).map((user) => ({
    hit: userHit(page, user, 'users'),
    isExact: [user.sub, user.preferred_username, user.name, user.email].some((name) => name?.toLowerCase() === wanted),
  }))
  return {
    ...parted(hits),
    allHref: found?.next === undefined ? undefined : page.href(withParameters('/users', { q: query })),
  }
}

export async function clientsLike(page: OperationsRequest, query: string, limit: number): Promise<Found> {
  const { clients } = page.services
  const [named, found] = await Promise.all([
    clients.find(query),
    searchClients(clients, { text: query }, 'name', undefined, limit),
  ])
  const all = [
    ...(named === undefined ? [] : [named]),
    ...found.clients.filter(({ clientId }) => clientId !== named?.clientId),
  ]
  const wanted = query.toLowerCase()
  const hits = all.slice(0, limit).map((client) => ({
    hit: clientHit(page, client),
    isExact: [client.clientId, client.clientName.toLowerCase()].includes(wanted),
  }))
  const isMore = all.length > limit || (found.reach === 'part' && found.next !== undefined)
  return { ...parted(hits), allHref: isMore ? page.href(withParameters('/clients', { q: query })) : undefined }
}

function parted(hits: readonly { readonly hit: SearchHit; readonly isExact: boolean }[]): Found {
  return {
    exact: hits.filter(({ isExact }) => isExact).map(({ hit }) => hit),
    near: hits.filter(({ isExact }) => !isExact).map(({ hit }) => hit),
  }
}

export function clientHit({ href }: OperationsRequest, { clientId, clientName }: Client): SearchHit {
  return { kind: 'clients', label: clientName, detail: clientId, href: href(clientPath(clientId, 'overview')) }
}

/** A user is shown on their own page where there is one; a session, among the others of its user. */
export function userHit({ href, services }: OperationsRequest, user: User, kind: 'users' | 'sessions'): SearchHit {
  const names = [user.preferred_username, user.email].filter((name) => name !== undefined)
  return {
    kind,
    label: displayName(user),
    detail: names.length === 0 ? user.sub : names.join(' · '),
    href: href(
      kind === 'users' && hasUserPages(services) ? userPath(user.sub) : withParameters('/sessions', { user: user.sub }),
    ),
  }
}
