import type { AuditTrail } from '../../domain/audit/audit-trail.ts'
import type { EventListeners } from '../../domain/audit/event-listeners.ts'
import { type AuditEvent, type AuditEventName, isFailedSignIn } from '../../domain/audit/events.ts'
import type { Explanations } from '../../domain/audit/explanations.ts'
import type { ReceivedRequests } from '../../domain/audit/received.ts'
import type { AppUses } from '../../domain/metrics/app-use.ts'
import type { ClientUses } from '../../domain/metrics/client-use.ts'
import type { DailyStats } from '../../domain/metrics/daily-stats.ts'
import { measureRequest } from '../../domain/metrics/measured-request.ts'
import { errorFields, type Logger } from '../../ports/logger.ts'
import type { Measurements } from '../../ports/measurements.ts'
import type { RequestContext } from '../request/request-context.ts'
import type { RouteName } from '../request/route.ts'
import { deviceIn } from '../request/user-agent.ts'
import { isReceivedKept } from './error-uri.ts'
import { logAnswer } from './log-line.ts'
import { receivedIn } from './received.ts'

export interface Observer {
  /** An unexpected error. */
  readonly report: (context: RequestContext, error: unknown) => void
  /** After the answer. */
  readonly finished: (context: RequestContext, startedAt: number) => void
}

/** Records every request once, after its answer, in the log, the audit trail, the explanations and the statistics. */
export function observer({
  logger,
  audit,
  listeners,
  explanations,
  received,
  stats,
  uses,
  appUses,
  measurements,
  now,
}: {
  readonly logger: Logger
  readonly audit: AuditTrail
  readonly listeners: EventListeners
  readonly explanations: Explanations
  readonly received: ReceivedRequests
  readonly stats: DailyStats
  readonly uses: ClientUses
  readonly appUses: AppUses
  readonly measurements: Measurements
  readonly now: () => number
}): Observer {
  const entryOf = (context: RequestContext, event: AuditEventName): AuditEvent => {
    const { subject, sid, address, requestId, refusal } = context
    const isFailed = isFailedSignIn(event)
    const failed = isFailed ? context.attempt : undefined
    const user = subject ?? failed?.user
    return {
      event,
      result: refusal === undefined && !isFailed ? 'ok' : 'refused',
      address,
      requestId,
      ...(BY_BROWSERS.test(event) ? deviceIn(context.req) : {}),
      ...about(context, user),
      ...(sid === undefined ? {} : { sid }),
      ...(failed === undefined || failed.count === 1 ? {} : { count: failed.count, lastAt: now() }),
      ...(isFailed && context.failure !== undefined ? { details: { reason: context.failure } } : {}),
    }
  }
  const record = (context: RequestContext, event: AuditEventName): void => {
    // Refreshes are counted (D-A7): an entry for each would be most of the trail.
    if (event !== 'token.refreshed')
      audit.note(entryOf(context, event), isFailedSignIn(event) ? context.attempt?.key : undefined)
    else if (listeners.hasListener(event)) listeners.tell(entryOf(context, event))
  }
  const explain = (context: RequestContext): void => {
    const { requestId, route, res, subject, address, trace, attempt, failure } = context
    // A user whose sign-in failed has proved nothing: the budget of the anonymous holds for it.
    const user = subject ?? attempt?.user
    const explanation = {
      requestId,
      at: now(),
      route: route.name,
      status: res.statusCode,
      address,
      steps: trace.steps,
      facts: {
        ...trace.facts,
        ...(failure === undefined ? {} : { reason: failure }),
        ...(failure === undefined || attempt === undefined ? {} : { tries: attempt.count }),
        ...(attempt?.waitUntil === undefined ? {} : { wait_until: attempt.waitUntil }),
      },
      ...about(context, user),
    }
    explanations.keep(explanation, subject === undefined && context.authenticated === undefined ? 'anonymous' : 'known')
  }
  return {
    report({ requestId, route }, error) {
      logger.error({ request_id: requestId, route: route.name, ...errorFields(error) }, 'unexpected error')
    },
    finished(context, startedAt) {
      const { refusal, event } = context
      measureRequest(measurements, context, context.res.statusCode, (performance.now() - startedAt) / 1000)
      // Requests for styles and scripts come with every page, one to the gate with all of them, and those for measurements all the
      // time: these are not logged.
      if (!QUIET.has(context.route.name) || refusal !== undefined)
        logAnswer(logger, context, performance.now() - startedAt)
      // Scanners try paths by the thousand: the log is enough, nothing is counted or stored.
      if (context.route.name === 'nowhere' || context.unrecorded) return
      // Nor does an address that a signed-in user mistyped belong into their history, or among the errors of apps.
      if (refusal?.ref === 'not_found') return
      // Who is turned away is only counted: otherwise a flood would fill the trail, and writing would slow down all others. Without
      // the store nothing can be written.
      const flood = refusal?.error === 'too_many_attempts'
      const unavailable = refusal?.error === 'temporarily_unavailable' || context.res.statusCode === 503
      stats.count(context)
      uses.note(context)
      appUses.note(context)
      if (flood || unavailable) return
      const name =
        event ?? (refusal === undefined ? undefined : replayed(refusal.ref) ? 'token.replayed' : 'request.refused')
      if (name !== undefined) record(context, name)
      if (refusal !== undefined || context.res.statusCode >= 400) explain(context)
      if (refusal !== undefined && isReceivedKept(context, refusal))
        received.keep(context.ownId, context.address, receivedIn(context, refusal, now()))
    },
  }
}

/** Whom and what a request was about, and why it was refused. */
const about = ({ client, refusal }: RequestContext, user: string | undefined) => ({
  ...(client === undefined ? {} : { client: client.clientId }),
  ...(user === undefined ? {} : { user }),
  ...(refusal === undefined ? {} : { error: refusal.error, ref: refusal.ref }),
  ...(refusal?.detail === undefined ? {} : { detail: refusal.detail }),
})

const QUIET: ReadonlySet<string> = new Set<RouteName>(['assets', 'gate', 'metrics'])

/** What users do in their browsers; the servers of apps, and of providers that users come from, send the rest. */
const BY_BROWSERS = /^(?:sign-in|consent|logout(?!\.upstream)|account)\./

const replayed = (ref: string): boolean => ref === 'code_used' || ref === 'refresh_token_replayed'
