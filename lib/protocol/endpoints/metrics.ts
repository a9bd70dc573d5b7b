import { hash, timingSafeEqual } from 'node:crypto'
import { deny } from '../../../policies/verdict.ts'
import type { Metrics } from '../../ports/measurements.ts'
import { bearerToken, refuseBearer } from '../../web/http/bearer.ts'
import { send } from '../../web/http/responses.ts'
import { headerText } from '../../web/request/received-headers.ts'
import type { Handler } from '../../web/request/request-context.ts'

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')

/** GET /metrics, for clients that send the configured token. The token gives access to nothing else. */
export function metricsEndpoint(metrics: Pick<Metrics, 'text'>, token: string): Handler {
  const expected = digest(token)
  return async (context) => {
    if (!timingSafeEqual(digest(bearerToken(context)), expected))
      throw refuseBearer(deny('invalid_token', 'token_invalid', 'differs from the setting metrics.token'))
    const { contentType, body } = await metrics.text(headerText(context.req, 'accept'))
    send(context, 200, contentType, body)
  }
}
