import type { AuditEventName } from '../../domain/audit/events.ts'
import { PortalActivity } from './activity-view.tsx'
import { clientNames } from './clients.ts'
import type { PortalRequest } from './request.ts'
import { show } from './shell.ts'

const ENTRIES = 50
/** Read at once, since some of them say nothing to users. */
const READ = 200
/** Parts of something that another entry reports: the code is exchanged, and an app with access renews it by itself. */
const MACHINERY: readonly AuditEventName[] = ['code.issued', 'token.refreshed']
const SHOWN_DAYS = 90

/** GET /activity: the user's own entries of the audit trail. */
export async function showActivity(page: PortalRequest): Promise<void> {
  const { services, user } = page
  const since = services.now() - SHOWN_DAYS * 86_400_000
  const { entries: read } = await services.audit.list({ user: user.sub, since }, undefined, READ)
  const entries = read.filter(({ event }) => !MACHINERY.includes(event)).slice(0, ENTRIES)
  const clients = entries.flatMap(({ client }) => (client === undefined ? [] : [client]))
  const names = await clientNames(page, clients)
  await show(page, 200, PortalActivity, {
    entries: entries.map(({ at, event, result, client, address }) => ({
      at: new Date(at),
      event,
      ok: result === 'ok',
      app: client === undefined ? undefined : names.get(client),
      address,
    })),
  })
}
