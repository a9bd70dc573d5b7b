/**
 * How a response describes a parameter that is missing, repeated, or malformed: by name, if Portico publishes that
 * name. Any other name is untrusted input, so responses do not repeat it.
 *
 * Spec      error_description from every endpoint with parameters; D-G4, D-G5, D-G6
 * RFC       6749 s3.1, s3.2, s4.1.2.1, s5.2
 * Deny      invalid_request parameter_missing, parameter_duplicated, parameter_malformed
 * Enforced  policies/authorization-parameters.ts, policies/token-request.ts, lib/web/request/request-context.ts
 * Tests     test/policies/parameters.test.ts, test/protocol/endpoints/all-denials.test.ts
 */
import { type Deny, deny } from './verdict.ts'

/** Every parameter that the endpoints recognize, including unsupported ones. */
export const PUBLISHED_PARAMETERS = [
  // authorize
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'prompt',
  'max_age',
  'login_hint',
  'acr_values',
  'ui_locales',
  'id_token_hint',
  'request',
  'request_uri',
  // token
  'grant_type',
  'code',
  'code_verifier',
  'refresh_token',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
  // introspection, revocation
  'token',
  'token_type_hint',
  // the gate
  'app',
  // logout
  'post_logout_redirect_uri',
] as const
export type PublishedParameter = (typeof PUBLISHED_PARAMETERS)[number]

const PUBLISHED: ReadonlySet<string> = new Set(PUBLISHED_PARAMETERS)

export const isPublished = (name: string): name is PublishedParameter => PUBLISHED.has(name)

export function parameterMissing(name: PublishedParameter): Deny {
  const said = `${name} is missing`
  return deny('invalid_request', 'parameter_missing', said, said)
}

export const parameterDuplicated = (name: string): Deny => {
  const said = `${name} was sent more than once`
  return deny('invalid_request', 'parameter_duplicated', said, isPublished(name) ? said : undefined)
}

export const parameterMalformed = (name: string): Deny => {
  const said = `${name} is not well formed`
  return deny('invalid_request', 'parameter_malformed', said, isPublished(name) ? said : undefined)
}
