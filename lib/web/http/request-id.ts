import type { IncomingMessage } from 'node:http'
import { randomBlock } from '../../domain/keys/random-block.ts'

const INBOUND = /^[A-Za-z0-9._-]{8,64}$/

/** The request's identifier (D-G2): the inbound one only from a trusted proxy and only in a restricted form. */
export function requestIdOf(req: IncomingMessage, trustProxy: number): string {
  const inbound = trustProxy > 0 ? req.headers['x-request-id'] : undefined
  return typeof inbound === 'string' && INBOUND.test(inbound) ? inbound : randomBlock(15).toString('base64url')
}
