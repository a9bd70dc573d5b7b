/**
 * Rules for the parameters of an authorization request, in the documented order. All of them are validated, so one
 * error response lists every problem. A separate rule validates the client and the redirect URI.
 *
 * Spec      GET /authorize; D-G4, D-G5, D-G6, D-G12, D-T12
 * RFC       6749 s3.1, s3.1.1; 7636 s4.3; OIDC Core s3.1.2.1
 * Deny      every authorize code except invalid_client and redirect_uri_mismatch
 * Enforced  policies/authorization-request.ts
 * Tests     test/policies/authorization-parameters.test.ts, test/protocol/endpoints/all-denials.test.ts
 */
import { parameterDuplicated, parameterMalformed, parameterMissing } from './parameters.ts'
import { checkCodeChallenge } from './pkce.ts'
import { type AllowedScopes, decideRequestedScopes, type Scope } from './scopes.ts'
import { type Deny, deny, type Verdict } from './verdict.ts'

export const PROMPTS = ['login', 'consent', 'select_account', 'none'] as const
/** The maximum length of `state` and `nonce`. */
export const STATE_MAX_LENGTH = 2048
const PRINTABLE = /^[\x20-\x7E]{1,2048}$/
/** Optional parameters that are stored with an interaction, so their length and characters are limited (D-G12). */
const OPTIONAL = {
  login_hint: /^\P{Cc}{1,256}$/u,
  acr_values: /^[\x20-\x21\x23-\x5B\x5D-\x7E]{1,512}$/,
  ui_locales: /^[\x20-\x7E]{1,512}$/,
} as const

export interface AuthorizationParameters {
  readonly scopes: readonly Scope[]
  readonly state: string
  readonly nonce: string
  readonly codeChallenge: string
  readonly prompts: readonly (typeof PROMPTS)[number][]
  /** The `max_age` parameter, in seconds. */
  readonly maxAge?: number
}

/** The request's parameters. A parameter without a value counts as omitted (RFC 6749 s3.1). */
export interface ReadParameters {
  /** The value of a parameter that was sent once and is well formed. */
  readonly value: (name: string) => string | undefined
  /** True if the parameter was not sent. Repeated and malformed parameters get separate denials. */
  readonly isMissing: (name: string) => boolean
  readonly repeated: readonly string[]
  readonly misencoded: readonly string[]
}

export interface ValidatedParameters {
  readonly denials: readonly Deny[]
  /** Undefined if there are any denials. */
  readonly parameters?: AuthorizationParameters
  /** The `state` as sent, if it may be returned. */
  readonly state?: string
}

/**
 * @param client its scopes, and `knownScopes`: every scope in the deployment, in canonical order
 * @param badHint true if this provider did not issue the ID token hint for this client
 */
export function validateParameters(
  sent: ReadParameters,
  client: { readonly scopes: readonly string[]; readonly knownScopes: readonly string[] },
  badHint: boolean,
): ValidatedParameters {
  const denials: Deny[] = [...sent.misencoded.map(parameterMalformed), ...sent.repeated.map(parameterDuplicated)]
  const check = (verdict: Verdict): void => {
    if (!verdict.allowed) denials.push(verdict)
  }
  const refuse: (...denial: Parameters<typeof deny>) => void = (...denial) => check(deny(...denial))
  const { value, isMissing } = sent

  if (value('request') !== undefined) refuse('request_not_supported', 'request_unsupported')
  if (value('request_uri') !== undefined) refuse('request_uri_not_supported', 'request_uri_unsupported')
  if ((value('response_mode') ?? 'query') !== 'query') refuse('invalid_request', 'response_mode_unsupported')
  if (isMissing('response_type')) check(parameterMissing('response_type'))
  else if ((value('response_type') ?? 'code') !== 'code')
    refuse('unsupported_response_type', 'response_type_unsupported')
  const [state, nonce] = [value('state'), value('nonce')]
  if (isMissing('state')) refuse('invalid_request', 'state_missing')
  else if (!isPrintable(state)) refuse('invalid_request', 'state_malformed')
  if (isMissing('nonce')) refuse('invalid_request', 'nonce_missing')
  else if (!isPrintable(nonce)) refuse('invalid_request', 'nonce_malformed')
  const scope = value('scope')
  const scopes = scope === undefined ? undefined : decideRequestedScopes(scope, client.scopes, client.knownScopes)
  if (isMissing('scope')) check(parameterMissing('scope'))
  if (scopes !== undefined) check(scopes)
  const codeChallenge = value('code_challenge')
  if (codeChallenge !== undefined || isMissing('code_challenge'))
    check(checkCodeChallenge(codeChallenge, value('code_challenge_method')))
  const prompts = decidePrompts(value('prompt'))
  if (prompts === undefined) refuse('invalid_request', 'prompt_unsupported')
  const maxAge = value('max_age')
  // Nine digits cover more than thirty years and stay well within the range of exact integers.
  if (maxAge !== undefined && !/^\d{1,9}$/.test(maxAge)) refuse('invalid_request', 'max_age_malformed')
  for (const [name, form] of Object.entries(OPTIONAL)) {
    if (!form.test(value(name) ?? '-')) check(parameterMalformed(name))
  }
  if (badHint) refuse('invalid_request', 'id_token_hint_invalid')

  const returned = state !== undefined && isPrintable(state) ? { state } : {}
  if (denials.length > 0) return { denials, ...returned }
  return {
    denials,
    ...returned,
    parameters: {
      scopes: (scopes as AllowedScopes).scopes,
      state: state as string,
      nonce: nonce as string,
      codeChallenge: codeChallenge as string,
      prompts: prompts as AuthorizationParameters['prompts'],
      ...(maxAge === undefined ? {} : { maxAge: Number(maxAge) }),
    },
  }
}

/** A missing value passes, because a separate check reports it. */
const isPrintable = (text: string | undefined): boolean => text === undefined || PRINTABLE.test(text)

function decidePrompts(prompt: string | undefined): AuthorizationParameters['prompts'] | undefined {
  const asked = [...new Set(prompt?.split(' ') ?? [])]
  const known = PROMPTS.filter((name) => asked.includes(name))
  if (known.length !== asked.length) return undefined
  return known.includes('none') && known.length > 1 ? undefined : known
}
