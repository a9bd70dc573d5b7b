import { deny } from '../../../../policies/verdict.ts'
import { writeAudit } from '../../../domain/management/actor.ts'
import { retryFailed } from '../../../domain/sessions/delivery-groups.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { ProtocolError } from '../../../web/request/protocol-error.ts'
import { isolate } from '../../../web/ui/texts/format/rich.ts'
import { redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { appView, namesOf } from '../shell/names.ts'
import { actorOf, show } from '../shell/show.ts'
import { answerText } from './delivery-answer.ts'
import { noticeTarget, noticeTries } from './delivery-list.ts'
import { DeliveryPage } from './delivery-view.tsx'
import type { OperationsRequest } from './services.ts'

const textsOf = (page: OperationsRequest) => viewOf(page).t.operations.deliveries

/** GET /deliveries/:id: one notice, what it says, and every try. */
export async function showDelivery(page: OperationsRequest): Promise<void> {
  const { services, parameters, href, hidden } = page
  const entry = await services.deliveries.find(parameters.id ?? '')
  if (entry === undefined) throw new ProtocolError(deny('not_found', 'not_found'))
  const { clientId, subject, sid, state, uri, createdAt, occasion } = entry
  const isTest = occasion === 'test'
  const [client, names] = await Promise.all([
    services.clients.find(clientId),
    namesOf(page, isTest ? [] : [subject], []),
  ])
  await show(page, 200, DeliveryPage, {
    app: appView(page, clientId, client),
    listHref: withParameters(href('/deliveries'), { client: clientId }),
    who: isTest ? undefined : names.who(subject),
    state,
    uri,
    createdAt: new Date(createdAt),
    tries: noticeTries(entry, textsOf(page)),
    claims: { issuer: services.issuerUrl, audience: clientId, subject, sid },
    retry:
      noticeTarget(client) !== undefined && (state === 'failed' || state === 'due')
        ? { action: href('/deliveries/retry'), hidden: { ...hidden, id: entry.id } }
        : undefined,
  })
}

/** POST /deliveries/retry: one notice by its id, or all that failed of a client. */
export async function retryDelivery(page: OperationsRequest): Promise<void> {
  const { services, form } = page
  const t = textsOf(page)
  const client = form.get('client') ?? ''
  if (client !== '') return retryAll(page, client)
  const id = form.get('id') ?? ''
  const delivery = await services.deliveries.find(id)
  const outcome = await services.deliveries.retry(id)
  const back = delivery === undefined ? '/deliveries' : `/deliveries/${encodeURIComponent(id)}`
  if (outcome !== 'queued')
    return redirectWithFlash(page, back, { tone: 'info', text: outcome === 'missing' ? t.gone : t.retried })
  await writeAudit(services.audit, actorOf(page), {
    event: 'delivery.retried',
    ...(delivery === undefined ? {} : { client: delivery.clientId, user: delivery.subject }),
  })
  await redirectWithFlash(page, back, { tone: 'ok', text: t.retried })
}

async function retryAll(page: OperationsRequest, client: string): Promise<void> {
  const { services } = page
  const t = textsOf(page)
  const { queued, more } = await retryFailed(services.deliveries, client)
  if (queued > 0) await writeAudit(services.audit, actorOf(page), { event: 'delivery.retried', client })
  await redirectWithFlash(page, withParameters('/deliveries', { client }), {
    tone: queued > 0 ? 'ok' : 'info',
    text: (more ? t.retriedSome : t.retriedAll)({ count: queued }),
  })
}

/** POST /deliveries/test: one logout token for a session that does not exist; the page says how the client took it. */
export async function testDelivery(page: OperationsRequest): Promise<void> {
  const { services, form } = page
  const t = textsOf(page)
  const clientId = form.get('client') ?? ''
  const back = withParameters('/deliveries', { client: clientId })
  const result = await services.deliveries.sendTest(clientId)
  const client = isolate((await services.clients.find(clientId))?.clientName ?? clientId)
  if (result.outcome !== 'tried') return redirectWithFlash(page, back, { tone: 'info', text: t.noChannel({ client }) })
  const { lastStatus: status, lastError: error, uri, state } = result.entry
  await writeAudit(services.audit, actorOf(page), { event: 'delivery.tested', client: clientId })
  const answer = answerText({ status, error }, uri, t)
  if (state === 'delivered') return redirectWithFlash(page, back, { tone: 'ok', text: t.tested({ client, answer }) })
  await redirectWithFlash(page, back, { tone: 'danger', text: t.testFailed({ answer }) })
}
