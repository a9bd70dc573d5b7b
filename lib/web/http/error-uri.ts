import type { Deny } from '../../../policies/verdict.ts'
import type { RequestContext } from '../request/request-context.ts'

/** Turned away before it was judged: of these requests nothing is kept. */
const UNKEPT: ReadonlySet<string> = new Set(['too_many_attempts', 'temporarily_unavailable', 'server_error'])

/** Whether what a refused request sent is kept for whoever holds its `error_uri`. */
export const isReceivedKept = ({ sent }: RequestContext, { error }: Deny): boolean =>
  sent !== undefined && !UNKEPT.has(error)

/**
 * `error_uri` (RFC 6749 s4.1.2.1, s5.2): the page that explains a refusal. The id in it is the service's own: that of a proxy may be
 * known to others.
 */
export function errorUri(issuerUrl: string, context: RequestContext, denial: Deny): string {
  const page = `${issuerUrl}/errors/${denial.ref}`
  return isReceivedKept(context, denial) ? `${page}?request=${context.ownId}` : page
}
