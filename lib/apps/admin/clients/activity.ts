import type { Client } from '../../../domain/clients/client-record.ts'
import { rowsOf } from '../shell/activity-rows.ts'
import { clientPath } from '../shell/names.ts'
import { show } from '../shell/show.ts'
import { ClientActivity } from './activity-view.tsx'
import type { ClientsRequest } from './services.ts'
import { headOf } from './subject.ts'

const PAGE = 25

export async function activityPage(page: ClientsRequest, client: Client): Promise<void> {
  const before = page.query.get('before') ?? undefined
  const filter = { client: client.clientId, kind: 'story', combined: true } as const
  const { entries, next } = await page.services.audit.list(filter, before, PAGE)
  const path = page.href(clientPath(client.clientId, 'activity'))
  await show(page, 200, ClientActivity, {
    client: headOf(client),
    rows: await rowsOf(page, entries),
    nextHref: next === undefined ? undefined : `${path}?before=${next}`,
    previousHref: before === undefined ? undefined : path,
  })
}
