import type { AuditEventName } from '../../domain/audit/events.ts'
import { PortalActivity } from './activity-view.tsx'
import type { PortalRequest } from './portal.ts'
import { show } from './shell.ts'

const ENTRIES = 50
/** Read at once, since some of them tell people nothing. */
const READ = 200
/** Parts of something that another entry tells: the code is exchanged, and an app with access renews it by itself. */
const MACHINERY: readonly AuditEventName[] = ['code.issued', 'token.refreshed']
const SHOWN_DAYS = 90

/** GET /activity: the person's own entries of the audit trail. */
export async function showActivity(page: PortalRequest): Promise<void> {
  const { services, user } = page
  const { entries: read } = await services.audit.list(
    { user: user.sub, since: services.now() - SHOWN_DAYS * 86_400_000 },
    undefined,
    READ,
  )
  const entries = read.filter(({ event }) => !MACHINERY.includes(event)).slice(0, ENTRIES)
  const names = new Map<string, string>()
  for (const { client } of entries) {
    if (client !== undefined && !names.has(client))
      names.set(client, (await services.clients.find(client))?.clientName ?? client)
  }
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
