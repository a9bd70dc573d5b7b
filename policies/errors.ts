/**
 * The closed error vocabulary: every error code that Portico returns, and every cause (`error_ref`) within a code.
 *
 * Spec      every endpoint; D-G3, D-G4, D-G5
 * RFC       6749 s4.1.2.1 and s5.2, 6750 s3.1, 7009, 7662; OIDC Core s3.1.2.6
 * Deny      all error codes
 * Enforced  lib/web/http/errors.ts, lib/domain/denial-error.ts, lib/protocol/endpoints/error-reference.ts
 * Tests     test/policies/errors.test.ts
 *
 * Descriptions are public and constant: lowercase printable ASCII without quotes or backslashes (RFC 6749 s5.2).
 */

/** Maps each code to its HTTP status, which applies unless the error is sent by redirect. */
export const ERRORS = {
  invalid_request: { status: 400, transport: 'body or redirect', meaning: 'the request is malformed' },
  unsupported_response_type: { status: 400, transport: 'redirect', meaning: 'response_type is not code' },
  invalid_scope: {
    status: 400,
    transport: 'body or redirect',
    meaning: 'a scope is unknown, not allowed, or openid is missing',
  },
  login_required: { status: 400, transport: 'redirect', meaning: 'prompt=none without a session' },
  consent_required: {
    status: 400,
    transport: 'redirect',
    meaning: 'consent is required, but the request forbids interaction',
  },
  interaction_required: {
    status: 400,
    transport: 'redirect',
    meaning: 'another step is required, but the request forbids interaction',
  },
  access_denied: { status: 400, transport: 'redirect', meaning: 'the user or an access rule denied access' },
  request_not_supported: { status: 400, transport: 'redirect', meaning: 'request objects are not supported' },
  request_uri_not_supported: {
    status: 400,
    transport: 'redirect',
    meaning: 'request objects by reference are not supported',
  },
  unsupported_grant_type: {
    status: 400,
    transport: 'body',
    meaning: 'grant_type is neither authorization_code nor refresh_token',
  },
  unauthorized_client: { status: 400, transport: 'body', meaning: 'the client may not use this grant' },
  invalid_client: {
    status: 401,
    transport: 'body',
    meaning: 'client authentication failed, or the client is unknown or disabled',
  },
  invalid_grant: { status: 400, transport: 'body', meaning: 'the code or refresh token cannot be used' },
  invalid_token: { status: 401, transport: 'body', meaning: 'the access token is missing or invalid' },
  insufficient_scope: { status: 403, transport: 'body', meaning: 'the access token lacks a scope' },
  too_many_attempts: { status: 429, transport: 'body', meaning: 'a rate limit was exceeded' },
  not_found: { status: 404, transport: 'body', meaning: 'there is no such page or endpoint' },
  temporarily_unavailable: {
    status: 503,
    transport: 'body or redirect',
    meaning: 'Portico is not ready; nothing was changed',
  },
  server_error: { status: 500, transport: 'body or redirect', meaning: 'a failure of Portico' },
} as const satisfies Record<string, { status: number; transport: string; meaning: string }>

export type ErrorCode = keyof typeof ERRORS

interface Reference {
  /** Sent as `error_description`. */
  readonly description: string
  /** The error codes that can have this cause. */
  readonly errors: readonly ErrorCode[]
  /** The HTTP status, if it differs from the error code's status. */
  readonly status?: number
}

/**
 * The causes, in the order of `{baseUrl}/errors/`. Advice for client developers is under `errorAdvice` in
 * lib/web/ui/texts/LANGUAGE/issues.json.
 */
