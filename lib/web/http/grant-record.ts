import { detailOf } from '../../../policies/verdict.ts'
import type { GrantResult } from '../../domain/tokens/issuer.ts'
import type { TokenResponse } from '../../domain/tokens/mint.ts'
import { note, ProtocolError, type RequestContext } from '../request/request-context.ts'

const GRANTS = {
  code: { found: 'redeemed', event: 'token.issued' },
  'refresh token': { found: 'rotated', event: 'token.refreshed' },
} as const

/** Records the outcome of a grant and returns its tokens. @throws ProtocolError if the grant was denied */
export function tokensOf(context: RequestContext, grant: keyof typeof GRANTS, result: GrantResult): TokenResponse {
  if (result.sid !== undefined) context.sid = result.sid
  if (result.subject !== undefined) context.subject = result.subject
  if (result.outcome === 'denied') {
    note(context.trace, grant, detailOf(result.denial))
    throw new ProtocolError(result.denial)
  }
  note(context.trace, grant, GRANTS[grant].found)
  context.event = GRANTS[grant].event
  return result.tokens
}
