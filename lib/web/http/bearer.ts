import { deny } from '../../../policies/verdict.ts'
import type { AccessTokens, LiveAccessToken } from '../../domain/tokens/verify.ts'
import { headerLines } from '../request/received-headers.ts'
import { note, ProtocolError, type RequestContext } from '../request/request-context.ts'
import { readForm } from './body.ts'
import { knowClient } from './cors.ts'

const REALM = 'Bearer realm="sso"'
/** The challenge for a request without credentials, which contains no error code (RFC 6750 s3.1). */
const MISSING = { 'WWW-Authenticate': REALM }
const INVALID = {
  'WWW-Authenticate': `${REALM}, error="invalid_token", error_description="the access token is not valid"`,
}
const MALFORMED = { 'WWW-Authenticate': `${REALM}, error="invalid_request"` }

/**
 * The token in the Authorization header (RFC 6750 s2.1), the only place where it is accepted.
 * @throws ProtocolError invalid_token 401 if it is missing, invalid_request 400 if it is malformed
 */
export function bearerToken(context: RequestContext): string {
  const { req } = context
  if (/(?:^|&)access_token=/.test(context.query))
    throw new ProtocolError(deny('invalid_request', 'token_in_query'), MALFORMED)
  const headers = headerLines(req, 'authorization')
  if (headers.length > 1) throw new ProtocolError(deny('invalid_request', 'several_tokens'), MALFORMED)
  const header = headers[0]
  if (header === undefined || !/^bearer +\S/i.test(header))
    throw new ProtocolError(deny('invalid_token', 'token_missing'), MISSING)
  // A single word counts as a token, even with invalid characters. Two words make the header malformed.
  const token = /^bearer +(\S+)$/i.exec(header)?.[1]
  if (token === undefined)
    throw new ProtocolError(deny('invalid_request', 'parameter_malformed', 'the Authorization header'), MALFORMED)
  return token
}

/**
 * Rejects a request with a token in its body: the token must be in the header (RFC 6750 s2.2).
 * @throws ProtocolError invalid_request 400 with the challenge (s3.1); also for other malformed bodies
 */
export async function assertNoTokenInBody({ req }: RequestContext): Promise<void> {
  const { authorization, 'content-length': length, 'transfer-encoding': coding } = req.headers
  if (length === '0' || (length === undefined && coding === undefined)) return
  const form = await readForm(req).catch((error: unknown) => {
    throw error instanceof ProtocolError && error.status === 400
      ? new ProtocolError(error.denial, { ...error.headers, ...MALFORMED })
      : error
  })
  if (!form.has('access_token')) return
  const alsoInHeader = /^bearer +\S/i.test(authorization ?? '')
  throw new ProtocolError(deny('invalid_request', alsoInHeader ? 'several_tokens' : 'token_in_body'), MALFORMED)
}

/** Returns an active access token, or throws 401 `invalid_token`. The reason is recorded only in the trace. */
export async function assertBearer(context: RequestContext, tokens: AccessTokens): Promise<LiveAccessToken> {
  const answer = await tokens.check(bearerToken(context))
  if (!answer.alive) {
    note(context.trace, 'access token', answer.why)
    throw new ProtocolError(deny('invalid_token', 'token_invalid', answer.why), INVALID)
  }
  knowClient(context, answer.token.client)
  context.subject = answer.token.claims.sub
  context.sid = answer.token.claims.sid
  return answer.token
}

export function refuseBearer(denial: ReturnType<typeof deny>): ProtocolError {
  return new ProtocolError(
    denial,
    denial.error === 'invalid_token' ? INVALID : { 'WWW-Authenticate': `${REALM}, error="${denial.error}"` },
  )
}
