import { writeAudit } from '../../../domain/management/account-result.ts'
import {
  type DeliveryGroup,
  groupDeliveries,
  OUTCOMES,
  type Outcome,
  retryFailed,
} from '../../../domain/sessions/delivery-groups.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { required } from '../../../web/request/request-context.ts'
import { isolate } from '../../../web/ui/texts/format/words.ts'
import { formAt, redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { appView, namesOf } from '../shell/names.ts'
import { actorOf, show } from '../shell/show.ts'
import { DeliveryGroups, type GroupRow } from './deliveries-view.tsx'
import { answerText, noticeTarget, noticeTries, showClientDeliveries } from './delivery-list.ts'
import { DeliveryPage } from './delivery-view.tsx'
import { clientsCalled } from './search-hits.ts'
import type { OperationsRequest } from './services.ts'

/** Maximum number of matching clients to look up in the delivery ledger. */
const NAMES_MAX = 50

export const outcomeIn = (query: Pick<URLSearchParams, 'get'>): Outcome | undefined =>
  (Object.keys(OUTCOMES) as Outcome[]).find((outcome) => outcome === query.get('state'))

/** GET /deliveries?state=&q=&before=: sign-out notices by client and outcome; with `client`, one client's notices. */
export async function showDeliveries(page: OperationsRequest): Promise<void> {
  const { query, services, href } = page
  const clientId = (query.get('client') ?? '').trim().slice(0, 200)
  const outcome = outcomeIn(query)
  if (clientId !== '') return showClientDeliveries(page, clientId, outcome)
  const text = (query.get('q') ?? '').trim().slice(0, 200)
  const before = query.get('before') ?? undefined
  const found = text === '' ? undefined : await clientsCalled(page, text, NAMES_MAX)
  const clientIds = found?.clients.map((client) => client.clientId)
  const { groups, next } = await groupDeliveries(services.outbox.deliveries, { before, outcome, clientIds })
  const filter = { q: text === '' ? undefined : text, state: outcome }
  await show(page, 200, DeliveryGroups, {
    rows: await rowsOf(page, groups),
    text,
    first: found?.isCut ? found.clients.length : undefined,
    outcome: outcome ?? 'all',
    retry: formAt(page, '/deliveries/retry'),
    test: formAt(page, '/deliveries/test'),
    nextHref: next === undefined ? undefined : withParameters(href('/deliveries'), { ...filter, before: next }),
    previousHref: before === undefined ? undefined : withParameters(href('/deliveries'), filter),
  })
}

async function rowsOf(page: OperationsRequest, groups: readonly DeliveryGroup[]): Promise<readonly GroupRow[]> {
  const ids = [...new Set(groups.map(({ clientId }) => clientId))]
  const clients = new Map(await Promise.all(ids.map(async (id) => [id, await page.services.clients.find(id)] as const)))
  const t = viewOf(page).t.operations.deliveries
  return groups.map(({ clientId, outcome, count, since, newest, mixed }) => {
    const client = clients.get(clientId)
    const { lastStatus: status, lastError: error } = newest
    const answer = newest.tries === 0 && error === undefined ? undefined : answerText({ status, error }, newest.uri, t)
    return {
      clientId,
      app: {
        ...appView(page, clientId, client),
        href: withParameters(page.href('/deliveries'), { client: clientId, state: outcome }),
      },
      outcome,
      count,
      reason: answer !== undefined && mixed ? t.mixed({ reason: answer }) : answer,
      since: new Date(since),
      reachable: noticeTarget(client) !== undefined,
    }
  })
}

const textsOf = (page: OperationsRequest) => viewOf(page).t.operations.deliveries

/** GET /deliveries/:id: one notice with its claims and every attempt. */
export async function showDelivery(page: OperationsRequest): Promise<void> {
  const { services, parameters, href } = page
  const entry = required(await services.outbox.deliveries.find(parameters.id ?? ''))
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
    claims: { issuer: services.site.issuerUrl, audience: clientId, subject, sid },
    retry:
      noticeTarget(client) !== undefined && (state === 'failed' || state === 'due')
        ? formAt(page, '/deliveries/retry', { id: entry.id })
        : undefined,
  })
}

/** POST /deliveries/retry: retries one notice by ID, or all of a client's failed notices. */
export async function retryDelivery(page: OperationsRequest): Promise<void> {
  const { services, form } = page
  const t = textsOf(page)
  const client = form.get('client') ?? ''
  if (client !== '') return retryAll(page, client)
  const id = form.get('id') ?? ''
  const delivery = await services.outbox.deliveries.find(id)
  const outcome = await services.outbox.deliveries.retry(id)
  const back = delivery === undefined ? '/deliveries' : `/deliveries/${encodeURIComponent(id)}`
  if (outcome !== 'queued') return redirectWithFlash(page, back, 'info', outcome === 'missing' ? t.gone : t.retried)
  await writeAudit(services.audit, actorOf(page), {
    event: 'delivery.retried',
    ...(delivery === undefined ? {} : { client: delivery.clientId, user: delivery.subject }),
  })
  await redirectWithFlash(page, back, 'ok', t.retried)
}

async function retryAll(page: OperationsRequest, client: string): Promise<void> {
  const { services } = page
  const t = textsOf(page)
  const { queued, more } = await retryFailed(services.outbox.deliveries, client)
  if (queued > 0) await writeAudit(services.audit, actorOf(page), { event: 'delivery.retried', client })
  await redirectWithFlash(
    page,
    withParameters('/deliveries', { client }),
    queued > 0 ? 'ok' : 'info',
    (more ? t.retriedSome : t.retriedAll)({ count: queued }),
  )
}

/** POST /deliveries/test: sends a logout token for a nonexistent session, and shows the client's response. */
export async function testDelivery(page: OperationsRequest): Promise<void> {
  const { services, form } = page
  const t = textsOf(page)
  const clientId = form.get('client') ?? ''
  const back = withParameters('/deliveries', { client: clientId })
  const result = await services.outbox.deliveries.sendTest(clientId)
  const client = isolate((await services.clients.find(clientId))?.clientName ?? clientId)
  if (result.outcome !== 'tried') return redirectWithFlash(page, back, 'info', t.noChannel({ client }))
  const { lastStatus: status, lastError: error, uri, state } = result.entry
  await writeAudit(services.audit, actorOf(page), { event: 'delivery.tested', client: clientId })
  const answer = answerText({ status, error }, uri, t)
  if (state === 'delivered') return redirectWithFlash(page, back, 'ok', t.tested({ client, answer }))
  await redirectWithFlash(page, back, 'danger', t.testFailed({ answer }))
}
