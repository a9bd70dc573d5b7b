/** Reads the activity query from the URL, and writes it to URLs. */
import { isIP } from 'node:net'
import { requestIdsIn } from '../../../../policies/request-id.ts'
import { dayIn } from '../../../config/data/day.ts'
import { displayName } from '../../../domain/accounts/display-name.ts'
import type { AuditFilter, AuditSubjects } from '../../../domain/audit/audit-filter.ts'
import { AUDIT_KINDS, type AuditKind } from '../../../domain/audit/audit-kinds.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { clientsCalled, usersCalled } from './search-hits.ts'
import type { OperationsRequest } from './services.ts'

export const PERIODS = ['today', '24h', '7d', '30d', 'all', 'choose'] as const
export type Period = (typeof PERIODS)[number]

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LENGTHS: Readonly<Partial<Record<Period, number>>> = { '24h': DAY_MS, '7d': 7 * DAY_MS, '30d': 30 * DAY_MS }

/** Filters that match a single value. They are set by links, and each one can be removed. */
export const NARROW = ['user', 'client', 'request_id', 'sid', 'group', 'ref', 'result'] as const
export type Narrow = (typeof NARROW)[number]

export type DayField = 'since' | 'until'

export interface ActivityQuery {
  /** Undefined if all kinds are listed, for example for one request or session. */
  readonly kind: AuditKind | undefined
  readonly period: Period
  /** The search text as typed. */
  readonly text: string
  readonly narrow: Readonly<Partial<Record<Narrow, string>>>
  readonly days: Readonly<Record<DayField, string>>
  /** Fields that contain an invalid date. */
  readonly wrong: readonly DayField[]
  readonly before: string | undefined
}

export function readQuery(query: URLSearchParams): ActivityQuery {
  const asked = (name: string): string => (query.get(name) ?? '').trim().slice(0, 200)
  const narrow = Object.fromEntries(NARROW.map((name) => [name, asked(name)]).filter(([, value]) => value !== ''))
  const days = { since: asked('since'), until: asked('until') }
  const [text, period] = [asked('q'), asked('period')]
  const before = query.get('before') ?? undefined
  return {
    kind: kindOf(asked('kind'), narrow),
    period: periodOf(period, days, text === '' && before === undefined && Object.keys(narrow).length === 0),
    text,
    narrow,
    days,
    wrong: (['since', 'until'] as const).filter((name) => days[name] !== '' && dayIn(days[name]) === undefined),
    before,
  }
}

/** A list for one request, session, or group of events should be complete, so no kind is selected by default. */
function kindOf(asked: string, narrow: ActivityQuery['narrow']): AuditKind | undefined {
  const kind = AUDIT_KINDS.find((one) => one === asked)
  if (kind !== undefined || asked === 'all') return kind
  if (narrow.result === 'refused') return 'failures'
  const whole = (['request_id', 'sid', 'group', 'result'] as const).some((name) => narrow[name] !== undefined)
  return whole ? undefined : 'story'
}

/** Defaults to the last week, or to all time if a filter is set that can match older entries. */
function periodOf(asked: string, { since, until }: ActivityQuery['days'], isOpen: boolean): Period {
  if (since !== '' || until !== '') return 'choose'
  return PERIODS.find((one) => one === asked) ?? (isOpen ? '7d' : 'all')
}

/** The filter without the search text, because that must first be matched to users, clients, or requests. */
export function filterOf({ kind, period, narrow, days }: ActivityQuery, now: number): AuditFilter {
  const { request_id: requestId, result, ...same } = narrow
  return {
    ...same,
    ...(kind === undefined ? {} : { kind }),
    combined: narrow.ref === undefined && requestId === undefined && narrow.sid === undefined,
    ...(requestId === undefined ? {} : { requestId }),
    ...(result === 'ok' || result === 'refused' ? { result } : {}),
    ...boundsOf(period, days, now),
  }
}

