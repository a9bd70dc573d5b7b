import { pipeline } from 'node:stream/promises'
import type { AuditFilter } from '../../../domain/audit/audit-filter.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { show } from '../shell/show.ts'
import type { ActivityFilters } from './activity-filter-view.tsx'
import { Activity } from './activity-view.tsx'
import type { OperationsRequest } from './services.ts'

const PAGE = 50
const DAY_MS = 86_400_000
/** A page recomputes no more hashes than this; `portico audit verify` goes through all. */
const VERIFIED = 2_000

/** GET /activity: the audit trail, newest first; `?verify=1` recomputes its chain. */
export async function showActivity(page: OperationsRequest): Promise<void> {
  const { query, services, href } = page
  const filters: ActivityFilters = {
    group: asked(query, 'group'),
    result: asked(query, 'result'),
    client: asked(query, 'client'),
    user: asked(query, 'user'),
    since: asked(query, 'since'),
    until: asked(query, 'until'),
  }
  const [requestId, sid] = [asked(query, 'request_id'), asked(query, 'sid')]
  const before = query.get('before') ?? undefined
  const wrong = (['since', 'until'] as const).filter(
    (name) => filters[name] !== '' && dayIn(filters[name]) === undefined,
  )
  // Rows of another question would pass for the answer to this one.
  const { entries, next } =
    wrong.length > 0
      ? { entries: [], next: undefined }
      : await services.audit.list({ ...filterOf(filters, requestId), ...(sid === '' ? {} : { sid }) }, before, PAGE)
  const parameters = {
    ...Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, value === '' ? undefined : value])),
    request_id: requestId === '' ? undefined : requestId,
    sid: sid === '' ? undefined : sid,
  }
  await show(page, wrong.length > 0 ? 422 : 200, Activity, {
    wrong,
    rows: entries.map(({ id, at, result, ...entry }) => ({ ...entry, seq: id, at: new Date(at), ok: result === 'ok' })),
    filters,
    filtered: requestId !== '' || sid !== '' || Object.values(filters).some((value) => value !== ''),
    nextHref: next === undefined ? undefined : withParameters(href('/activity'), { ...parameters, before: next }),
    firstHref: before === undefined ? undefined : withParameters(href('/activity'), parameters),
    chain: query.has('verify') ? await verdictOf(page) : undefined,
  })
}

const asked = (query: URLSearchParams, name: string): string => (query.get(name) ?? '').trim().slice(0, 200)

/** When a day begins (UTC); undefined for what is no day, such as the 45th. */
function dayIn(text: string): number | undefined {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? at : undefined
}

function filterOf({ group, result, client, user, since, until }: ActivityFilters, requestId: string): AuditFilter {
  const [from, to] = [dayIn(since), dayIn(until)]
  return {
    ...(group === '' ? {} : { group }),
    ...(result === 'ok' || result === 'refused' ? { result } : {}),
    ...(client === '' ? {} : { client }),
    ...(user === '' ? {} : { user }),
    ...(requestId === '' ? {} : { requestId }),
    ...(from === undefined ? {} : { since: from }),
    ...(to === undefined ? {} : { until: to + DAY_MS - 1 }),
  }
}

async function verdictOf({
  services,
}: OperationsRequest): Promise<{ entries: number; of: number } | { brokenAt: number }> {
  const verdict = await services.audit.verify({ newest: VERIFIED })
  return verdict.outcome === 'intact' ? { entries: verdict.entries, of: verdict.of } : { brokenAt: verdict.seq }
}

/** GET /activity/export: every entry as a line of JSON, oldest first, as it is read. */
export async function exportActivity({ services, context }: OperationsRequest): Promise<void> {
  const { res } = context
  res.statusCode = 200
  res.setHeader('Content-Type', 'application/x-ndjson; charset=utf-8')
  res.setHeader('Content-Disposition', 'attachment; filename="activity.ndjson"')
  res.setHeader('Cache-Control', 'no-store')
  async function* lines(): AsyncIterable<string> {
    for await (const entry of services.audit.all()) yield `${JSON.stringify(entry)}\n`
  }
  try {
    // A slow reader slows the export down, instead of filling the memory.
    await pipeline(lines, res)
  } catch (error) {
    // Whoever has left needs no answer.
    if ((error as { readonly code?: unknown }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}
