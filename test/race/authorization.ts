/** Authorization requests and their responses: PKCE S256, state, nonce and issuer (RFC 9700 s2.1, RFC 9207 s2.4). */
import { challengeOf } from '../support/relying-party.ts'
import type { Provider } from './provider.ts'
import type { RaceContext } from './race-context.ts'

export interface AuthorizationRequest {
  readonly address: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** A code, and the values to redeem it. */
export interface Grant {
  readonly code: string
  readonly verifier: string
  readonly nonce: string
}

export type CallbackVerdict =
  | { readonly is: 'grant'; readonly grant: Grant }
  /** A response to another request, such as that of an older tab. */
  | { readonly is: 'other' }
  | { readonly is: 'refusal'; readonly words: string }

export function authorizationRequest({ plan, provider, random }: RaceContext): AuthorizationRequest {
  const text = (bytes: number): string => random(bytes).toString('base64url')
  const [state, nonce, verifier] = [text(24), text(24), text(32)]
  const url = new URL(provider.authorizationEndpoint)
  const fields = {
    client_id: plan.clientId,
    redirect_uri: plan.redirectUri,
    response_type: 'code',
    scope: plan.scope,
    state,
    nonce,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of [...Object.entries(fields), ...plan.parameters]) url.searchParams.set(name, value)
  return { address: url.href, state, nonce, verifier }
}

/** Advice for each error code at the callback, for the user who runs the race. */
const ADVICE: Readonly<Record<string, string>> = {
  access_denied: 'the user, or a rule of the provider, said no',
  invalid_scope: 'the client may not have these scopes; see --scope, and --only code where there are no refresh tokens',
  unauthorized_client: 'the client may not use the authorization code flow',
  login_required: 'the provider wants a page shown; leave prompt=none out',
  consent_required: 'the provider wants a page shown; leave prompt=none out',
  interaction_required: 'the provider wants a page shown; leave prompt=none out',
}

export function validateCallback(
  callback: URLSearchParams,
  request: AuthorizationRequest,
  { issuer, sendsIssuer }: Provider,
): CallbackVerdict {
  if (callback.get('state') !== request.state) return { is: 'other' }
  const iss = callback.get('iss')
  if (iss === null ? sendsIssuer : iss !== issuer)
    return { is: 'refusal', words: 'the authorization response does not name the issuer (iss)' }
  const error = callback.get('error')
  if (error !== null) {
    const word = /^[a-z_]{3,40}$/.test(error) ? error : 'an error'
    const advice = ADVICE[word] === undefined ? '' : `: ${ADVICE[word]}`
    return { is: 'refusal', words: `the provider answered ${word} to the authorization request${advice}` }
  }
  const code = callback.get('code')
  if (code === null || code === '')
    return { is: 'refusal', words: 'the authorization response holds neither code nor error' }
  return { is: 'grant', grant: { code, verifier: request.verifier, nonce: request.nonce } }
}
