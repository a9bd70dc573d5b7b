import { AUDIT_KINDS } from '../../../domain/audit/audit-kinds.ts'
import type { AuditPage } from '../../../domain/audit/audit-trail.ts'
import { headerText } from '../../../web/request/received-headers.ts'
import { viewOf } from '../../first-party/page.ts'
import { rowsOf } from '../shell/activity-rows.ts'
import { nameOfUser, show } from '../shell/show.ts'
import { exportHrefs } from './activity-export.ts'
import type { ActivityFilterProps } from './activity-filter-view.tsx'
import {
  type ActivityQuery,
  changedHref,
  filterOf,
  NARROW,
  PERIODS,
  parametersOf,
  type ResolvedFilter,
  readQuery,
  resolveFilter,
  wholeFilter,
} from './activity-query.ts'
import { Activity } from './activity-view.tsx'
import type { OperationsRequest } from './services.ts'

const PAGE = 50
/** Phones show each row as a card, so they get fewer rows per page. */
const PAGE_OF_PHONES = 20
const NO_ENTRIES: AuditPage = { entries: [], next: undefined, matched: 0, isCounted: true }
/** The highest failure count to show. */
const FAILURES_MAX = 99
/** Maximum number of entries to read when counting failures. */
const FAILURES_SCAN = 1_000
/** Maximum number of matching users and clients to list. The rest are only counted. */
const NAMED_SHOWN = 8

/** GET /activity: the audit trail, filtered by the query, newest first. */
export async function showActivity(page: OperationsRequest): Promise<void> {
  const { services, href } = page
  const query = readQuery(page.query)
  const path = href('/activity')
  const [resolved, trail, failures] = await Promise.all([
    query.text === '' ? undefined : resolveFilter(page, query.text),
    services.node.trail.state(),
    failuresIn(page, query),
  ])
  const filter = wholeFilter(page, query, resolved)
  const list = async (before: string | undefined, limit: number): Promise<AuditPage> =>
    filter === undefined ? NO_ENTRIES : services.audit.list(filter, before, limit)
  const found = await list(query.before, isPhone(page) ? PAGE_OF_PHONES : PAGE)
  const { entries, next } = found
  const [rows, narrowed, { matched, isCounted }] = await Promise.all([
    rowsOf(page, entries),
    narrowedOf(page, query, path),
    query.before === undefined ? found : list(undefined, 1),
  ])
  await show(page, query.wrong.length > 0 ? 422 : 200, Activity, {
    rows,
    filter: {
      ...filterProps(query, path),
      failures,
      narrowed,
      named: namedOf(query, resolved, path),
      first: resolved?.first,
    },
    noMatch: query.text !== '' && resolved?.about === undefined,
    anyTimeHref: query.period === 'all' ? undefined : changedHref(path, query, { period: 'all' }),
    nextHref: next === undefined ? undefined : changedHref(path, query, {}, next),
    previousHref: query.before === undefined ? undefined : changedHref(path, query, {}),
    trail,
    exports: { count: matched, counted: isCounted ? 'all' : 'at-least', ...exportHrefs(page, query) },
  })
}

function filterProps(
  query: ActivityQuery,
  path: string,
): Omit<ActivityFilterProps, 'narrowed' | 'named' | 'first' | 'failures'> {
  const { kind, period, text, narrow, days, wrong } = query
  const { result: _result, group: _group, ...rest } = narrow
  const { q: _text, ...hidden } = parametersOf(query)
  return {
    path,
    text,
    kinds: AUDIT_KINDS.map((one) => ({
      kind: one,
      href: changedHref(path, query, { kind: one, narrow: rest }),
      current: one === kind || (kind === undefined && one === 'story'),
    })),
    periods: PERIODS.map((one) => ({ period: one, href: changedHref(path, query, { period: one }) })),
    period,
    days,
    wrong,
    hidden,
    daysHidden: parametersOf({ ...query, period: 'choose', days: { since: '', until: '' } }),
    clearHref: path,
  }
}

/** Failures in the query's period; undefined if counting is too expensive, or if a search text or filter is set. */
async function failuresIn({ services }: OperationsRequest, query: ActivityQuery): Promise<string | undefined> {
  const { text, narrow, period } = query
  if (text !== '' || Object.keys(narrow).length > 0 || period === 'all' || period === 'choose') return undefined
  const filter = filterOf({ ...query, kind: 'failures' }, services.now())
  const { entries, next } = await services.audit.list(filter, undefined, FAILURES_MAX, FAILURES_SCAN)
  if (next === undefined) return String(entries.length)
  return entries.length === FAILURES_MAX ? `${FAILURES_MAX}+` : undefined
}

/** The active single-value filters by name, each with the URL of the list without that filter. */
async function narrowedOf(
  page: OperationsRequest,
  query: ActivityQuery,
  path: string,
): Promise<ActivityFilterProps['narrowed']> {
  const { groups } = viewOf(page).t.operations.activity
  const { services } = page
  const textFor = async (name: string, value: string): Promise<string> => {
    if (name === 'client') return (await services.clients.find(value))?.clientName ?? value
    if (name === 'group') return Object.hasOwn(groups, value) ? groups[value as keyof typeof groups] : value
    return name === 'user' ? nameOfUser(page, value) : value
  }
  return Promise.all(
    NARROW.flatMap((name) => {
      const value = query.narrow[name]
      if (value === undefined || name === 'result') return []
      const { [name]: _taken, ...narrow } = query.narrow
      return [textFor(name, value).then((text) => ({ name, text, href: changedHref(path, query, { narrow }) }))]
    }),
  )
}

/** If the search text matches several users or clients, returns a link for each of them. */
function namedOf(
  query: ActivityQuery,
  resolved: ResolvedFilter | undefined,
  path: string,
): ActivityFilterProps['named'] {
  const named = resolved?.named ?? []
  if (named.length < 2) return undefined
  return {
    shown: named.slice(0, NAMED_SHOWN).map(({ kind, id, name }) => ({
      kind,
      name,
      href: changedHref(path, query, { text: '', narrow: { ...query.narrow, [kind]: id } }),
    })),
    more: Math.max(0, named.length - NAMED_SHOWN),
  }
}

/** Detects phones by their request headers. Requests without these headers get the full number of rows. */
function isPhone({ context }: OperationsRequest): boolean {
  const { req } = context
  return req.headers['sec-ch-ua-mobile'] === '?1' || /\bMobi/.test(headerText(req, 'user-agent') ?? '')
}
