import { OUTCOMES, type Outcome, outcomeOf } from '../../../domain/sessions/delivery-groups.ts'
import type { LedgerEntry } from '../../../domain/sessions/delivery-ledger.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import type { TriesProps } from '../../../web/ui/components/tries.tsx'
import type { Messages } from '../../../web/ui/texts/catalogue.ts'
import { viewOf } from '../../first-party/page.ts'
import { show } from '../shell/show.ts'
import { answerText } from './delivery-answer.ts'
import { ClientDeliveries, type DeliveryRow } from './delivery-list-view.tsx'
import { noticeTarget } from './delivery-target.ts'
import { appView, type Names, namesOf } from './names.ts'
import type { OperationsRequest } from './services.ts'

const PAGE = 25

/** The notices to one client, newest first, each with its tries. */
export async function showClientDeliveries(
  page: OperationsRequest,
  clientId: string,
  outcome: Outcome | undefined,
): Promise<void> {
  const { query, services, href, hidden } = page
  const before = query.get('before') ?? undefined
  const state = outcome === undefined ? undefined : OUTCOMES[outcome]
  const [{ entries, next }, client] = await Promise.all([
    services.outbox.deliveries.list({ limit: PAGE, before, clientId, state }),
    services.clients.find(clientId),
  ])
  const users = entries.filter(({ occasion }) => occasion !== 'test').map(({ subject }) => subject)
  const names = await namesOf(page, users, [])
  const { t } = viewOf(page)
  const at = (parameters: { state?: Outcome; before?: string }): string =>
    withParameters(href('/deliveries'), { client: clientId, ...parameters })
  const filter = outcome === undefined ? {} : { state: outcome }
  const target = noticeTarget(client)
  await show(page, 200, ClientDeliveries, {
    clientId,
    app: appView(page, clientId, client),
    outcome: outcome ?? 'all',
    rows: entries.map((entry) => rowOf(page, entry, names, t.operations.deliveries)),
    retry: { action: href('/deliveries/retry'), hidden },
    test: { action: href('/deliveries/test'), hidden },
    reachable: target !== undefined,
    nextHref: next === undefined ? undefined : at({ ...filter, before: next }),
    firstHref: before === undefined ? undefined : at(filter),
  })
}

function rowOf(
  page: OperationsRequest,
  entry: LedgerEntry,
  names: Names,
  t: Messages['operations']['deliveries'],
): DeliveryRow {
  const { id, subject, state, tries, lastStatus, lastError, uri, createdAt, occasion } = entry
  return {
    id,
    href: page.href(`/deliveries/${encodeURIComponent(id)}`),
    who: occasion === 'test' ? undefined : names.who(subject),
    state,
    failed: outcomeOf(state) === 'failed' || state === 'due',
    tries: triesOf(entry, t),
    answer:
      tries === 0 && lastError === undefined ? undefined : answerText({ status: lastStatus, error: lastError }, uri, t),
    createdAt: new Date(createdAt),
  }
}

/** As far as they are kept; of the last one, something always is. */
export function triesOf(entry: LedgerEntry, t: Messages['operations']['deliveries']): TriesProps {
  const { tries, history = [], nextTryAt, uri, state } = entry
  return {
    tries: history.map(({ at, ms, status, error }, index) => ({
      at: new Date(at),
      ok: state === 'delivered' && index === history.length - 1,
      text: answerText({ status, error }, uri, t),
      ms,
    })),
    count: Math.max(tries, history.length),
    nextAt: nextTryAt === undefined || state === 'leased' ? undefined : new Date(nextTryAt),
  }
}
