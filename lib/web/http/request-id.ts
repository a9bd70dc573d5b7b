import type { IncomingMessage } from 'node:http'
import { isInboundId, REQUEST_ID_BYTES, requestIdFrom } from '../../../policies/request-id.ts'
import { randomBlock } from '../../domain/keys/random-block.ts'

/** The request ID from a trusted proxy, if it has the expected format (D-G2). */
export function inboundRequestId(req: IncomingMessage, trustProxy: number): string | undefined {
  const inbound = trustProxy > 0 ? req.headers['x-request-id'] : undefined
  return typeof inbound === 'string' && isInboundId(inbound) ? inbound : undefined
}

/** Creates a request ID, for example `k7m2-9qxd-4htn`. */
export const newRequestId = (): string => requestIdFrom(randomBlock(REQUEST_ID_BYTES))
