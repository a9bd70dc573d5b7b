import type { Deny } from '../../../policies/verdict.ts'
import { defined } from '../../config/data/defined.ts'
import type { AuditTrail } from '../../domain/audit/audit-trail.ts'
import type { EventListeners } from '../../domain/audit/event-listeners.ts'
import { type AuditEvent, type AuditEventName, isFailedSignIn } from '../../domain/audit/events.ts'
import type { Explanations } from '../../domain/audit/explanations.ts'
import type { ReceivedRequests } from '../../domain/audit/received.ts'
import type { AppUses } from '../../domain/metrics/app-use.ts'
import type { ClientUses } from '../../domain/metrics/client-use.ts'
import type { DailyStats } from '../../domain/metrics/daily-stats.ts'
import type { LastSignIns } from '../../domain/metrics/last-sign-in.ts'
import { measureRequest } from '../../domain/metrics/measured-request.ts'
import { errorFields, type Logger } from '../../ports/logger.ts'
import type { Measurements } from '../../ports/measurements.ts'
import type { RequestContext } from '../request/request-context.ts'
import type { RouteName } from '../request/route.ts'
import { deviceIn } from '../request/user-agent.ts'
import { isReceivedKept } from './errors.ts'
import { logAnswer } from './log-line.ts'
import { explainsLimit } from './rate-limit.ts'
import { receivedIn } from './received.ts'

export type Observer = ReturnType<typeof observer>

/** Records each request after its response, in the log, the audit log, the explanations, and the statistics. */
export function observer(parts: {
  readonly logger: Logger
  readonly audit: AuditTrail
  readonly listeners: EventListeners
  readonly explanations: Explanations
  readonly received: ReceivedRequests
  readonly stats: DailyStats
  readonly uses: ClientUses
  readonly appUses: AppUses
  readonly signIns: Pick<LastSignIns, 'note'>
  readonly measurements: Measurements
  readonly now: () => number
}) {
  const { logger, audit, listeners, explanations, received, stats, uses, appUses, signIns, measurements, now } = parts
  const record = (context: RequestContext, event: AuditEventName): void => {
    // Refreshes are only counted (D-A7), because an entry for each would fill most of the audit log.
    if (event !== 'token.refreshed')
      audit.note(entryOf(context, event, now()), isFailedSignIn(event) ? keyOf(context) : undefined)
    else if (listeners.hasListener(event)) listeners.notify(entryOf(context, event, now()))
  }
  return {
    /** Reports an unexpected error. */
    report({ requestId, route }: RequestContext, error: unknown): void {
      logger.error(
        { code: 'unexpected-error', request_id: requestId, route: route.name, ...errorFields(error) },
        'unexpected error',
      )
    },
    /** Called after the response; writes the log line, metrics, and audit log. */
    finished(context: RequestContext, startedAt: number): void {
      const { refusal, event, failure } = context
      measureRequest(measurements, context, context.res.statusCode, (performance.now() - startedAt) / 1000)
      // Under overload, only the metrics count each refusal; the log has its begin and end.
      if (refusal?.ref === 'overloaded') return
      // Requests for assets, gate checks, and metrics are too frequent to log.
      if (!QUIET.has(context.route.name) || refusal !== undefined)
        logAnswer(logger, context, performance.now() - startedAt)
      // Requests for unknown paths are only logged, not counted or stored, because scanners try thousands of them.
      if (context.route.name === 'nowhere' || context.unrecorded) return
      // A 404 usually means a mistyped URL. It belongs neither in the user's history nor in the apps' errors.
      if (refusal?.ref === 'not_found') return
      // Throttled requests are counted, and the first are explained. Otherwise a flood would fill the audit log, and
      // its writes would slow down other requests. While the store is unavailable, nothing can be written.
      const flood = refusal?.error === 'too_many_attempts'
      const unavailable = refusal?.error === 'temporarily_unavailable' || context.res.statusCode === 503
      stats.count(context)
      uses.note(context)
      appUses.note(context)
      signIns.note(context)
      if (flood && explainsLimit(context)) explain(explanations, context, now())
      if (flood || unavailable) return
      const name =
        event ??
        // The consent page has recorded that the user declined.
        (refusal === undefined || refusal.ref === 'user_denied'
          ? undefined
          : replayed(refusal.ref)
            ? 'token.replayed'
            : 'request.refused')
      if (name !== undefined) record(context, name)
      if (refusal !== undefined || failure !== undefined || context.res.statusCode >= 400)
        explain(explanations, context, now())
      if (refusal !== undefined && isReceivedKept(context, refusal))
        received.keep(context.ownId, context.address, receivedIn(context, refusal, now()))
    },
  }
}

function explain(explanations: Explanations, context: RequestContext, at: number): void {
  const { requestId, route, res, client, subject, address, refusal, trace, attempt, failure } = context
  // After a failed sign-in, this user is not authenticated, so the limit for anonymous clients still applies.
  const user = subject ?? attempt?.user
  const explanation = {
    requestId,
    at,
    route: route.name,
    status: res.statusCode,
    address,
    steps: trace.steps,
    facts: {
      ...trace.facts,
      ...defined({ reason: failure, tries: failure && attempt?.count, wait_until: attempt?.waitUntil }),
    },
    ...defined({ client: client?.clientId, user }),
    ...refusalFields(refusal),
  }
  explanations.keep(explanation, subject === undefined && context.authenticated === undefined ? 'anonymous' : 'known')
}

const QUIET: ReadonlySet<string> = new Set<RouteName>(['assets', 'gate', 'metrics'])

/** Events caused by browsers. All other events are caused by the servers of apps or external providers. */
const BY_BROWSERS = /^(?:sign-in|consent|logout(?!\.upstream)|account)\./

const replayed = (ref: string): boolean => ref === 'code_used' || ref === 'refresh_token_replayed'

/** Attempts that a limit refused have an entry of their own, so that the log keeps the wrong passwords before them. */
const keyOf = ({ attempt, failure }: RequestContext): string | undefined =>
  attempt && (failure === 'throttled' ? `${attempt.key} throttled` : attempt.key)

function entryOf(context: RequestContext, event: AuditEventName, now: number): AuditEvent {
  const { client, subject, sid, address, requestId, refusal } = context
  const isFailed = isFailedSignIn(event)
  const failed = isFailed ? context.attempt : undefined
  const count = (context.failure === 'throttled' ? failed?.past : undefined) ?? failed?.count ?? 1
  const user = subject ?? failed?.user
  return {
    event,
    result: refusal === undefined && !isFailed ? 'ok' : 'refused',
    address,
    requestId,
    ...(BY_BROWSERS.test(event) ? deviceIn(context.req) : {}),
    ...(count === 1 ? {} : { count, lastAt: now }),
    ...(isFailed && context.failure !== undefined ? { details: { reason: context.failure } } : {}),
    ...defined({ client: client?.clientId, user, sid }),
    ...refusalFields(refusal),
  }
}

const refusalFields = (refusal: Deny | undefined) =>
  defined({ error: refusal?.error, ref: refusal?.ref, detail: refusal?.detail })
