import type { Client } from '../../../domain/clients/client-record.ts'
import { OUTCOMES, type Outcome, outcomeOf } from '../../../domain/sessions/delivery-groups.ts'
import type { LedgerEntry } from '../../../domain/sessions/delivery-ledger.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import type { TriesProps } from '../../../web/ui/components/tries.tsx'
import type { Messages } from '../../../web/ui/texts/catalogue.ts'
import { isolate } from '../../../web/ui/texts/format/words.ts'
import { dateOf, formAt, viewOf } from '../../first-party/page.ts'
import { appView, type Names, namesOf } from '../shell/names.ts'
import { show } from '../shell/show.ts'
import { ClientDeliveries, type DeliveryRow } from './delivery-list-view.tsx'
import type { OperationsRequest } from './services.ts'

const PAGE = 25

/** The notices to one client, newest first, each with its attempts. */
export async function showClientDeliveries(
  page: OperationsRequest,
  clientId: string,
  outcome: Outcome | undefined,
): Promise<void> {
  const { query, services, href } = page
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
    retry: formAt(page, '/deliveries/retry'),
    test: formAt(page, '/deliveries/test'),
    reachable: target !== undefined,
    nextHref: next === undefined ? undefined : at({ ...filter, before: next }),
    previousHref: before === undefined ? undefined : at(filter),
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
    tries: noticeTries(entry, t),
    answer:
      tries === 0 && lastError === undefined ? undefined : answerText({ status: lastStatus, error: lastError }, uri, t),
    createdAt: new Date(createdAt),
  }
}

/** A notice's delivery attempts, each with its outcome in words. */
export const noticeTries = (entry: LedgerEntry, t: Messages['operations']['deliveries']): TriesProps =>
  triesOf(entry, ({ status, error }) => answerText({ status, error }, entry.uri, t))

type Tried<Try> = Pick<LedgerEntry, 'tries' | 'state' | 'nextTryAt'> & { readonly history?: readonly Try[] | undefined }

/** The stored attempts. `count` also includes older attempts. @param textOf returns an attempt's outcome as text */
export function triesOf<Try extends { readonly at: number; readonly ms: number }>(
  { tries, history = [], nextTryAt, state }: Tried<Try>,
  textOf: (one: Try) => string,
): TriesProps {
  return {
    tries: history.map((one, index) => ({
      at: new Date(one.at),
      ok: state === 'delivered' && index === history.length - 1,
      text: textOf(one),
      ms: one.ms,
    })),
    count: Math.max(tries, history.length),
    nextAt: dateOf(state === 'leased' ? undefined : nextTryAt),
  }
}

/** The URL that receives a client's sign-out notices; undefined if the client does not receive any. */
export const noticeTarget = (client: Client | undefined): string | undefined =>
  client?.status === 'active' ? client.backchannelLogoutUri : undefined

type Texts = Messages['operations']['deliveries']
type Reason = keyof Texts['reasons']

/** Reasons for error codes from Node.js and OpenSSL. Portico's own reasons are already keys in the translations. */
const CODES: Readonly<Record<string, Reason>> = {
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'look-up failed',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed',
  EPIPE: 'connection closed',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'host unreachable',
  EHOSTDOWN: 'host unreachable',
  EPROTO: 'no tls',
  CERT_HAS_EXPIRED: 'certificate expired',
  CERT_NOT_YET_VALID: 'certificate not yet valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate of another host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate not trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate not trusted',
}

const reasonOf = (error: string): Reason | undefined => {
  if (error.startsWith('ERR_SSL_')) return 'no tls'
  return error.startsWith('HPE_') ? 'not http' : CODES[error]
}

/** @param uri the URL that the notice was sent to */
export function answerText(
  { status, error }: { readonly status: number | undefined; readonly error: string | undefined },
  uri: string,
  { answered, noAnswer, unknownReason, reasons }: Texts,
): string {
  if (status !== undefined) {
    const response = answered({ status: String(status) })
    return error === 'algorithm refused' ? `${response}. ${reasons[error]}` : response
  }
  if (error === undefined) return noAnswer
  const reason = Object.hasOwn(reasons, error) ? (error as Reason) : reasonOf(error)
  if (reason === undefined) return unknownReason({ code: isolate(error) })
  const text = reasons[reason]
  return typeof text === 'string' ? text : text({ host: isolate(URL.parse(uri)?.host ?? uri) })
}
