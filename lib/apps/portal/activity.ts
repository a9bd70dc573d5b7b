import type { AuditEntry } from '../../domain/audit/audit-trail.ts'
import { viewOf } from '../first-party/page.ts'
import { hasWords, type OwnEvent, PortalActivity } from './activity-view.tsx'
import { clientNames } from './apps.ts'
import { type PortalRequest, show } from './request.ts'

const ENTRIES = 50
/** Number of entries to read in one call. Not all of them are shown, because some have no description for users. */
const READ = 200
const SHOWN_DAYS = 90
/** A code exchanged within this time after a sign-in belongs to that sign-in. */
const SAME_SIGN_IN_MS = 10 * 60_000

/** GET /security/activity: the user's events, except operations on other users and steps that other entries cover. */
export async function showActivity(page: PortalRequest): Promise<void> {
  const { services, user } = page
  const { t } = viewOf(page)
  const since = services.now() - SHOWN_DAYS * 86_400_000
  const { entries: read } = await services.audit.list({ user: user.sub, since }, undefined, READ)
  const own = read.filter(
    (entry): entry is AuditEntry & { event: OwnEvent } => entry.user === user.sub && hasWords(entry.event, t),
  )
  const entries = own.filter((entry) => !isCovered(entry, own)).slice(0, ENTRIES)
  const names = await clientNames(
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
      app: client === undefined ? undefined : names.get(client),
      ...device,
      // Apps exchange codes and revoke tokens from their own servers, whose IP addresses mean nothing to users.
      address: isOfServer(event) ? undefined : address,
    })),
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
