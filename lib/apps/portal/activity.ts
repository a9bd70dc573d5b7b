import type { AuditEntry } from '../../domain/audit/audit-trail.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import { viewOf } from '../first-party/page.ts'
import { hasWords, type OwnEvent, PortalActivity } from './activity-view.tsx'
import { clientViews } from './apps.ts'
import { type PortalRequest, show } from './request.ts'

/** Number of entries to read for one page. Not all of them are shown, because some have no description for users. */
const READ = 100
const SHOWN_DAYS = 90
/** A code exchanged within this time after a sign-in belongs to that sign-in. */
const SAME_SIGN_IN_MS = 10 * 60_000

/** GET /security/activity?before=: the user's events, without operations on other users and steps of other entries. */
export async function showActivity(page: PortalRequest): Promise<void> {
  const { services, user, query, href } = page
  const { t } = viewOf(page)
  const path = '/security/activity'
  const before = query.get('before') ?? undefined
  const since = viewOf(page).now.getTime() - SHOWN_DAYS * 86_400_000
  const { entries: read, next } = await services.audit.list({ user: user.sub, since }, before, READ)
  const own = read.filter(
    (entry): entry is AuditEntry & { event: OwnEvent } => entry.user === user.sub && hasWords(entry.event, t),
  )
  const entries = own.filter((entry) => !isCovered(entry, own))
  const apps = await clientViews(
    page,
    entries.flatMap(({ client }) => (client === undefined ? [] : [client])),
  )
  await show(page, 200, PortalActivity, {
    entries: entries.map(({ at, event, result, client, address, device, details, count, lastAt }) => ({
      at: new Date(lastAt ?? at),
      event,
      ok: result === 'ok',
      reason: details?.reason,
      count: count ?? 1,
      app: client === undefined ? undefined : apps.get(client)?.name,
      ...device,
      // Apps exchange codes and revoke tokens from their own servers, whose IP addresses mean nothing to users.
      address: isOfServer(event) ? undefined : address,
    })),
    previousHref: before === undefined ? undefined : href(path),
    nextHref: next === undefined ? undefined : withParameters(href(path), { before: next }),
  })
}

const isOfServer = (event: OwnEvent): boolean => event.startsWith('token.')

/** Whether a sign-in entry already covers this token. */
function isCovered({ event, client, at }: AuditEntry, all: readonly AuditEntry[]): boolean {
  return (
    event === 'token.issued' &&
    all.some(
      (other) =>
        other.event === 'sign-in.succeeded' &&
        other.client === client &&
        at >= other.at &&
        at - other.at <= SAME_SIGN_IN_MS,
    )
  )
}
