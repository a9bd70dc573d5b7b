/** Writes one log line per completed request. The README.md in this folder lists the fields. */

import { recordedText } from '../../../policies/untrusted-text.ts'
import { defined } from '../../config/data/defined.ts'
import { isFailedSignIn } from '../../domain/audit/events.ts'
import type { Logger } from '../../ports/logger.ts'
import type { RequestContext } from '../request/request-context.ts'
import type { RouteName } from '../request/route.ts'

/** Routes whose paths contain single-use secrets, such as those in emailed links, which must not be logged. */
const REDACTED: ReadonlySet<RouteName> = new Set<RouteName>(['resume', 'interaction', 'recovery'])

/**
 * The path to log, without its query, secrets, or personal data. Pages in the panel and portal are logged as patterns,
 * and some routes as prefixes. An unknown path is logged in full to show what is wrong. Undefined for the host's pages.
 */
export function loggedPath({ route, fullPath, path, rest, pattern, refusal }: PathParts): string | undefined {
  if (route.name === 'guard') return undefined
  if (pattern !== undefined) return fullPath.slice(0, fullPath.length - path.length) + pattern
  const isApp = route.name === 'admin' || route.name === 'portal'
  const isRedacted = REDACTED.has(route.name) || (isApp && refusal?.ref !== 'not_found')
  return recordedText(isRedacted && rest !== '' ? `${fullPath.slice(0, fullPath.length - rest.length)}…` : fullPath)
}

type PathParts = Pick<RequestContext, 'route' | 'fullPath' | 'path' | 'rest' | 'pattern' | 'refusal'>

function fieldsOf(context: RequestContext, ms: number): object {
  const { requestId, req, route, res, address, client, subject, refusal, exceeded, failure, trace } = context
  return {
    request_id: requestId,
    method: req.method,
    path: loggedPath(context),
    route: route.name,
    status: res.statusCode,
    ms: Math.round(ms * 10) / 10,
    address,
    ...defined({ client_id: client?.clientId, sub: subject, reason: failure, rate_limit: exceeded }),
    ...(refusal === undefined ? {} : { error: refusal.error, error_ref: refusal.ref, detail: refusal.detail }),
    ...(trace.steps.length === 0 ? {} : { steps: trace.steps.map(({ step, found }) => `${step}: ${found}`) }),
  }
}

/** @param ms time from the request to the response */
export function logAnswer(logger: Logger, context: RequestContext, ms: number): void {
  const { res, refusal, event } = context
  const fields = fieldsOf(context, ms)
  if (res.statusCode >= 500)
    logger[res.statusCode === 503 ? 'warn' : 'error']({ code: 'request-failed', ...fields }, 'request failed')
  else if (isFailedSignIn(event)) logger.info({ code: 'sign-in-failed', ...fields }, 'sign-in failed')
  else if (refusal !== undefined) logger.info({ code: 'request-denied', ...fields }, 'request denied')
  else logger.info({ code: 'request-completed', ...fields }, 'request completed')
}
