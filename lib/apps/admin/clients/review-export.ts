import { deny } from '../../../../policies/verdict.ts'
import { displayUsername } from '../../../domain/accounts/display-name.ts'
import type { User } from '../../../domain/accounts/user.ts'
import { clientPages } from '../../../domain/clients/client-pages.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import { entryWords, isReviewed, type ReviewRow, reviewOf } from '../../../domain/management/access-review.ts'
import { ProtocolError } from '../../../web/request/protocol-error.ts'
import { type Columns, csvLine, csvRow } from '../shell/csv-line.ts'
import { downloadFormat, sendDownload } from '../shell/download.ts'
import type { ClientsRequest } from './services.ts'

/** So many users are looked up at once. */
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
 * GET /review/export?client=|user=&format=: who may open what, when they last did, and what they hold. All of it without a parameter, as a
 * line of JSON each, or with `format=csv` as a row; sent as it is read.
 */
export async function exportReview(page: ClientsRequest): Promise<void> {
  const { context, query } = page
  const format = downloadFormat(query)
  const clients = await clientsIn(page, query.get('client') || undefined)
  const users = await usersIn(page, query.get('user') || undefined)
  async function* lines(): AsyncGenerator<string> {
    if (format === 'csv') yield csvLine(Object.keys(COLUMNS))
    for await (const some of groups(users, TOGETHER)) {
      const rows = await Promise.all(some.map((user) => reviewOf(page.services, user, clients)))
      const text = rows
        .flat()
        .map((row) => (format === 'csv' ? csvRow(COLUMNS, row) : lineOf(row)))
        .join('')
      if (text !== '') yield text
    }
  }
  await sendDownload(context, 'access-review', format, lines())
}

async function clientsIn({ services }: ClientsRequest, id: string | undefined): Promise<readonly Client[]> {
  if (id !== undefined) {
    const client = await services.clients.find(id)
    if (client === undefined || !isReviewed(client)) throw new ProtocolError(deny('not_found', 'not_found'))
    return [client]
  }
  const all: Client[] = []
  for await (const some of clientPages(services.clients)) all.push(...some.filter(isReviewed))
  return all
}

/** @throws ProtocolError not_found 404 where there is no such user, or the directory lists nobody */
async function usersIn({ services }: ClientsRequest, sub: string | undefined): Promise<AsyncIterable<User>> {
  const { managedUsers } = services
  if (sub === undefined && managedUsers?.capabilities.list === true) return managedUsers.everyone()
  const found = sub === undefined ? undefined : await managedUsers?.read(sub)
  if (found === undefined) throw new ProtocolError(deny('not_found', 'not_found'))
  return one(found.user)
}

async function* one(user: User): AsyncGenerator<User> {
  yield user
}

async function* groups(users: AsyncIterable<User>, size: number): AsyncGenerator<readonly User[]> {
  let group: User[] = []
  for await (const user of users) {
    if (group.push(user) < size) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

const lineOf = (row: ReviewRow): string =>
  `${JSON.stringify({ ...Object.fromEntries(Object.entries(COLUMNS).map(([name, cell]) => [name, cell(row)])), by: entryWords(row.by) })}\n`
