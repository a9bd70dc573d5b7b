/**
 * The missing parameters of a token request, all reported in one response. If only `code_verifier` is missing, the
 * request is well formed, but its code is unusable; authorization-code.ts checks this.
 *
 * Spec      POST /token; D-G5, D-T8
 * RFC       6749 s4.1.3, s5.2, s6; 7636 s4.5
 * Deny      invalid_request parameter_missing
 * Enforced  lib/protocol/endpoints/token.ts, policies/authorization-code.ts
 * Tests     test/policies/token-request.test.ts, test/protocol/endpoints/all-denials.test.ts
 */
import { parameterMissing } from './parameters.ts'
import { checkCodeVerifier } from './pkce.ts'
import { type Deny, denyAll } from './verdict.ts'

/** A parameter without a value counts as omitted (RFC 6749 s3.2). */
export interface SentForCode {
  readonly code: string | undefined
  readonly redirectUri: string | undefined
  readonly verifier: string | undefined
}

/** @returns undefined if no parameter is missing, or only the verifier is missing */
export function missingForCode(sent: SentForCode): Deny | undefined {
  const [first, ...others] = missingBeside(sent)
  return first && denyAll([first, ...others, ...missingVerifier(sent)])
}

export const missingForRefresh = (token: string | undefined): Deny | undefined =>
  token ? undefined : parameterMissing('refresh_token')

/** A request without `grant_type` is treated as a code exchange unless it contains a refresh token. */
export function missingGrantType(sent: SentForCode, refreshToken: string | undefined): Deny {
  const others = refreshToken ? [] : [...missingBeside(sent), ...missingVerifier(sent)]
  return denyAll([parameterMissing('grant_type'), ...others])
}

function missingBeside({ code, redirectUri }: SentForCode): readonly Deny[] {
  return [...(code ? [] : [parameterMissing('code')]), ...(redirectUri ? [] : [parameterMissing('redirect_uri')])]
}

function missingVerifier({ verifier }: SentForCode): readonly Deny[] {
  const verdict = verifier ? undefined : checkCodeVerifier(undefined)
  return verdict === undefined || verdict.allowed ? [] : [verdict]
}
