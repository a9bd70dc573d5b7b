import { searchClients } from '../../../domain/clients/client-search.ts'
import {
  type DeliveryGroup,
  groupDeliveries,
  OUTCOMES,
  type Outcome,
} from '../../../domain/sessions/delivery-groups.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { viewOf } from '../../first-party/page.ts'
import { appView } from '../shell/names.ts'
import { show } from '../shell/show.ts'
import { DeliveryGroups, type GroupRow } from './deliveries-view.tsx'
import { answerText } from './delivery-answer.ts'
import { noticeTarget, showClientDeliveries } from './delivery-list.ts'
import type { OperationsRequest } from './services.ts'

/** So many clients that are called as was typed are looked for in the ledger. */
const NAMES_MAX = 50

export const outcomeIn = (query: URLSearchParams): Outcome | undefined =>
  (Object.keys(OUTCOMES) as Outcome[]).find((outcome) => outcome === query.get('state'))

/** GET /deliveries?state=&q=&before=: sign-out notices by client and outcome; with `client`, those of one. */
export async function showDeliveries(page: OperationsRequest): Promise<void> {
  const { query, services, href, hidden } = page
  const clientId = (query.get('client') ?? '').trim().slice(0, 200)
  const outcome = outcomeIn(query)
  if (clientId !== '') return showClientDeliveries(page, clientId, outcome)
  const text = (query.get('q') ?? '').trim().slice(0, 200)
  const before = query.get('before') ?? undefined
  const clientIds = text === '' ? undefined : await clientsCalled(page, text)
  const { groups, next } = await groupDeliveries(services.deliveries, { before, outcome, clientIds })
  const filter = { q: text === '' ? undefined : text, state: outcome }
  await show(page, 200, DeliveryGroups, {
    rows: await rowsOf(page, groups),
    text,
    outcome: outcome ?? 'all',
    retry: { action: href('/deliveries/retry'), hidden },
    test: { action: href('/deliveries/test'), hidden },
    nextHref: next === undefined ? undefined : withParameters(href('/deliveries'), { ...filter, before: next }),
    firstHref: before === undefined ? undefined : withParameters(href('/deliveries'), filter),
  })
}

async function clientsCalled({ services }: OperationsRequest, text: string): Promise<readonly string[]> {
  const { clients } = await searchClients(services.clients, { text }, 'name', undefined, NAMES_MAX)
  return clients.slice(0, NAMES_MAX).map(({ clientId }) => clientId)
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