// biome-ignore format: a table, each cause with its codes and its description
export const REFERENCES = {
  // the client
  invalid_client: { errors: ['invalid_client', 'invalid_request'],
    description: 'the client is unknown or cannot be used' },
  invalid_client_secret: { errors: ['invalid_client'], description: 'the client is unknown or cannot be used' },
  client_disabled: { errors: ['invalid_client', 'invalid_request'],
    description: 'the client is unknown or cannot be used' },
  client_authentication_missing: { errors: ['invalid_client'], description: 'the client is unknown or cannot be used' },
  client_authentication_malformed: { errors: ['invalid_client'],
    description: 'the client is unknown or cannot be used' },
  client_authentication_method: { errors: ['invalid_client'], description: 'the client is unknown or cannot be used' },
  several_client_authentications: { errors: ['invalid_request'],
    description: 'more than one client authentication was sent' },
  client_id_mismatch: { errors: ['invalid_request'], description: 'client_id differs from the authenticated client' },
  unauthorized_client: { errors: ['unauthorized_client'], description: 'the client may not use this grant' },
  public_client_introspection: { errors: ['invalid_client'], description: 'the client is unknown or cannot be used' },
  logout_channel_missing: { errors: ['invalid_client'], status: 400, description: 'the client has no logout channel' },
  // the shape of a request
  parameter_missing: { errors: ['invalid_request'], description: 'a required parameter is missing' },
  parameter_duplicated: { errors: ['invalid_request'], description: 'a parameter was sent more than once' },
  parameter_malformed: { errors: ['invalid_request'], description: 'a parameter is malformed' },
  content_type: { errors: ['invalid_request'],
    description: 'the content type must be application/x-www-form-urlencoded' },
  body_malformed: { errors: ['invalid_request'], description: 'the body is malformed' },
  body_too_large: { errors: ['invalid_request'], status: 413, description: 'the body is too large' },
  body_timeout: { errors: ['invalid_request'], status: 408, description: 'the body did not arrive in time' },
  body_read_before: { errors: ['server_error'], description: 'the body was read before it reached Portico' },
  address_too_long: { errors: ['invalid_request'], status: 414, description: 'the URL is too long' },
  method_not_allowed: { errors: ['invalid_request'], status: 405, description: 'the method is not allowed here' },
  // the authorization request
  redirect_uri_mismatch: { errors: ['invalid_request', 'invalid_grant'], description: 'redirect_uri does not match' },
  response_type_unsupported: { errors: ['unsupported_response_type'], description: 'response_type must be code' },
  response_mode_unsupported: { errors: ['invalid_request'], description: 'response_mode must be query' },
  state_missing: { errors: ['invalid_request'], description: 'state is missing' },
  state_malformed: { errors: ['invalid_request'], description: 'state must be 1 to 2048 printable ASCII characters' },
  nonce_missing: { errors: ['invalid_request'], description: 'nonce is missing' },
  nonce_malformed: { errors: ['invalid_request'], description: 'nonce must be 1 to 2048 printable ASCII characters' },
  pkce_required: { errors: ['invalid_request', 'invalid_grant'], description: 'PKCE with S256 is required' },
  pkce_mismatch: { errors: ['invalid_grant'], description: 'code_verifier does not match the code_challenge' },
  openid_missing: { errors: ['invalid_scope'], description: 'scope must include openid' },
  scope_malformed: { errors: ['invalid_scope'], description: 'scope is malformed' },
  scope_unknown: { errors: ['invalid_scope'], description: 'a requested scope is unknown' },
  scope_denied: { errors: ['invalid_scope'], description: 'a scope is not allowed' },
  prompt_unsupported: { errors: ['invalid_request'], description: 'prompt is not supported' },
  max_age_malformed: { errors: ['invalid_request'], description: 'max_age must be a whole number of seconds' },
  id_token_hint_invalid: { errors: ['invalid_request'], description: 'id_token_hint is not valid' },
  request_unsupported: { errors: ['request_not_supported'], description: 'request objects are not supported' },
  request_uri_unsupported: { errors: ['request_uri_not_supported'], description: 'request_uri is not supported' },
  login_required: { errors: ['login_required'], description: 'the user is not signed in' },
  sign_in_required: { errors: ['login_required'], status: 401, description: 'no user is signed in' },
  step_up_required: { errors: ['login_required'], status: 401, description: 'the sign-in is too old or too weak' },
  too_weak: { errors: ['access_denied'], status: 403, description: 'the page requires two-step verification' },
  consent_required: { errors: ['consent_required'], description: 'the user has not consented yet' },
  interaction_required: { errors: ['interaction_required'], description: 'the user must complete another step' },
  user_denied: { description: 'the user declined', errors: ['access_denied'] },
  access_rule: { errors: ['access_denied', 'invalid_grant'], status: 403,
    description: 'the user does not have access to this client' },
  gate_other_url: { errors: ['access_denied'], status: 403, description: 'the request was meant for the URL of another app' },
  gate_unnamed: { errors: ['access_denied'], status: 403, description: 'the name of the user is not header-safe' },
  gate_host: { errors: ['invalid_request'], description: 'the request did not come to the host of this app' },
  interaction_expired: { errors: ['invalid_request'], description: 'the sign-in page has expired' },
  cookies_missing: { errors: ['invalid_request'], description: 'the browser did not send the cookie of the sign-in' },
  form_forged: { errors: ['invalid_request'], description: 'the form did not come from Portico' },
  // the token endpoint
  grant_type_unsupported: { errors: ['unsupported_grant_type'],
    description: 'grant_type must be authorization_code or refresh_token' },
  invalid_grant: { errors: ['invalid_grant'], description: 'the code or refresh token cannot be used' },
  code_used: { errors: ['invalid_grant'], description: 'the code has already been used' },
  code_expired: { errors: ['invalid_grant'], description: 'the code has expired' },
  refresh_token_replayed: { errors: ['invalid_grant'], description: 'the refresh token has already been used' },
  session_expired: { errors: ['invalid_grant'], description: 'the session has expired' },
  consent_withdrawn: { errors: ['invalid_grant'], description: 'the user has withdrawn consent for this client' },
  second_factor_required: { errors: ['invalid_grant'], description: 'the user must sign in with two factors' },
  tokens_revoked: { errors: ['invalid_grant', 'invalid_token'], description: 'the tokens have been revoked' },
  account_inactive: { errors: ['invalid_grant', 'invalid_token', 'access_denied'],
    description: 'the account cannot be used' },
  // access tokens
  token_missing: { errors: ['invalid_token'], description: 'no access token was sent' },
  token_invalid: { errors: ['invalid_token'], description: 'the access token is not valid' },
  token_in_query: { errors: ['invalid_request'], description: 'access tokens must not be sent in the URL' },
  token_in_body: { errors: ['invalid_request'], description: 'access tokens must not be sent in the body' },
  several_tokens: { errors: ['invalid_request'], description: 'the access token was sent more than once' },
  openid_scope_missing: { errors: ['insufficient_scope'], description: 'the access token lacks the scope openid' },
  // logout
  logout_client_missing: { errors: ['invalid_request'], description: 'client_id or id_token_hint is missing' },
  post_logout_redirect_uri_mismatch: { errors: ['invalid_request'],
    description: 'post_logout_redirect_uri is not registered for the client' },
  logout_hint_invalid: { errors: ['invalid_request'], description: 'id_token_hint is not valid' },
  logout_client_mismatch: { errors: ['invalid_request'],
    description: 'client_id differs from the client of id_token_hint' },
  ticket_invalid: { errors: ['invalid_token'], description: 'the ticket is not valid' },
  // sign-in with an external provider
  logout_token_invalid: { errors: ['invalid_request'], description: 'the logout token is not valid' },
  upstream_state: { errors: ['invalid_request'], description: 'the response of the external provider belongs to no sign-in' },
  upstream_mix_up: { errors: ['invalid_request'], description: 'the response came from another provider' },
  upstream_issuer: { errors: ['invalid_request'], description: 'the issuer differs from the configured one' },
  upstream_audience: { errors: ['invalid_request'], description: 'the ID token is for another client' },
  upstream_nonce: { errors: ['invalid_request'], description: 'the ID token belongs to another sign-in' },
  upstream_token_expired: { errors: ['invalid_request'], description: 'the ID token has expired' },
  upstream_token_invalid: { errors: ['invalid_request'], description: 'the ID token is malformed' },
  upstream_signature: { errors: ['invalid_request'], description: 'the signature of the ID token is not valid' },
  upstream_code: { errors: ['invalid_request'], description: 'the external provider refused its code' },
  upstream_subject_changed: { errors: ['invalid_request'], description: 'the external provider returned different users in one sign-in' },
  upstream_response: { errors: ['invalid_request'], description: 'the external provider sent an unusable response' },
  upstream_denied: { errors: ['access_denied'], status: 403, description: 'the external provider refused the sign-in' },
  upstream_claim_required: { errors: ['access_denied'], status: 403, description: 'the account at the external provider may not be used here' },
  upstream_user_unknown: { errors: ['access_denied'], status: 403, description: 'no user is linked to the account at the external provider' },
  upstream_link_required: { errors: ['access_denied'], status: 403, description: 'the account at the external provider is not linked yet' },
  upstream_unavailable: { errors: ['temporarily_unavailable'], description: 'the external provider does not respond' },
  // service
  too_many_attempts: { errors: ['too_many_attempts'], description: 'too many requests' },
  not_found: { errors: ['not_found'], description: 'there is no such page or endpoint' },
  store_unavailable: { errors: ['temporarily_unavailable'], description: 'Portico is temporarily unavailable' },
  directory_unavailable: { errors: ['temporarily_unavailable'],
    description: 'Portico is temporarily unavailable' },
  not_ready: { errors: ['temporarily_unavailable'], description: 'Portico is not ready' },
} as const satisfies Record<string, Reference>

export type ErrorRef = keyof typeof REFERENCES

/** The HTTP status of a denial that is not sent by redirect. */
export function statusOf(error: ErrorCode, ref?: ErrorRef): number {
  const reference: Reference | undefined = ref === undefined ? undefined : REFERENCES[ref]
  // A cause's status applies only to its first code: `invalid_grant` is always 400 (RFC 6749 s5.2).
  return (reference?.errors[0] === error ? reference.status : undefined) ?? ERRORS[error].status
}

/** The public description of a denial. */
export function descriptionOf(error: ErrorCode, ref?: ErrorRef): string {
  return ref === undefined ? ERRORS[error].meaning : REFERENCES[ref].description
}
