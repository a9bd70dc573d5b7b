import { ATTENTION_REASONS, clientAttention } from '../../../policies/attention.ts'
import { defined } from '../../config/data/defined.ts'
import type { Client } from '../clients/client-record.ts'
import type { ClientRegistry } from '../clients/registry.ts'
import { clientHealth, silentSince } from './client-health.ts'
import type { ClientUses } from './client-use.ts'
import { type ClientUse, daysOf } from './client-use-record.ts'
import {
  APPS_MAX,
  type AppCounts,
  INCIDENTS_MAX,
  type Incident,
  LISTED_MAX,
  type OverviewCounts,
  worstFirst,
} from './overview-counts.ts'

const PAGE = 200

/** Reads every client, page by page, pausing between pages so that requests are not delayed. */
export async function countClients(
  parts: { readonly clients: Pick<ClientRegistry, 'list'>; readonly uses: Pick<ClientUses, 'read' | 'page'> },
  now: number,
  pause: () => Promise<void>,
): Promise<Pick<OverviewCounts, 'clients' | 'apps' | 'incidents' | 'all' | 'attention'>> {
  const { clients, uses } = parts
  let apps: AppCounts[] = []
  let incidents: Incident[] = []
  const attention = new Map(ATTENTION_REASONS.map((reason) => [reason, { count: 0, clientIds: [] as string[] }]))
  const all = { apps: 0, incidents: 0 }
  let total = 0
  for (let after: string | undefined; ; ) {
    const [page, used] = await Promise.all([clients.list(after, PAGE), uses.page(after, PAGE)])
    total = page.total
    for (const client of page.clients) {
      // The usage page also lists removed clients, so it may end before the page of clients does.
      const isCovered = used.until === undefined || client.clientId <= used.until
      const use = (isCovered ? used.uses.get(client.clientId) : await uses.read(client)) ?? { days: {} }
      const app = appOf(client, use, now)
      if (app !== undefined) apps.push(app)
      const incident = incidentOf(client, use, now)
      if (incident !== undefined) incidents.push(incident)
      all.apps += app === undefined ? 0 : 1
      all.incidents += incident === undefined ? 0 : 1
      for (const reason of reasonsOf(client, use, now)) {
        const counted = attention.get(reason)
        if (counted === undefined) continue
        counted.count += 1
        if (counted.clientIds.length < LISTED_MAX) counted.clientIds.push(client.clientId)
      }
    }
    apps = apps.toSorted(worstFirst).slice(0, APPS_MAX)
    incidents = incidents.toSorted((a, b) => weight(b) - weight(a)).slice(0, INCIDENTS_MAX)
    after = page.clients.at(-1)?.clientId
    if (page.clients.length < PAGE || after === undefined) break
    await pause()
  }
  return {
    clients: total,
    apps,
    incidents,
    all,
    attention: [...attention].flatMap(([reason, counted]) => (counted.count === 0 ? [] : [{ reason, ...counted }])),
  }
}

function appOf({ clientId, clientName, source }: Client, use: ClientUse, now: number): AppCounts | undefined {
  const { started, completed, error } = clientHealth(use, now)
  if (source === 'service' || (started === 0 && error === undefined)) return undefined
  const days = daysOf(use, now).map(({ signIns }) => signIns)
  return { clientId, name: clientName, started, completed, days, ...(error === undefined ? {} : { error }) }
}

function incidentOf(
  { clientId, clientName, status, source }: Client,
  use: ClientUse,
  now: number,
): Incident | undefined {
  if (status === 'disabled' || source === 'service') return undefined
  const about = { clientId, name: clientName }
  const { failing } = clientHealth(use, now)
  if (failing !== undefined) return { ...about, kind: 'failing', ...failing }
  const last = silentSince(use, now)
  return last === undefined ? undefined : { ...about, kind: 'silent', last }
}

const weight = (incident: Incident): number => (incident.kind === 'failing' ? incident.count : 0)

/** Why a client needs an administrator's attention. The panel and the portal are never flagged. */
function reasonsOf(client: Client, { secretUsedAt }: ClientUse, now: number): ReturnType<typeof clientAttention> {
  if (client.source === 'service') return []
  return clientAttention({ ...client, hasSecret: client.secretHash !== undefined, ...defined({ secretUsedAt }) }, now)
}
