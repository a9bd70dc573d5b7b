import type { Exchange } from '../http/exchange.ts'
import { faultFields } from './logger.ts'
import type { Logger } from './logger.ts'

interface RequestLog {
  readonly report: (exchange: Exchange, fault: unknown) => void
  readonly finished: (exchange: Exchange, startedAt: number) => void
}

/** One line a request, with what support needs and nothing that is secret: no address parameters, no bodies. */
export function requestLog(logger: Logger): RequestLog {
  return {
    report({ requestId, route }, fault) {
      logger.error({ request_id: requestId, route: route.name, ...faultFields(fault) }, 'a fault of the service')
    },
    finished({ requestId, route, res, client, subject, refusal, trace }, startedAt) {
      const fields = {
        request_id: requestId, route: route.name, status: res.statusCode, ms: Math.round((performance.now() - startedAt) * 10) / 10,
        ...(client === undefined ? {} : { client_id: client.clientId }), ...(subject === undefined ? {} : { sub: subject }),
        ...(refusal === undefined ? {} : { error: refusal.error, error_ref: refusal.ref, detail: refusal.detail }),
        ...(trace.steps.length === 0 ? {} : { steps: trace.steps.map(({ step, found }) => `${step}: ${found}`) }),
      }
      logger.info(fields, refusal === undefined ? 'answered' : 'refused')
    },
  }
}
