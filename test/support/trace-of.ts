/** What requests leave in the audit trail, which is written a moment after their answers. */
import type { Answer } from './http.ts'
import type { Node } from './idp.ts'
import { until } from './until.ts'

type AuditEntry = Awaited<ReturnType<Node['portico']['audit']['list']>>['entries'][number]

/** The entry of a request, once it has reached the trail. */
export async function traceOf({ portico }: Pick<Node, 'portico'>, { headers }: Answer): Promise<AuditEntry> {
  const requestId = String(headers['x-request-id'])
  let found: AuditEntry | undefined
  await until(async () => {
    found = (await portico.audit.list({ requestId }, undefined, 1)).entries[0]
    return found !== undefined
  })
  return found as AuditEntry
}

/** Resolves when all that the requests so far leave is there: refusals are written last, and this one makes another. */
export async function trailWritten(node: Pick<Node, 'portico' | 'send'>): Promise<void> {
  await traceOf(node, await node.send('/token', { body: {} }))
}
