import type { Client } from '../../../domain/clients/client-record.ts'
import { clientImpact } from '../../../domain/management/client-impact.ts'
import { clientHealth, funnelOf } from '../../../domain/metrics/client-health.ts'
import { daysOf, weekOf } from '../../../domain/metrics/client-use-record.ts'
import { dateOf } from '../../first-party/page.ts'
import { show } from '../shell/show.ts'
import { ClientOverview } from './overview-view.tsx'
import type { ClientsRequest } from './services.ts'
import { headOf, secretUsedAt } from './subject.ts'

const LAST_REFUSALS = 5
/** Maximum number of audit entries to search for denials. The Activity tab lists all denials. */
const REFUSALS_SCAN = 2_000

export async function overviewPage(page: ClientsRequest, client: Client): Promise<void> {
  const { metrics, storage, audit, now } = page.services
  const [use, reach, refused] = await Promise.all([
    metrics.uses.read(client),
    clientImpact(storage, client.clientId),
    audit.list(
      { client: client.clientId, group: 'request', result: 'refused' },
      undefined,
      LAST_REFUSALS,
      REFUSALS_SCAN,
    ),
  ])
  const days = daysOf(use, now())
  await show(page, 200, ClientOverview, {
    client: headOf(client),
    owner: client.ownerEmail,
    health: clientHealth(use, now()),
    days: days.map(({ day, signIns, refused: causes = {} }) => ({
      day,
      signIns,
      refused: Object.values(causes).reduce((sum, count) => sum + count, 0),
    })),
    funnel: funnelOf(use, now()),
    hours: weekOf(days),
    refusals: refused.entries.map(({ at, ref, requestId }) => ({ at: new Date(at), ref, requestId })),
    olderRefusals: refused.next !== undefined,
    reach,
    lastRefreshAt: dateOf(use.refreshedAt),
    secretUsedAt: secretUsedAt(use, client),
    steps: {
      authorizedAt: dateOf(use.authorizedAt),
      signedInAt: dateOf(use.signedInAt),
      userinfoAt: dateOf(use.userinfoAt),
      sessionRegisteredAt: dateOf(use.sessionRegisteredAt),
    },
    hasLogoutUri: client.backchannelLogoutUri !== undefined || client.frontchannelLogoutUri !== undefined,
  })
}
