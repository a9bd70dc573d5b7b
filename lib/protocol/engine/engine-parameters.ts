import type { AuthorizationRequest } from '../../../policies/authorization-request.ts'
import type { RequestContext } from '../../web/request/request-context.ts'

/** Parameters that are passed to the engine exactly as the client sent them. */
const FORWARDED = ['login_hint', 'acr_values', 'ui_locales'] as const
/** Portico's own parameter: the subject of a verified `id_token_hint`. The token itself is not stored. */
export const HINTED_SUBJECT = 'hinted_subject'

/** The parameters stored in an interaction: only those that are already validated or will be evaluated later. */
export function engineParameters(
  context: RequestContext,
  { request, hintedSubject }: { readonly request: AuthorizationRequest; readonly hintedSubject?: string | undefined },
): Readonly<Record<string, string>> {
  const parameters: Record<string, string> = {
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    response_type: 'code',
    scope: request.scopes.join(' '),
    state: request.state,
    nonce: request.nonce,
    code_challenge: request.codeChallenge,
    code_challenge_method: 'S256',
  }
  if (request.prompts.length > 0) parameters.prompt = request.prompts.join(' ')
  if (request.maxAge !== undefined) parameters.max_age = String(request.maxAge)
  const sent = new URLSearchParams(context.query)
  for (const name of FORWARDED) {
    const value = sent.get(name)
    if (value !== null && value !== '') parameters[name] = value
  }
  if (hintedSubject !== undefined) parameters[HINTED_SUBJECT] = hintedSubject
  return parameters
}
