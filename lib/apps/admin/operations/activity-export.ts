/** The download of the listed entries: all that match the query, not only those of one page. */
import type { AuditEntry } from '../../../domain/audit/audit-trail.ts'
import { failureReasonOf } from '../../../domain/audit/failure-reason.ts'
import { type Columns, downloadFormat, sendTable } from '../shell/download.ts'
import { namesOf } from '../shell/names.ts'
import { type ActivityQuery, changedHref, readQuery, resolveFilter, wholeFilter } from './activity-query.ts'
import type { OperationsRequest } from './services.ts'

/** Maximum number of names to keep for the following entries. */
const NAMES_MAX = 10_000

const EXPORT = '/activity/export'

export function exportHrefs({ href }: OperationsRequest, query: ActivityQuery) {
  const lines = changedHref(href(EXPORT), query, {})
  return { csv: `${lines}&format=csv`, lines }
}

/**
 * GET /activity/export: streams the entries that match the query, oldest first, as NDJSON, or as CSV with
 * `?format=csv`. Without a query, these are the entries that the page shows without one; `?kind=all&period=all` is the
 * whole trail.
 */
export async function exportActivity(page: OperationsRequest): Promise<void> {
  const { services, context } = page
  const format = downloadFormat(page.query)
  const query = readQuery(page.query)
  const resolved = query.text === '' ? undefined : await resolveFilter(page, query.text)
  const filter = wholeFilter(page, query, resolved)
  const entries = filter === undefined ? none() : services.audit.all(filter)
  if (format === 'csv') return sendTable(context, 'activity', format, COLUMNS, named(page, entries))
  await sendTable(context, 'activity', format, {}, entries)
}

async function* none(): AsyncGenerator<AuditEntry> {}

type NamedEntry = AuditEntry & { readonly names: Readonly<Record<'actor' | 'user' | 'client', string | undefined>> }

/** Adds the names of users and clients. Each is looked up once, unless there are too many. */
async function* named(page: OperationsRequest, entries: AsyncIterable<AuditEntry>): AsyncGenerator<NamedEntry> {
  const known = new Map<string, string>()
  const nameOf = async (kind: 'user' | 'client', id: string | undefined): Promise<string | undefined> => {
    if (id === undefined) return undefined
    const name = known.get(`${kind} ${id}`)
    if (name !== undefined) return name
    if (known.size === NAMES_MAX) known.clear()
    const found = kind === 'user' ? (await namesOf(page, [id], [])).who(id) : (await namesOf(page, [], [id])).app(id)
    known.set(`${kind} ${id}`, found.name)
    return found.name
  }
  for await (const entry of entries)
    yield {
      ...entry,
      names: {
        actor: await nameOf('user', entry.actor),
        user: await nameOf('user', entry.user),
        client: await nameOf('client', entry.client),
      },
    }
}

const COLUMNS: Columns<NamedEntry> = {
  id: ({ id }) => id,
  time: ({ at }) => new Date(at).toISOString(),
  event: ({ event }) => event,
  result: ({ result }) => result,
  reason: (entry) => failureReasonOf(entry),
  actor: ({ actor }) => actor,
  actor_name: ({ names }) => names.actor,
  user: ({ user }) => user,
  user_name: ({ names }) => names.user,
  client: ({ client }) => client,
  client_name: ({ names }) => names.client,
  address: ({ address }) => address,
  request_id: ({ requestId }) => requestId,
  sid: ({ sid }) => sid,
  error: ({ error }) => error,
  error_ref: ({ ref }) => ref,
  detail: ({ detail }) => detail,
  count: ({ count }) => count,
  changes: ({ changes }) => (changes === undefined ? undefined : JSON.stringify(changes)),
}
