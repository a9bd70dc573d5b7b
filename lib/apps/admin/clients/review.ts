import { mayEnter } from '../../../../policies/app-access.ts'
import { displayUsername } from '../../../domain/accounts/display-name.ts'
import type { User } from '../../../domain/accounts/user.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import { isReviewed, type ReviewRow, reviewOf } from '../../../domain/management/access-review.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { dateOf } from '../../first-party/page.ts'
import { clientPath, reviewExportPath, userPath } from '../shell/names.ts'
import { show } from '../shell/show.ts'
import { ClientReview, type ReviewedUser } from './review-view.tsx'
import type { ClientsRequest } from './services.ts'
import { headOf, missing } from './subject.ts'

const PAGE = 25

/** GET /clients/:id/review: who may enter, by which role, and when they last did. */
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
    roles: client.access?.roles,
    hasHostRule: page.services.hasHostRule,
    rows: found === undefined ? undefined : rows.flat().map((row) => reviewedUser(page, row)),
    firstHref: cursor === undefined ? undefined : hrefOf(undefined),
    nextHref: found?.next === undefined ? undefined : hrefOf(found.next),
    csvHref: withParameters(page.href(reviewExportPath), { ...exported, format: 'csv' }),
    ndjsonHref: withParameters(page.href(reviewExportPath), { ...exported, format: 'ndjson' }),
  })
}

/** Those who may enter, a page of them; undefined where the host's directory lists nobody. */
async function usersFor(
  { services: { managedUsers } }: ClientsRequest,
  { access }: Client,
  cursor: string | undefined,
): Promise<{ readonly users: readonly User[]; readonly next: string | undefined } | undefined> {
  const page = await managedUsers?.list(access === undefined ? {} : { anyRole: access.roles }, cursor, PAGE)
  if (page === undefined) return undefined
  return { users: page.users.map(({ user }) => user).filter(({ roles }) => mayEnter(access, roles)), next: page.next }
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
