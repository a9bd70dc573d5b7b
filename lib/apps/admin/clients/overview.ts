import { clientImpact } from '../../../domain/management/client-impact.ts'
import { daysOf } from '../../../domain/metrics/client-use-record.ts'
import { ROUTES } from '../../../web/http/routes.ts'
import type { RouteName } from '../../../web/request/route.ts'
import { show } from '../shell/show.ts'
import { ClientOverview } from './overview-view.tsx'
import type { ClientsRequest } from './services.ts'
import { dateOf, headOf, secretUsedAt, withClient } from './subject.ts'

/** GET /clients/:id/overview */
export function overviewPage(page: ClientsRequest): Promise<void> {
  return withClient(page, async (client) => {
    const { uses, storage, now, issuerUrl } = page.services
    const [use, reach] = await Promise.all([uses.read(client), clientImpact(storage, client.clientId)])
    const address = (name: RouteName): string =>
      issuerUrl + (ROUTES.find((route) => route.name === name)?.paths[0] ?? '')
    await show(page, 200, ClientOverview, {
      client: headOf(client),
      owner: client.ownerEmail,
      days: daysOf(use, now()),
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
      endpoints: {
        issuer: issuerUrl,
        discovery: address('discovery'),
        authorize: address('authorize'),
        token: address('token'),
        userinfo: address('userinfo'),
        logout: address('logout'),
        registerSession: address('registerSession'),
      },
    })
  })
}
