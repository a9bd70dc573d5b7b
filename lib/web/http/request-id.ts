import type { IncomingMessage } from 'node:http'
import { isInboundId, REQUEST_ID_BYTES, requestIdFrom } from '../../../policies/request-id.ts'
import { randomBlock } from '../../domain/keys/random-block.ts'

/** The request id of a trusted proxy, in a restricted form (D-G2). */
export function inboundRequestId(req: IncomingMessage, trustProxy: number): string | undefined {
  const inbound = trustProxy > 0 ? req.headers['x-request-id'] : undefined
  return typeof inbound === 'string' && isInboundId(inbound) ? inbound : undefined
}

/** `k7m2-9qxd-4htn` */
export const newRequestId = (): string => requestIdFrom(randomBlock(REQUEST_ID_BYTES))
