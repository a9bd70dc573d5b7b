import type { Seeding } from '../../domain/seed/seeding.ts'
import { UNAVAILABLE_RETRY_SECONDS } from '../../web/http/errors.ts'
import { sendJson } from '../../web/http/responses.ts'
import type { Handler } from '../../web/request/request-context.ts'

/** GET /health/live: the process answers; nothing else is asked. */
export const liveEndpoint: Handler = (context) => sendJson(context, 200, { status: 'live' })

/** GET /health/ready: 503 says what is missing. */
export function readyEndpoint(readiness: Pick<Seeding, 'checks'>): Handler {
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
