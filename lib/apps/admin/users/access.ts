import { clientPages } from '../../../domain/clients/client-pages.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import { isReviewed, type ReviewRow, reviewOf } from '../../../domain/management/access-review.ts'
import type { ManagedUser } from '../../../domain/management/account-result.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { dateOf, viewOf } from '../../first-party/page.ts'
import { clientPath, reviewExportPath, userPath } from '../shell/names.ts'
import { show } from '../shell/show.ts'
import { type ReviewedApp, UserAccess } from './access-view.tsx'
import type { UsersRequest } from './services.ts'
import { headOf } from './subject.ts'

const PAGE = 25
/** Maximum number of apps to read for one page. */
const SCAN_MAX = 2_000

/** GET /users/:sub/access: the apps a user can open, the roles that give access, and the granted scopes. */
export async function userAccess(page: UsersRequest, subject: ManagedUser): Promise<void> {
  const { user } = subject
  const { services } = page
  const after = page.query.get('after') || undefined
  const { clients, rest } = await clientsAfter(page, after)
  const rows = await reviewOf({ ...services, now: () => viewOf(page).now.getTime() }, user, clients)
  const shown = rows.slice(0, PAGE)
  const next = rows.length > PAGE ? shown.at(-1)?.client.clientId : rest
  const path = userPath(user.sub, 'access')
  const hrefOf = (from: string | undefined): string => withParameters(page.href(path), { after: from })
  const exported = (format: string): string => withParameters(page.href(reviewExportPath), { user: user.sub, format })
  await show(page, 200, UserAccess, {
    user: headOf(subject),
    rows: shown.map((row) => reviewedApp(page, row)),
    hasHostRule: services.hasHostRule,
    previousHref: after === undefined ? undefined : hrefOf(undefined),
    nextHref: next === undefined ? undefined : hrefOf(next),
    csvHref: exported('csv'),
    ndjsonHref: exported('ndjson'),
  })
}

/** The clients in order of ID. `rest`: ID after which the next page starts, if more clients remain. */
async function clientsAfter(
  { services: { clients } }: UsersRequest,
  after: string | undefined,
): Promise<{ readonly clients: readonly Client[]; readonly rest: string | undefined }> {
  const found: Client[] = []
  for await (const some of clientPages(clients, after)) {
    found.push(...some)
    if (found.length >= SCAN_MAX) return { clients: found.filter(isReviewed), rest: found.at(-1)?.clientId }
  }
  return { clients: found.filter(isReviewed), rest: undefined }
}

const reviewedApp = (page: UsersRequest, { client, by, lastUsed, sessions, scopes }: ReviewRow): ReviewedApp => ({
  name: client.clientName,
  clientId: client.clientId,
  href: page.href(clientPath(client.clientId, 'review')),
  by,
  disabled: client.status !== 'active',
  lastUsed: dateOf(lastUsed),
  sessions,
  scopes,
})