/**
 * The filter with the matches of the search text. Undefined if the query is invalid or its text matches nothing:
 * unfiltered entries would look like its result.
 */
export function wholeFilter(
  { services }: OperationsRequest,
  query: ActivityQuery,
  resolved: ResolvedFilter | undefined,
): AuditFilter | undefined {
  const about = resolved?.about
  if (query.wrong.length > 0 || (query.text !== '' && about === undefined)) return undefined
  return { ...filterOf(query, services.now()), ...(about === undefined ? {} : { about }) }
}

function boundsOf(period: Period, days: ActivityQuery['days'], now: number): Pick<AuditFilter, 'since' | 'until'> {
  const length = LENGTHS[period]
  if (length !== undefined) return { since: now - length }
  if (period === 'today') return { since: Math.floor(now / DAY_MS) * DAY_MS }
  const [since, until] = [dayIn(days.since), dayIn(days.until)]
  return {
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until: until + DAY_MS - 1 }),
  }
}

/** A query's URL parameters. */
export function parametersOf({ kind, period, text, narrow, days }: Omit<ActivityQuery, 'before' | 'wrong'>) {
  return {
    kind: kind === 'story' ? undefined : kind,
    period,
    q: text === '' ? undefined : text,
    ...narrow,
    ...(period === 'choose' ? nonEmpty(days) : {}),
  }
}

const nonEmpty = (values: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

/** The list's URL after changing the query as specified. */
export function changedHref(
  path: string,
  query: ActivityQuery,
  change: Partial<ActivityQuery>,
  before?: string,
): string {
  return withParameters(path, { ...parametersOf({ ...query, ...change }), before })
}

/** Maximum number of matching users, and of matching clients. The page reports whether there are more. */
const NAMES_MAX = 50
const REQUESTS_MAX = 8
/** The beginning of an IP address, up to a dot or colon: at least one IPv4 group or two IPv6 groups. */
const PART_OF_ADDRESS = /^(?:\d{1,3}\.){1,3}$|^(?:[0-9a-f]{1,4}:){2,7}$/i

export interface ResolvedFilter {
  /** Undefined if the text is no IP address and no match was found. */
  readonly about: AuditSubjects | undefined
  /** Users and clients whose names match the search text. */
  readonly named: readonly { readonly kind: 'user' | 'client'; readonly id: string; readonly name: string }[]
  /** Number of users, clients, and requests that match, if there are more. */
  readonly first: number | undefined
}

export async function resolveFilter(page: OperationsRequest, text: string): Promise<ResolvedFilter> {
  const [users, clients, explained] = await Promise.all([
    usersCalled(page, text, NAMES_MAX),
    clientsCalled(page, text, NAMES_MAX),
    page.services.explanations.beginningWith(text, REQUESTS_MAX + 1),
  ])
  const beginning = explained.slice(0, REQUESTS_MAX).map(({ requestId }) => requestId)
  const requests = [...new Set([...requestIdsIn(text), ...beginning])]
  const address = isIP(text) !== 0 || PART_OF_ADDRESS.test(text) ? text : undefined
  const named: ResolvedFilter['named'] = [
    ...users.users.map((user) => ({ kind: 'user' as const, id: user.sub, name: displayName(user) })),
    ...clients.clients.map(({ clientId, clientName }) => ({ kind: 'client' as const, id: clientId, name: clientName })),
  ]
  const isCut = users.isCut || clients.isCut || explained.length > REQUESTS_MAX
  const idsOf = (kind: 'user' | 'client'): readonly string[] =>
    named.filter((one) => one.kind === kind).map(({ id }) => id)
  const hasMatch = named.length > 0 || requests.length > 0 || address !== undefined
  return {
    about: hasMatch ? { users: idsOf('user'), clients: idsOf('client'), requests, address } : undefined,
    named,
    first: isCut ? named.length + beginning.length : undefined,
  }
}
