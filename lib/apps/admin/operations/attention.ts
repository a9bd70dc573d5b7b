import { clientAttention, failingClients, serviceAttention } from '../../../../policies/attention.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import type { UsePage } from '../../../domain/metrics/client-use.ts'
import type { LedgerEntry } from '../../../domain/sessions/delivery-ledger.ts'
import type { AttentionItem, AttentionProps } from './attention-view.tsx'
import { readClock } from './clock.ts'
import type { OperationsServices } from './services.ts'

/** Clients looked at for one page, and how many of those that need something are shown. */
const LOOKED_MAX = 1_000
const SHOWN_MAX = 10
const STEP = 200

/** What needs attention. @param after client id after which to look on */
export async function attention(
  services: OperationsServices,
  failed: readonly LedgerEntry[],
  after: string | undefined,
): Promise<Omit<AttentionProps, 'root'>> {
  const ofService = after === undefined ? await itemsOfService(services, failed) : []
  const items: AttentionItem[] = []
  let [from, looked, total] = [after, 0, 0]
  while (looked < LOOKED_MAX) {
    const [page, uses] = await Promise.all([services.clients.list(from, STEP), services.uses.page(from, STEP)])
    total = page.total
    for (const client of page.clients) {
      looked += 1
      from = client.clientId
      items.push(...itemsOf(client, await usedAt(services, client, uses), services.now()))
      if (items.length >= SHOWN_MAX) return { items: [...ofService, ...items], looked, total, next: from }
    }
    if (page.clients.length < STEP) return { items: [...ofService, ...items], looked, total }
  }
  return { items: [...ofService, ...items], looked, total, next: from }
}

/** One page of uses reaches as far as the page of clients, unless there are uses of clients that are gone. */
async function usedAt(
  { uses }: OperationsServices,
  client: Client,
  { secretUsedAt, until }: UsePage,
): Promise<number | undefined> {
  const isCovered = until === undefined || client.clientId <= until
  return isCovered ? secretUsedAt.get(client.clientId) : (await uses.read(client)).secretUsedAt
}

function itemsOf(client: Client, secretUsedAt: number | undefined, now: number): readonly AttentionItem[] {
  // The panel and the portal look after themselves.
  if (client.source === 'service') return []
  const { clientId, clientName, status, type, environment, redirectUris, createdAt, secretCreatedAt } = client
  const reasons = clientAttention(
    {
      status,
      type,
      environment,
      redirectUris,
      createdAt,
      ...(secretCreatedAt === undefined ? {} : { secretCreatedAt }),
      ...(secretUsedAt === undefined ? {} : { secretUsedAt }),
    },
    now,
  )
  return reasons.map((reason) => ({ about: 'client', reason, clientId, name: clientName }))
}

async function itemsOfService(
  services: OperationsServices,
  failed: readonly LedgerEntry[],
): Promise<readonly AttentionItem[]> {
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
        async (clientId): Promise<AttentionItem> => ({
          about: 'client',
          reason: 'deliveries-fail',
          clientId,
          name: (await services.clients.find(clientId))?.clientName ?? clientId,
        }),
      ),
  )
  return [
    ...reasons.map((reason): AttentionItem => ({ about: 'service', reason })),
    ...(clock === undefined || clock.verdict === 'in-step'
      ? []
      : [{ about: 'clock' as const, ...clock, verdict: clock.verdict }]),
    ...failing,
  ]
}
