import { connectorAttention, failingClients, serviceAttention } from '../../../../policies/attention.ts'
import type { Finding } from '../../../../policies/findings.ts'
import type { LedgerEntry } from '../../../domain/sessions/delivery-ledger.ts'
import { forwardedAddresses } from '../../../web/http/client-address.ts'
import { dateOf } from '../../first-party/page.ts'
import type { AttentionProps, BoundedCount, ServiceItem } from './attention-view.tsx'
import { attentionOfNodes, readClock } from './health.ts'
import type { OperationsRequest, OperationsServices } from './services.ts'

/** Maximum number of apps with failed logout notifications to list. */
const SHOWN_MAX = 10

/** Issues in the deployment, and the apps that are not receiving logout notifications. */
export async function attentionOfService(
  { services, context }: Pick<OperationsRequest, 'services' | 'context'>,
  failed: readonly LedgerEntry[],
  counted: BoundedCount['counted'],
): Promise<Pick<AttentionProps, 'service' | 'moreFailing'>> {
  const { keys, configuration, storage, site, node, now } = services
  const clock = await readClock(services)
  const since = keys.list().find(({ state }) => state === 'current')?.activatedAt
  const reasons = serviceAttention(
    {
      ...(since === undefined || !keys.rotatable ? {} : { signingSince: since * 1000 }),
      https: site.https,
      rotateAfterDays: configuration.keys.rotateAfterDays,
      store: storage.name === 'embedded (memory)' ? 'memory' : 'lasting',
    },
    now(),
  )
  const counts: Record<string, number> = Object.create(null)
  for (const { clientId } of failed) counts[clientId] = (counts[clientId] ?? 0) + 1
  const allFailing = failingClients(counts)
  const failing = await Promise.all(
    allFailing.slice(0, SHOWN_MAX).map(
      async (clientId): Promise<ServiceItem> => ({
        about: 'client',
        clientId,
        name: (await services.clients.find(clientId))?.clientName ?? clientId,
        count: counts[clientId] ?? 0,
        counted,
      }),
    ),
  )
  const service = [
    ...reasons.map((reason): ServiceItem => ({ about: 'service', reason })),
    ...(clock === undefined || clock.verdict === 'in-step'
      ? []
      : [{ about: 'clock' as const, ...clock, verdict: clock.verdict }]),
    ...node
      .findings()
      // The item `store-forgets` already reports this issue, in the user's language.
      .filter(({ code }) => code !== 'store-in-memory')
      .map((found): ServiceItem => ({ about: 'finding', ...found, reader: readerOf(found, context) })),
    ...(await attentionOfNodes(node)),
    ...(await attentionOfConnectors(services)),
    ...failing,
  ]
  return { service, moreFailing: allFailing.length - failing.length }
}

/** If the proxy count is wrong, the current request serves as an example that the administrator can check. */
function readerOf({ code }: Finding, { req, address }: OperationsRequest['context']) {
  if (code !== 'trust-proxy-low' && code !== 'trust-proxy-high') return undefined
  return { address, proxies: forwardedAddresses(req).length }
}

/** Connectors whose sign-ins are failing or will soon fail. */
async function attentionOfConnectors(services: OperationsServices): Promise<readonly ServiceItem[]> {
  const { configuration, metrics, now } = services
  const found = await Promise.all(
    configuration.login.upstreams.map(async ({ id, name, secretExpires }) => {
      const { failures, groupsLeftOut } = await metrics.connectorHealth.read(id)
      const expires = dateOf(secretExpires)
      const count = failures?.count ?? 0
      const observed = { secretExpiresAt: expires?.getTime(), failures: count, groupsLeftOut }
      const reasons = connectorAttention(observed, now())
      return reasons.map(
        (reason): ServiceItem => ({
          about: 'connector',
          reason,
          id,
          name,
          count,
          ref: failures?.ref,
          expires,
        }),
      )
    }),
  )
  return found.flat()
}
