import type { IncomingMessage } from 'node:http'
import { isInboundId, REQUEST_ID_BYTES, requestIdFrom } from '../../../policies/request-id.ts'
import { randomBlock } from '../../domain/keys/random-block.ts'

/** The request's identifier (D-G2): the inbound one only from a trusted proxy and only in a restricted form. */
export function requestIdOf(req: IncomingMessage, trustProxy: number): string {
  const inbound = trustProxy > 0 ? req.headers['x-request-id'] : undefined
  return typeof inbound === 'string' && isInboundId(inbound) ? inbound : newRequestId()
}

/** `k7m2-9qxd-4htn`: for an answer that the service itself does not give. */
export const newRequestId = (): string => requestIdFrom(randomBlock(REQUEST_ID_BYTES))
