import { mayEnter, openRoles } from '../../../../policies/app-access.ts'
import { displayUsername } from '../../../domain/accounts/display-name.ts'
import type { User } from '../../../domain/accounts/user.ts'
import { clientPages } from '../../../domain/clients/client-pages.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import { entryWords, isReviewed, type ReviewRow, reviewOf } from '../../../domain/management/access-review.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { notFound } from '../../../web/request/request-context.ts'
import { dateOf } from '../../first-party/page.ts'
import { type Columns, downloadFormat, sendTable } from '../shell/download.ts'
import { clientPath, reviewExportPath, userPath } from '../shell/names.ts'
import { show } from '../shell/show.ts'
import { ClientReview, type ReviewedUser } from './review-view.tsx'
import type { ClientsRequest } from './services.ts'
import { headOf, missing } from './subject.ts'

const PAGE = 25

/** GET /clients/:id/review: the users with access, their roles, and their last sign-in. */
export async function reviewPage(page: ClientsRequest, client: Client): Promise<void> {
  if (!isReviewed(client)) return missing(page)
  const cursor = page.query.get('cursor') || undefined
  const found = await usersFor(page, client, cursor)
  const rows = await Promise.all((found?.users ?? []).map((user) => reviewOf(page.services, user, [client])))
  const path = clientPath(client.clientId, 'review')
  const hrefOf = (next: string | undefined): string => withParameters(page.href(path), { cursor: next })
  const exported = { client: client.clientId }
  await show(page, 200, ClientReview, {
    client: headOf(client),
    roles: openRoles(client.access, page.services.now()),
    hasHostRule: page.services.access.hasHostRule,
    rows: found === undefined ? undefined : rows.flat().map((row) => reviewedUser(page, row)),
    previousHref: cursor === undefined ? undefined : hrefOf(undefined),
    nextHref: found?.next === undefined ? undefined : hrefOf(found.next),
    csvHref: withParameters(page.href(reviewExportPath), { ...exported, format: 'csv' }),
    ndjsonHref: withParameters(page.href(reviewExportPath), { ...exported, format: 'ndjson' }),
  })
}

/** One page of the users with access; undefined if the host's directory cannot list users. */
async function usersFor(
  { services: { managedUsers, now } }: ClientsRequest,
  { access }: Client,
  cursor: string | undefined,
): Promise<{ readonly users: readonly User[]; readonly next: string | undefined } | undefined> {
  const page = await managedUsers?.list(access?.roles === undefined ? {} : { anyRole: access.roles }, cursor, PAGE)
  if (page === undefined) return undefined
  return {
    users: page.users.map(({ user }) => user).filter(({ roles }) => mayEnter(access, roles, now())),
    next: page.next,
  }
}

function reviewedUser(page: ClientsRequest, { user, by, lastUsed, sessions }: ReviewRow): ReviewedUser {
  return {
    name: user.name ?? displayUsername(user),
    username: displayUsername(user),
    email: user.email,
    href: page.href(userPath(user.sub, 'access')),
    by: typeof by === 'string' ? [] : by,
    suspended: user.active === false,
    lastUsed: dateOf(lastUsed),
    sessions,
  }
}

/** Number of users to look up in parallel. */
const TOGETHER = 50

const COLUMNS: Columns<ReviewRow> = {
  client_id: ({ client }) => client.clientId,
  client_name: ({ client }) => client.clientName,
  sub: ({ user }) => user.sub,
  username: ({ user }) => displayUsername(user),
  name: ({ user }) => user.name,
  email: ({ user }) => user.email,
  suspended: ({ user }) => user.active === false,
  may_enter: ({ by }) => by !== 'none',
  by: ({ by }) => by,
  last_used: ({ lastUsed }) => lastUsed,
  sessions: ({ sessions }) => sessions,
  scopes: ({ scopes }) => scopes,
}

/**
 * GET /review/export?client=|user=&format=: access, last sign-in, and grants per user and client. Streams NDJSON, or
 * CSV with `format=csv`. Without `client` or `user`, the export covers all users and clients.
 */
export async function exportReview(page: ClientsRequest): Promise<void> {
  const { context, query, services } = page
  const clients = await clientsIn(page, query.get('client') || undefined)
  const users = await usersIn(page, query.get('user') || undefined)
  async function* rows(): AsyncGenerator<ReviewRow> {
    for await (const some of groups(users, TOGETHER))
      yield* (await Promise.all(some.map((user) => reviewOf(services, user, clients)))).flat()
  }
  const jsonOf = (row: ReviewRow): object => ({
    ...Object.fromEntries(Object.entries(COLUMNS).map(([name, cell]) => [name, cell(row)])),
    by: entryWords(row.by),
  })
  await sendTable(context, 'access-review', downloadFormat(query), COLUMNS, rows(), jsonOf)
}

async function clientsIn({ services }: ClientsRequest, id: string | undefined): Promise<readonly Client[]> {
  if (id !== undefined) {
    const client = await services.clients.find(id)
    if (client === undefined || !isReviewed(client)) throw notFound()
    return [client]
  }
  const all: Client[] = []
  for await (const some of clientPages(services.clients)) all.push(...some.filter(isReviewed))
  return all
}

type Users = AsyncIterable<User> | readonly User[]

/** @throws ProtocolError not_found 404 if the user does not exist, or the directory cannot list users */
async function usersIn({ services }: ClientsRequest, sub: string | undefined): Promise<Users> {
  const { managedUsers } = services
  if (sub === undefined && managedUsers?.capabilities.list === true) return managedUsers.everyone()
  const found = sub === undefined ? undefined : await managedUsers?.read(sub)
  if (found === undefined) throw notFound()
  return [found.user]
}

async function* groups(users: Users, size: number): AsyncGenerator<readonly User[]> {
  let group: User[] = []
  for await (const user of users) {
    if (group.push(user) < size) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}
