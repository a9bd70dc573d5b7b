import { writeAudit } from '../../../domain/management/actor.ts'
import type { LedgerEntry } from '../../../domain/sessions/delivery-ledger.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import type { Messages } from '../../../web/ui/texts/catalogue.ts'
import { isolate } from '../../../web/ui/texts/format/rich.ts'
import { redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { actorOf, show } from '../shell/show.ts'
import { DeliveryList, type DeliveryRow } from './deliveries-view.tsx'
import type { OperationsRequest } from './services.ts'

const PAGE = 50
const STATES = ['held', 'due', 'leased', 'delivered', 'failed', 'dropped'] as const

/** GET /deliveries?client=&state=: the ledger of logout notifications, newest first. */
export async function showDeliveries(page: OperationsRequest): Promise<void> {
  const { query, services, href, hidden } = page
  const clientId = (query.get('client') ?? '').trim().slice(0, 200)
  const state = STATES.find((word) => word === query.get('state'))
  const before = query.get('before') ?? undefined
  const [{ entries, next }, client] = await Promise.all([
    services.deliveries.list({ limit: PAGE, before, clientId: clientId === '' ? undefined : clientId, state }),
    clientId === '' ? undefined : services.clients.find(clientId),
  ])
  const filter = { client: clientId === '' ? undefined : clientId, state }
  await show(page, 200, DeliveryList, {
    form: { action: href('/deliveries/retry'), hidden },
    rows: entries.map((entry) => rowOf(entry, viewOf(page).t.operations.deliveries)),
    client: clientId,
    state: state ?? '',
    test:
      client?.backchannelLogoutUri === undefined || client.status === 'disabled'
        ? undefined
        : {
            form: { action: href('/deliveries/test'), hidden: { ...hidden, client: client.clientId } },
            name: client.clientName,
          },
    nextHref: next === undefined ? undefined : withParameters(href('/deliveries'), { ...filter, before: next }),
    firstHref: before === undefined ? undefined : withParameters(href('/deliveries'), filter),
  })
}

type Texts = Messages['operations']['deliveries']

function rowOf(entry: LedgerEntry, t: Texts): DeliveryRow {
  const { id, clientId, subject, sid, state, tries, lastMs, nextTryAt, createdAt, occasion } = entry
  return {
    id,
    clientId,
    user: subject,
    sid,
    state,
    tries,
    last: answerOf(entry, t),
    lastMs,
    occasion,
    createdAt: new Date(createdAt),
    nextAt: nextTryAt === undefined ? undefined : new Date(nextTryAt),
  }
}

/** The status, or the reason in the reader's language; codes of the system (ECONNREFUSED) stay as they are. */
function answerOf({ lastStatus, lastError }: LedgerEntry, { reasons }: Texts): string | undefined {
  if (lastStatus !== undefined || lastError === undefined)
    return lastStatus === undefined ? undefined : String(lastStatus)
  return Object.hasOwn(reasons, lastError) ? reasons[lastError as keyof typeof reasons] : lastError
}

/** POST /deliveries/retry */
export async function retryDelivery(page: OperationsRequest): Promise<void> {
  const { services, form } = page
  const t = viewOf(page).t.operations.deliveries
  const id = form.get('id') ?? ''
  const delivery = await services.deliveries.find(id)
  const outcome = await services.deliveries.retry(id)
  if (outcome !== 'queued')
    return redirectWithFlash(page, '/deliveries', { tone: 'info', text: outcome === 'missing' ? t.gone : t.retried })
  await writeAudit(services.audit, actorOf(page), {
    event: 'delivery.retried',
    ...(delivery === undefined ? {} : { client: delivery.clientId, user: delivery.subject }),
  })
  await redirectWithFlash(page, '/deliveries', { tone: 'ok', text: t.retried })
}

/** POST /deliveries/test: one logout token for a session that does not exist; the page says how the client took it. */
export async function testDelivery(page: OperationsRequest): Promise<void> {
  const { services, form } = page
  const t = viewOf(page).t.operations.deliveries
  const clientId = form.get('client') ?? ''
  const back = `/deliveries?client=${encodeURIComponent(clientId)}`
  const result = await services.deliveries.sendTest(clientId)
  const client = isolate((await services.clients.find(clientId))?.clientName ?? clientId)
  if (result.outcome !== 'tried') return redirectWithFlash(page, back, { tone: 'info', text: t.noChannel({ client }) })
  const { entry } = result
  await writeAudit(services.audit, actorOf(page), { event: 'delivery.tested', client: clientId })
  const answer = isolate(answerOf(entry, t) ?? t.noAnswer)
  if (entry.state === 'delivered')
    return redirectWithFlash(page, back, { tone: 'ok', text: t.tested({ client, answer }) })
  await redirectWithFlash(page, back, { tone: 'danger', text: t.testFailed({ answer }) })
}
