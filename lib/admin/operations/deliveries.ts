import { withParameters } from '../../http/responses.ts'
import { DeliveryList } from '../../ui/screens/admin/operations/deliveries.tsx'
import type { PanelRequest } from '../panel.ts'
import { goOn, show, viewOf } from '../shell.ts'

const PAGE = 50

/** GET /deliveries: the ledger of logout notifications, newest first. */
export async function showDeliveries(page: PanelRequest): Promise<void> {
  const { query, services, href, hidden } = page
  const clientId = query.get('client') ?? undefined
  const { entries, next } = await services.deliveries.list({ limit: PAGE, before: query.get('before') ?? undefined, clientId })
  await show(page, 200, DeliveryList, {
    form: { action: href('/deliveries/retry'), hidden },
    rows: entries.map(({ id, clientId: client, subject, sid, state, tries, lastStatus, lastError, lastMs, nextTryAt, createdAt }) => ({
      id, clientId: client, user: subject, sid, state, tries, last: lastStatus === undefined ? lastError : String(lastStatus), lastMs,
      nextAt: nextTryAt === undefined ? undefined : new Date(nextTryAt), createdAt: new Date(createdAt),
    })),
    nextHref: next === undefined ? undefined : withParameters(href('/deliveries'), { client: clientId, before: next }),
  })
}

/** POST /deliveries/retry */
export async function retryDelivery(page: PanelRequest): Promise<void> {
  const { services, form, exchange, person } = page
  const t = viewOf(page).t.operations.deliveries
  const id = form.get('id') ?? ''
  const delivery = await services.deliveries.find(id)
  const outcome = await services.deliveries.retry(id)
  if (outcome !== 'queued') return goOn(page, '/deliveries', { tone: 'info', text: outcome === 'missing' ? t.gone : t.retried })
  await services.audit.record({
    event: 'delivery.retried', result: 'ok', actor: person.sub, requestId: exchange.requestId, address: exchange.address,
    ...(delivery === undefined ? {} : { client: delivery.clientId, user: delivery.subject }),
  })
  await goOn(page, '/deliveries', { tone: 'ok', text: t.retried })
}
