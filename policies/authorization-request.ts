/**
 * What an authorization request must look like, and where its error goes: to the client by redirect, or only to the
 * browser that sent it. Client and redirect URI are checked before anything else.
 *
 * Spec      GET /authorize; D-G4, D-G5, D-T12
 * RFC       6749 s3.1, s4.1.1, s4.1.2.1; 9207; OIDC Core s3.1.2.1, s3.1.2.6
 * Deny      each of the authorize codes; the transport is part of the answer
 * Enforced  lib/protocol/endpoints/authorize.ts
 * Tests     test/policies/authorization-request.test.ts, test/protocol/endpoints/authorize.test.ts
 */
import { checkCodeChallenge } from './pkce.ts'
import { isRegisteredUri } from './redirect-uri.ts'
import { decideRequestedScopes, type Scope } from './scopes.ts'
import { type Deny, deny } from './verdict.ts'

export const PROMPTS = ['login', 'consent', 'select_account', 'none'] as const
/** Longest `state` and `nonce`. */
export const STATE_MAX_LENGTH = 2048
const PRINTABLE = /^[\x20-\x7E]{1,2048}$/
/** What a request may leave with an interaction: hints are short, lists are of names (D-G12). */
const OPTIONAL = {
  login_hint: /^\P{Cc}{1,256}$/u,
  acr_values: /^[\x20-\x21\x23-\x5B\x5D-\x7E]{1,512}$/,
  ui_locales: /^[\x20-\x7E]{1,512}$/,
} as const

/** Each parameter with all its values, as sent. */
export type SentParameters = ReadonlyMap<string, readonly string[]>

export interface RequestingClient {
  readonly active: boolean
  readonly redirectUris: readonly string[]
  readonly scopes: readonly string[]
  /** Every scope of the deployment, in the order in which they are written; absent: the six. */
  readonly knownScopes?: readonly string[]
}

export interface AuthorizationRequest {
  readonly clientId: string
  readonly redirectUri: string
  readonly scopes: readonly Scope[]
  readonly state: string
  readonly nonce: string
  readonly codeChallenge: string
  readonly prompts: readonly (typeof PROMPTS)[number][]
  /** Seconds. */
  readonly maxAge?: number
}

export type AuthorizationDecision =
  | { readonly allowed: true; readonly request: AuthorizationRequest }
  /** Never a redirect: the redirect URI itself is not trusted (6749 s4.1.2.1). */
  | { readonly allowed: false; readonly transport: 'direct'; readonly deny: Deny }
  | {
      readonly allowed: false
      readonly transport: 'redirect'
      readonly deny: Deny
      readonly redirectUri: string
      readonly state?: string
    }

const direct = (denial: Deny): AuthorizationDecision => ({ allowed: false, transport: 'direct', deny: denial })

/** @param misencoded names of parameters whose percent encoding is broken (D-G6) */
export function decideAuthorizationRequest(
  sent: SentParameters,
  client: RequestingClient | undefined,
  misencoded: ReadonlySet<string> = new Set(),
): AuthorizationDecision {
  // A parameter without a value counts as left out (RFC 6749 s3.1).
  const once = (name: string): string | undefined => {
    const values = sent.get(name)
    return values?.length === 1 && values[0] !== '' && !misencoded.has(name) ? values[0] : undefined
  }
  if ((sent.get('client_id')?.length ?? 0) > 1)
    return direct(deny('invalid_request', 'parameter_duplicated', 'client_id'))
  if ((sent.get('redirect_uri')?.length ?? 0) > 1)
    return direct(deny('invalid_request', 'parameter_duplicated', 'redirect_uri'))
  const clientId = once('client_id')
  if (clientId === undefined || client === undefined)
    return direct(
      deny(
        'invalid_request',
        'invalid_client',
        clientId === undefined ? 'client_id is missing' : 'the client is not registered',
      ),
    )
  if (!client.active) return direct(deny('invalid_request', 'invalid_client', 'the client is disabled'))
  const redirectUri = once('redirect_uri')
  if (redirectUri === undefined)
    return direct(deny('invalid_request', 'redirect_uri_mismatch', 'redirect_uri is missing'))
  if (!isRegisteredUri(redirectUri, client.redirectUris))
    return direct(deny('invalid_request', 'redirect_uri_mismatch', 'redirect_uri is not registered for the client'))

  const state = once('state')
  const goodState = state !== undefined && PRINTABLE.test(state)
  const redirect = (denial: Deny): AuthorizationDecision => ({
    allowed: false,
    transport: 'redirect',
    deny: denial,
    redirectUri,
    ...(goodState ? { state } : {}),
  })

  for (const name of misencoded) return redirect(deny('invalid_request', 'parameter_malformed', name))
  for (const [name, values] of sent) {
    if (values.length > 1) return redirect(deny('invalid_request', 'parameter_duplicated', name))
  }
  if (once('request') !== undefined) return redirect(deny('request_not_supported', 'request_unsupported'))
  if (once('request_uri') !== undefined) return redirect(deny('request_uri_not_supported', 'request_uri_unsupported'))
  if ((once('response_mode') ?? 'query') !== 'query')
    return redirect(deny('invalid_request', 'response_mode_unsupported'))
  const responseType = once('response_type')
  if (responseType === undefined) return redirect(deny('invalid_request', 'parameter_missing', 'response_type'))
  if (responseType !== 'code') return redirect(deny('unsupported_response_type', 'response_type_unsupported'))
  if (state === undefined) return redirect(deny('invalid_request', 'state_missing'))
  if (!goodState) return redirect(deny('invalid_request', 'state_malformed'))
  const nonce = once('nonce')
  if (nonce === undefined) return redirect(deny('invalid_request', 'nonce_missing'))
  if (!PRINTABLE.test(nonce)) return redirect(deny('invalid_request', 'nonce_malformed'))
  const scope = once('scope')
  if (scope === undefined) return redirect(deny('invalid_request', 'parameter_missing', 'scope'))
  const scopes = decideRequestedScopes(scope, client.scopes, client.knownScopes)
  if (!scopes.allowed) return redirect(scopes)
  const codeChallenge = once('code_challenge') ?? ''
  const pkce = checkCodeChallenge(codeChallenge, once('code_challenge_method'))
  if (!pkce.allowed) return redirect(pkce)
  const prompts = decidePrompts(once('prompt'))
  if (prompts === undefined) return redirect(deny('invalid_request', 'prompt_unsupported'))
  const maxAge = once('max_age')
  // Nine digits are more than thirty years, and far from where numbers lose precision.
  if (maxAge !== undefined && !/^\d{1,9}$/.test(maxAge)) return redirect(deny('invalid_request', 'max_age_malformed'))
  for (const [name, form] of Object.entries(OPTIONAL)) {
    if (!form.test(once(name) ?? '-')) return redirect(deny('invalid_request', 'parameter_malformed', name))
  }
  return {
    allowed: true,
    request: {
      clientId,
      redirectUri,
      scopes: scopes.scopes,
      state,
      nonce,
      codeChallenge,
      prompts,
      ...(maxAge === undefined ? {} : { maxAge: Number(maxAge) }),
    },
  }
}

function decidePrompts(prompt: string | undefined): AuthorizationRequest['prompts'] | undefined {
  const asked = [...new Set(prompt?.split(' ') ?? [])]
  const known = PROMPTS.filter((name) => asked.includes(name))
  if (known.length !== asked.length) return undefined
  return known.includes('none') && known.length > 1 ? undefined : known
}
