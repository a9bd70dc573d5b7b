import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const INBOUND = /^[A-Za-z0-9._-]{8,64}$/
// Random bytes by the block: one call of the generator serves many requests.
let block = Buffer.alloc(0)
let used = 0

/** The request's identifier (G2): the inbound one only from a trusted proxy and only in its narrow form. */
export function requestIdOf(req: IncomingMessage, trustProxy: number): string {
  const inbound = trustProxy > 0 ? req.headers['x-request-id'] : undefined
  return typeof inbound === 'string' && INBOUND.test(inbound) ? inbound : newRequestId()
}

function newRequestId(): string {
  if (used + 15 > block.length) {
    block = randomBytes(15 * 256)
    used = 0
  }
  used += 15
  return block.toString('base64url', used - 15, used)
}
