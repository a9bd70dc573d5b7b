import type { AuditTrail } from '../../domain/audit/audit-trail.ts'
import type { AuditEventName } from '../../domain/audit/events.ts'
import type { Explanations } from '../../domain/audit/explanations.ts'
import type { ClientUses } from '../../domain/metrics/client-use.ts'
import type { DailyStats } from '../../domain/metrics/daily-stats.ts'
import { errorFields, type Logger } from '../../ports/logger.ts'
import type { RequestContext } from '../request/request-context.ts'

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
  explanations,
  stats,
  uses,
  now,
}: {
  readonly logger: Logger
  readonly audit: AuditTrail
  readonly explanations: Explanations
  readonly stats: DailyStats
  readonly uses: ClientUses
  readonly now: () => number
}): Observer {
  const writeAudit = (context: RequestContext, event: AuditEventName): void => {
    const { client, subject, sid, address, requestId, refusal } = context
    audit.note({
      event,
      result: refusal === undefined && event !== 'sign-in.failed' && event !== 'sign-in.throttled' ? 'ok' : 'refused',
      address,
      requestId,
      ...(client === undefined ? {} : { client: client.clientId }),
      ...(subject === undefined ? {} : { user: subject }),
      ...(sid === undefined ? {} : { sid }),
      ...(refusal === undefined
        ? {}
        : {
            error: refusal.error,
            ref: refusal.ref,
            ...(refusal.detail === undefined ? {} : { detail: refusal.detail }),
          }),
    })
  }
  const explain = ({ requestId, route, res, client, subject, address, refusal, trace }: RequestContext): void =>
    explanations.keep({
      requestId,
      at: now(),
      route: route.name,
      status: res.statusCode,
      address,
      steps: trace.steps,
      facts: trace.facts,
      ...(client === undefined ? {} : { client: client.clientId }),
      ...(subject === undefined ? {} : { user: subject }),
      ...(refusal === undefined
        ? {}
        : {
            error: refusal.error,
            ref: refusal.ref,
            ...(refusal.detail === undefined ? {} : { detail: refusal.detail }),
          }),
    })
  return {
    report({ requestId, route }, error) {
      logger.error({ request_id: requestId, route: route.name, ...errorFields(error) }, 'unexpected error')
    },
    finished(context, startedAt) {
      const { refusal, event } = context
      // Requests for styles and scripts come with every page and are not logged.
      if (context.route.name !== 'assets' || refusal !== undefined)
        logger.info(logFields(context, startedAt), refusal === undefined ? 'answered' : 'refused')
      // Scanners try paths by the thousand: the log is enough, nothing is counted or stored.
      if (context.route.name === 'nowhere') return
      // Rate-limited requests are only counted: otherwise a flood would fill the trail. Without the store nothing can be written.
      const flood = refusal?.error === 'too_many_attempts'
      const unavailable = refusal?.error === 'temporarily_unavailable'
      stats.count(context)
      uses.note(context)
      if (flood || unavailable) return
      const name =
        event ?? (refusal === undefined ? undefined : replayed(refusal.ref) ? 'token.replayed' : 'request.refused')
      if (name !== undefined) writeAudit(context, name)
      if (refusal !== undefined || context.res.statusCode >= 400) explain(context)
    },
  }
}

const replayed = (ref: string): boolean => ref === 'code_used' || ref === 'refresh_token_replayed'

function logFields(
  { requestId, route, res, client, subject, refusal, trace }: RequestContext,
  startedAt: number,
): object {
  return {
    request_id: requestId,
    route: route.name,
    status: res.statusCode,
    ms: Math.round((performance.now() - startedAt) * 10) / 10,
    ...(client === undefined ? {} : { client_id: client.clientId }),
    ...(subject === undefined ? {} : { sub: subject }),
    ...(refusal === undefined ? {} : { error: refusal.error, error_ref: refusal.ref, detail: refusal.detail }),
    ...(trace.steps.length === 0 ? {} : { steps: trace.steps.map(({ step, found }) => `${step}: ${found}`) }),
  }
}
