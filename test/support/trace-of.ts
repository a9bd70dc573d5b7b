/** Audit entries of requests, which are written shortly after their responses. */
import type { Answer } from './http.ts'
import type { Node } from './idp.ts'
import { until } from './until.ts'

type AuditEntry = Awaited<ReturnType<Node['portico']['audit']['list']>>['entries'][number]

/** The entry of a request, once it is in the trail. */
export async function traceOf({ portico }: Pick<Node, 'portico'>, { headers }: Answer): Promise<AuditEntry> {
  const requestId = String(headers['x-request-id'])
  let found: AuditEntry | undefined
  await until(async () => {
    found = (await portico.audit.list({ requestId }, undefined, 1)).entries[0]
    return found !== undefined
  })
  return found as AuditEntry
}

/** Resolves when all entries of earlier requests are written: refusals are written last, and this request adds one. */
export async function trailWritten(node: Pick<Node, 'portico' | 'send'>): Promise<void> {
  await traceOf(node, await node.send('/token', { body: {} }))
}
