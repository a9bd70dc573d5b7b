import { pipeline } from 'node:stream/promises'
import type { AuditEntry } from '../../../domain/audit/audit-trail.ts'
import { failureReasonOf } from '../../../domain/audit/failure-reason.ts'
import { csvLine } from '../shell/csv-line.ts'
import type { OperationsRequest } from './services.ts'

/** GET /activity/export: every entry as a line of JSON, or with `?format=csv` as a row, oldest first, as it is read. */
export async function exportActivity({ services, context, query }: OperationsRequest): Promise<void> {
  const { res } = context
  const isCsv = query.get('format') === 'csv'
  res.statusCode = 200
  res.setHeader('Content-Type', isCsv ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8')
  res.setHeader('Content-Disposition', `attachment; filename="activity.${isCsv ? 'csv' : 'ndjson'}"`)
  res.setHeader('Cache-Control', 'no-store')
  async function* lines(): AsyncIterable<string> {
    if (isCsv) yield csvLine(Object.keys(COLUMNS))
    for await (const entry of services.audit.all()) yield isCsv ? rowOf(entry) : `${JSON.stringify(entry)}\n`
  }
  try {
    // A slow reader slows the export down, instead of filling the memory.
    await pipeline(lines, res)
  } catch (error) {
    // Whoever has left needs no answer.
    if ((error as { readonly code?: unknown }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

const COLUMNS: Readonly<Record<string, (entry: AuditEntry) => string | number | undefined>> = {
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

const rowOf = (entry: AuditEntry): string => csvLine(Object.values(COLUMNS).map((cell) => String(cell(entry) ?? '')))
