import type { AuthorizationRequest } from '../../../policies/authorization-request.ts'
import type { RequestContext } from '../../web/request/request-context.ts'

/** Parameters that the engine is given; all others have been judged or are ignored. */
const FORWARDED = ['login_hint', 'acr_values', 'ui_locales'] as const
/** A parameter of our own: whom a verified `id_token_hint` names. The token itself is not kept. */
export const HINTED_SUBJECT = 'hinted_subject'

/** The request as the engine needs it: only what was judged, and what is the engine's to judge. */
export function engineQuery(
  context: RequestContext,
  { request, hintedSubject }: { readonly request: AuthorizationRequest; readonly hintedSubject: string | undefined },
): string {
  const query = new URLSearchParams({
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    response_type: 'code',
    scope: request.scopes.join(' '),
    state: request.state,
    nonce: request.nonce,
    code_challenge: request.codeChallenge,
    code_challenge_method: 'S256',
  })
  if (request.prompts.length > 0) query.set('prompt', request.prompts.join(' '))
  if (request.maxAge !== undefined) query.set('max_age', String(request.maxAge))
  const sent = new URLSearchParams(context.query)
  for (const name of FORWARDED) {
    const value = sent.get(name)
    if (value !== null && value !== '') query.set(name, value)
  }
  if (hintedSubject !== undefined) query.set(HINTED_SUBJECT, hintedSubject)
  return query.toString()
}
