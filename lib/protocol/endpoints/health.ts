import { UNAVAILABLE_RETRY_SECONDS } from '../../web/http/errors.ts'
import { sendJson } from '../../web/http/responses.ts'
import type { Handler } from '../../web/request/request-context.ts'

/** GET /health/live: the process answers; nothing else is asked. */
export const liveEndpoint: Handler = (context) => sendJson(context, 200, { status: 'live' })

/** What there is to say of the process: it is ready when each check is `ok`. */
export interface HealthReport {
  readonly status: 'ready' | 'not ready'
  readonly checks: Readonly<Record<string, string>>
}

/** GET /health/ready: 503 says what is missing. */
export function readyEndpoint(health: () => Promise<HealthReport>): Handler {
  return async (context) => {
    const report = await health()
    const ready = report.status === 'ready'
    sendJson(context, ready ? 200 : 503, report, ready ? {} : { 'Retry-After': String(UNAVAILABLE_RETRY_SECONDS) })
  }
}
