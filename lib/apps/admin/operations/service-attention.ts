import { failingClients, serviceAttention } from '../../../../policies/attention.ts'
import type { LedgerEntry } from '../../../domain/sessions/delivery-ledger.ts'
import type { ServiceItem } from './attention-view.tsx'
import { readClock } from './clock.ts'
import type { OperationsServices } from './services.ts'

/** Apps named whose logout notifications fail. */
const SHOWN_MAX = 10

/** What needs attention of the service itself, and which apps do not receive logout notifications. */
export async function attentionOfService(
  services: OperationsServices,
  failed: readonly LedgerEntry[],
): Promise<readonly ServiceItem[]> {
  const { keys, configuration, storage, https, now, rotatableKeys } = services
  const clock = await readClock(services)
  const since = keys.list().find(({ state }) => state === 'current')?.activatedAt
  const reasons = serviceAttention(
    {
      ...(since === undefined || !rotatableKeys ? {} : { signingSince: since * 1000 }),
      https,
      rotateAfterDays: configuration.keys.rotateAfterDays,
      store: storage.name === 'embedded (memory)' ? 'memory' : 'lasting',
    },
    now(),
  )
  const counts: Record<string, number> = {}
  for (const { clientId } of failed) counts[clientId] = (counts[clientId] ?? 0) + 1
  const failing = await Promise.all(
    failingClients(counts)
      .slice(0, SHOWN_MAX)
      .map(
        async (clientId): Promise<ServiceItem> => ({
          about: 'client',
          clientId,
          name: (await services.clients.find(clientId))?.clientName ?? clientId,
          count: counts[clientId] ?? 0,
        }),
      ),
  )
  return [
    ...reasons.map((reason): ServiceItem => ({ about: 'service', reason })),
    ...(clock === undefined || clock.verdict === 'in-step'
      ? []
      : [{ about: 'clock' as const, ...clock, verdict: clock.verdict }]),
    ...failing,
  ]
}
