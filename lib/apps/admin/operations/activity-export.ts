import type { AuditEntry } from '../../../domain/audit/audit-trail.ts'
import { failureReasonOf } from '../../../domain/audit/failure-reason.ts'
import { type Columns, csvLine, csvRow, downloadFormat, sendDownload } from '../shell/download.ts'
import type { OperationsRequest } from './services.ts'

/** GET /activity/export: streams every entry, oldest first, as NDJSON, or as CSV with `?format=csv`. */
export async function exportActivity({ services, context, query }: OperationsRequest): Promise<void> {
  const format = downloadFormat(query)
  async function* lines(): AsyncGenerator<string> {
    if (format === 'csv') yield csvLine(Object.keys(COLUMNS))
    for await (const entry of services.audit.all())
      yield format === 'csv' ? csvRow(COLUMNS, entry) : `${JSON.stringify(entry)}\n`
  }
  await sendDownload(context, 'activity', format, lines())
}

const COLUMNS: Columns<AuditEntry> = {
  id: ({ id }) => id,
  time: ({ at }) => new Date(at).toISOString(),
  event: ({ event }) => event,
  result: ({ result }) => result,
  reason: (entry) => failureReasonOf(entry),
  actor: ({ actor }) => actor,
  user: ({ user }) => user,
  client: ({ client }) => client,
  address: ({ address }) => address,
  request_id: ({ requestId }) => requestId,
  sid: ({ sid }) => sid,
  error: ({ error }) => error,
  error_ref: ({ ref }) => ref,
  detail: ({ detail }) => detail,
  count: ({ count }) => count,
  changes: ({ changes }) => (changes === undefined ? undefined : JSON.stringify(changes)),
}
