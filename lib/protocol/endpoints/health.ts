import { UNAVAILABLE_RETRY_SECONDS } from '../../web/http/errors.ts'
import { sendJson } from '../../web/http/responses.ts'
import type { Handler } from '../../web/request/request-context.ts'

export type Check = 'ok' | 'missing'

/** What must be there before the service can answer (G9). */
export interface Readiness {
  /** `configuration`: the clients and people that it names, and the keys, are in the store. */
  checks(): Promise<{ readonly store: Check; readonly configuration: Check; readonly signingKey: Check }>
}

/** GET /health/live: the process answers; nothing else is asked. */
export const liveEndpoint: Handler = (context) => sendJson(context, 200, { status: 'live' })

/** GET /health/ready: 503 says what is missing. */
export function readyEndpoint(readiness: Readiness): Handler {
  return async (context) => {
    const checks = await readiness.checks()
    const ready = Object.values(checks).every((check) => check === 'ok')
    sendJson(
      context,
      ready ? 200 : 503,
      { status: ready ? 'ready' : 'not ready', checks },
      ready ? {} : { 'Retry-After': String(UNAVAILABLE_RETRY_SECONDS) },
    )
  }
}
