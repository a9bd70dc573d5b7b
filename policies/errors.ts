/**
 * The error vocabulary, closed: every code the service can answer with, and every cause (`error_ref`) inside a code.
 *
 * Spec      every endpoint; D-G3, D-G4, D-G5
 * RFC       6749 s4.1.2.1 and s5.2, 6750 s3.1, 7009, 7662; OIDC Core s3.1.2.6
 * Deny      all of them
 * Enforced  lib/web/http/errors.ts, lib/domain/denial-error.ts, lib/protocol/endpoints/error-reference.ts
 * Tests     test/policies/errors.test.ts
 *
 * Descriptions are public, constant, lower case, printable ASCII without quotes and backslashes (RFC 6749 s5.2).
 */

/** code -> HTTP status where it is not sent by redirect. */
export const ERRORS = {
  invalid_request: { status: 400, transport: 'body or redirect', meaning: 'the request is not well formed' },
  unsupported_response_type: { status: 400, transport: 'redirect', meaning: 'response_type is not code' },
  invalid_scope: {
    status: 400,
    transport: 'body or redirect',
    meaning: 'a scope is unknown, not allowed, or openid is missing',
  },
  login_required: { status: 400, transport: 'redirect', meaning: 'prompt=none without a session' },
  consent_required: { status: 400, transport: 'redirect', meaning: 'consent is needed but interaction was forbidden' },
  interaction_required: {
    status: 400,
    transport: 'redirect',
    meaning: 'a further step is needed but interaction was forbidden',
  },
  access_denied: { status: 400, transport: 'redirect', meaning: 'the person or an access rule said no' },
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
  invalid_token: { status: 401, transport: 'body', meaning: 'the access token is missing or not valid' },
  insufficient_scope: { status: 403, transport: 'body', meaning: 'the access token lacks a scope' },
  too_many_attempts: { status: 429, transport: 'body', meaning: 'a rate limit was exceeded' },
  not_found: { status: 404, transport: 'body', meaning: 'there is nothing at this address' },
  temporarily_unavailable: {
    status: 503,
    transport: 'body or redirect',
    meaning: 'the service is not ready; nothing was changed',
  },
  server_error: { status: 500, transport: 'body or redirect', meaning: 'a fault of the service' },
} as const satisfies Record<string, { status: number; transport: string; meaning: string }>

export type ErrorCode = keyof typeof ERRORS

interface Reference {
  /** `error_description` on the wire. */
  readonly description: string
  /** What the developer of the client should look at. */
  readonly advice: string
  /** The codes that may carry this cause. */
  readonly errors: readonly ErrorCode[]
  /** Where the status differs from that of the code. */
  readonly status?: number
}

/** cause -> what to say about it. The order is that of the table in lib/protocol/endpoints/README.md. */
// biome-ignore format: a table, each cause with its codes and what to say about it
export const REFERENCES = {
  // the client
  invalid_client: { errors: ['invalid_client', 'invalid_request'],
    description: 'the client is not known or cannot be used',
    advice: 'Check the client ID, and that the client is registered and active.' },
  invalid_client_secret: { errors: ['invalid_client'], description: 'the client is not known or cannot be used',
    advice: 'The client secret does not match. Secrets are shown once; rotate the secret if it was lost.' },
  client_disabled: { errors: ['invalid_client', 'invalid_request'],
    description: 'the client is not known or cannot be used',
    advice: 'The client has been disabled. Ask an administrator to enable it.' },
  client_authentication_missing: { errors: ['invalid_client'], description: 'the client is not known or cannot be used',
    advice: 'Send the client ID and secret with HTTP Basic or in the form body; a public client sends its client_id.' },
  client_authentication_malformed: { errors: ['invalid_client'],
    description: 'the client is not known or cannot be used',
    advice: 'The Authorization header is not well formed: Basic with form-encoded client ID and secret.' },
  client_authentication_method: { errors: ['invalid_client'], description: 'the client is not known or cannot be used',
    advice: 'A public client has no secret and uses none; a confidential client must send its secret; assertions are not supported.' },
  several_client_authentications: { errors: ['invalid_request'],
    description: 'more than one client authentication was sent',
    advice: 'Use HTTP Basic or the form body, not both, and no assertion beside them.' },
  client_id_mismatch: { errors: ['invalid_request'], description: 'client_id differs from the authenticated client',
    advice: 'Send the same client ID in the body as in the Authorization header, or leave it out.' },
  unauthorized_client: { errors: ['unauthorized_client'], description: 'the client may not use this grant',
    advice: 'The client must be allowed offline_access to use refresh tokens.' },
  public_client_introspection: { errors: ['invalid_client'], description: 'the client is not known or cannot be used',
    advice: 'Public clients may not introspect tokens; use a confidential client.' },
  logout_channel_missing: { errors: ['invalid_client'], status: 400, description: 'the client has no logout channel',
    advice: 'Register a back-channel or front-channel logout URI for the client first.' },
  // the shape of a request
  parameter_missing: { errors: ['invalid_request'], description: 'a required parameter is missing',
    advice: 'Compare the request with the list of required parameters.' },
  parameter_duplicated: { errors: ['invalid_request'], description: 'a parameter was sent more than once',
    advice: 'Send each parameter once.' },
  parameter_malformed: { errors: ['invalid_request'], description: 'a parameter is not well formed',
    advice: 'Check the characters and the length of the parameters.' },
  content_type: { errors: ['invalid_request'],
    description: 'the content type must be application/x-www-form-urlencoded',
    advice: 'Send a form body with its content type.' },
  body_malformed: { errors: ['invalid_request'], description: 'the body is not well formed',
    advice: 'Check the form encoding and that it is UTF-8.' },
  body_too_large: { errors: ['invalid_request'], status: 413, description: 'the body is too large',
    advice: 'The limit is 56 KiB.' },
  body_timeout: { errors: ['invalid_request'], status: 408, description: 'the body did not arrive in time',
    advice: 'Send the whole body at once.' },
  body_read_before: { errors: ['server_error'], description: 'the body had been read before it came to the service',
    advice: 'The app that the service is mounted in has read the body and left nothing of it. Mount the service before what reads bodies, or leave the body in req.body or req.rawBody (Koa: ctx.request).' },
  address_too_long: { errors: ['invalid_request'], status: 414, description: 'the address is too long',
    advice: 'The limit is 16 KiB.' },
  method_not_allowed: { errors: ['invalid_request'], status: 405, description: 'the method is not allowed here',
    advice: 'See the Allow header.' },
  // the authorization request
  redirect_uri_mismatch: { errors: ['invalid_request', 'invalid_grant'], description: 'redirect_uri does not match',
    advice: 'The redirect URI must be the registered one, byte for byte: case, trailing slash, protocol, port, query.' },
  response_type_unsupported: { errors: ['unsupported_response_type'], description: 'response_type must be code',
    advice: 'Only the authorization code flow is supported.' },
  response_mode_unsupported: { errors: ['invalid_request'], description: 'response_mode must be query',
    advice: 'Leave response_mode out.' },
  state_missing: { errors: ['invalid_request'], description: 'state is missing',
    advice: 'Send a random state and compare it at the callback.' },
  state_malformed: { errors: ['invalid_request'], description: 'state must be 1 to 2048 printable ASCII characters',
    advice: 'Encode the state, for example with base64url.' },
  nonce_missing: { errors: ['invalid_request'], description: 'nonce is missing',
    advice: 'Send a random nonce and compare it with the one in the ID token.' },
  nonce_malformed: { errors: ['invalid_request'], description: 'nonce must be 1 to 2048 printable ASCII characters',
    advice: 'Encode the nonce, for example with base64url.' },
  pkce_required: { errors: ['invalid_request', 'invalid_grant'], description: 'PKCE with S256 is required',
    advice: 'Send code_challenge with code_challenge_method=S256 to authorize, and the code_verifier to the token endpoint.' },
  pkce_mismatch: { errors: ['invalid_grant'], description: 'code_verifier does not match the code_challenge',
    advice: 'Keep the code_verifier of this very authorization request until the callback.' },
  openid_missing: { errors: ['invalid_scope'], description: 'scope must include openid',
    advice: 'Add openid to scope.' },
  scope_malformed: { errors: ['invalid_scope'], description: 'scope is not well formed',
    advice: 'Separate scopes by one space.' },
  scope_unknown: { errors: ['invalid_scope'], description: 'a requested scope is not known',
    advice: 'See scopes_supported in the discovery document.' },
  scope_denied: { errors: ['invalid_scope'], description: 'a scope is not allowed',
    advice: 'Ask an administrator to allow the scope for the client (Scopes & Access).' },
  prompt_unsupported: { errors: ['invalid_request'], description: 'prompt is not supported',
    advice: 'Use login, consent, select_account or none; none stands alone.' },
  max_age_malformed: { errors: ['invalid_request'], description: 'max_age must be a whole number of seconds',
    advice: 'Send a number of seconds, 0 or more.' },
  id_token_hint_invalid: { errors: ['invalid_request'], description: 'id_token_hint is not valid',
    advice: 'Send an ID token that this service issued to this client.' },
  request_unsupported: { errors: ['request_not_supported'], description: 'request objects are not supported',
    advice: 'Send the parameters themselves.' },
  request_uri_unsupported: { errors: ['request_uri_not_supported'], description: 'request_uri is not supported',
    advice: 'Send the parameters themselves.' },
  login_required: { errors: ['login_required'], description: 'the person is not signed in',
    advice: 'Repeat without prompt=none to show the sign-in page.' },
  sign_in_required: { errors: ['login_required'], status: 401, description: 'nobody is signed in',
    advice: 'Send the user to sign in, and repeat the request with the cookie of the host.' },
  step_up_required: { errors: ['login_required'], status: 401, description: 'the sign-in is too old or too weak',
    advice: 'Send the user to sign in once more; the page asks for what is missing.' },
  too_weak: { errors: ['access_denied'], status: 403, description: 'the page needs two-step verification',
    advice: 'The user has no second factor. It is set up in the portal, under Security.' },
  consent_required: { errors: ['consent_required'], description: 'the person has not consented yet',
    advice: 'Repeat without prompt=none to ask for consent.' },
  interaction_required: { errors: ['interaction_required'], description: 'a further step by the person is needed',
    advice: 'Repeat without prompt=none.' },
  user_denied: { description: 'the person declined', advice: 'Offer to try again.', errors: ['access_denied'] },
  access_rule: { errors: ['access_denied', 'invalid_grant'], status: 403, description: 'the person may not use this client',
    advice: 'Access to this app is limited. Ask its owner.' },
  gate_elsewhere: { errors: ['access_denied'], status: 403, description: 'the request was meant for another address than that of this app',
    advice: 'Compare the app in the gate address of the proxy with the URL of the client.' },
  gate_unnamed: { errors: ['access_denied'], status: 403, description: 'no header can carry the name of the user',
    advice: 'Give the user a name without control characters and outer spaces, or set gate.user to sub.' },
  gate_host: { errors: ['invalid_request'], description: 'the request did not come to the host of this app',
    advice: 'Let the proxy hand on the Host header as the browser sent it.' },
  interaction_expired: { errors: ['invalid_request'], description: 'the sign-in page has expired',
    advice: 'Start the sign-in again from the app.' },
  form_forged: { errors: ['invalid_request'], description: 'the form did not come from this service',
    advice: 'Reload the page and try again.' },
  // the token endpoint
  grant_type_unsupported: { errors: ['unsupported_grant_type'],
    description: 'grant_type must be authorization_code or refresh_token',
    advice: 'No other grant is supported.' },
  invalid_grant: { errors: ['invalid_grant'], description: 'the code or refresh token cannot be used',
    advice: 'The value was not issued by this service to this client, or has been revoked.' },
  code_used: { errors: ['invalid_grant'], description: 'the code has been used already',
    advice: 'A code works once. All that its first use yielded has been revoked; send the user to sign in again.' },
  code_expired: { errors: ['invalid_grant'], description: 'the code has expired',
    advice: 'Redeem the code at once; it lives for 120 seconds.' },
  refresh_token_replayed: { errors: ['invalid_grant'], description: 'the refresh token has been used already',
    advice: 'Refresh tokens are replaced at each use. The family has been revoked; send the user to sign in again.' },
  session_expired: { errors: ['invalid_grant'], description: 'the session has expired',
    advice: 'The idle or absolute time is over; send the user to sign in again.' },
  tokens_revoked: { errors: ['invalid_grant', 'invalid_token'], description: 'the tokens have been revoked',
    advice: 'The user signed out, or an administrator revoked the tokens; send the user to sign in again.' },
  account_inactive: { errors: ['invalid_grant', 'invalid_token', 'access_denied'],
    description: 'the account cannot be used',
    advice: 'The account is suspended or gone.' },
  // access tokens
  token_missing: { errors: ['invalid_token'], description: 'no access token was sent',
    advice: 'Send Authorization: Bearer and the access token.' },
  token_invalid: { errors: ['invalid_token'], description: 'the access token is not valid',
    advice: 'The token is malformed, expired, revoked, signed by somebody else, for another audience, or not an access token.' },
  token_in_query: { errors: ['invalid_request'], description: 'access tokens must not be sent in the address',
    advice: 'Send the token in the Authorization header.' },
  token_in_body: { errors: ['invalid_request'], description: 'access tokens must not be sent in the body',
    advice: 'Send the token in the Authorization header.' },
  several_tokens: { errors: ['invalid_request'], description: 'the access token was sent more than once',
    advice: 'Send the token in the Authorization header only.' },
  openid_scope_missing: { errors: ['insufficient_scope'], description: 'the access token lacks the scope openid',
    advice: 'Request the scope openid.' },
  // logout
  logout_client_missing: { errors: ['invalid_request'], description: 'client_id or id_token_hint is missing',
    advice: 'Send the last ID token as id_token_hint, or the client_id.' },
  post_logout_redirect_uri_mismatch: { errors: ['invalid_request'],
    description: 'post_logout_redirect_uri is not registered for the client',
    advice: 'Register the logout URL for the client, byte for byte.' },
  logout_hint_invalid: { errors: ['invalid_request'], description: 'id_token_hint is not valid',
    advice: 'Send an ID token that this service issued to this client.' },
  logout_client_mismatch: { errors: ['invalid_request'],
    description: 'client_id differs from the client of id_token_hint',
    advice: 'Send the client ID that the ID token was issued to, or leave client_id out.' },
  ticket_invalid: { errors: ['invalid_token'], description: 'the ticket is not valid',
    advice: 'A ticket works once and for 120 seconds.' },
  // sign-in at an upstream provider
  logout_token_invalid: { errors: ['invalid_request'], description: 'the logout token is not valid',
    advice: 'It needs iss, aud, iat, jti, events, sub or sid and no nonce, a valid signature, two minutes of age at most, and counts once.' },
  upstream_state: { errors: ['invalid_request'], description: 'the answer of the sign-in provider belongs to no sign-in here',
    advice: 'Start again from the app. An answer counts in the browser that began the sign-in, once and for ten minutes.' },
  upstream_mix_up: { errors: ['invalid_request'], description: 'the answer came from another provider than was asked',
    advice: 'The parameter iss of the answer must be the issuer of the connector, and must not be missing where the metadata promises it (RFC 9207).' },
  upstream_issuer: { errors: ['invalid_request'], description: 'the sign-in provider is not the one that is configured',
    advice: 'The issuer in the metadata and in the ID token must be the configured one, byte for byte.' },
  upstream_audience: { errors: ['invalid_request'], description: 'the ID token is for another client',
    advice: 'The claim aud must contain the client_id of the connector, and azp must be it.' },
  upstream_nonce: { errors: ['invalid_request'], description: 'the ID token belongs to another sign-in',
    advice: 'The provider must return the nonce of the request.' },
  upstream_token_expired: { errors: ['invalid_request'], description: 'the ID token has expired',
    advice: 'Compare the clocks of both servers; 60 seconds of difference are allowed.' },
  upstream_token_invalid: { errors: ['invalid_request'], description: 'the ID token is not well formed',
    advice: 'It needs iss, sub (1 to 255 characters), aud, exp and iat, and auth_time where a fresh sign-in was asked for.' },
  upstream_signature: { errors: ['invalid_request'], description: 'the signature of the ID token is not valid',
    advice: 'It must be made with a key of the jwks_uri and an asymmetric algorithm that the metadata name.' },
  upstream_code: { errors: ['invalid_request'], description: 'the sign-in provider refused its own code',
    advice: 'A code works once and for a short time. Start again from the app.' },
  upstream_subject_changed: { errors: ['invalid_request'], description: 'the sign-in provider changed the user between two steps',
    advice: 'The sub of userinfo must be that of the ID token.' },
  upstream_response: { errors: ['invalid_request'], description: 'the sign-in provider gave an answer that cannot be used',
    advice: 'Check issuer, client_id and client_secret of the connector. Redirects are not followed, and answers have at most 256 KiB.' },
  upstream_denied: { errors: ['access_denied'], status: 403, description: 'the sign-in provider refused the sign-in',
    advice: 'The user declined there, or the provider does not let them use this app.' },
  upstream_claim_required: { errors: ['access_denied'], status: 403, description: 'the account at the sign-in provider may not be used here',
    advice: 'The ID token lacks what the setting require demands.' },
  upstream_user_unknown: { errors: ['access_denied'], status: 403, description: 'nobody here belongs to the account at the sign-in provider',
    advice: 'The connector makes no accounts: an administrator links or invites the user.' },
  upstream_link_required: { errors: ['access_denied'], status: 403, description: 'the account at the sign-in provider is not connected yet',
    advice: 'The user signs in as usual and connects it in the portal.' },
  upstream_unavailable: { errors: ['temporarily_unavailable'], description: 'the sign-in provider does not answer',
    advice: 'Come again after the seconds that Retry-After names; other ways to sign in still work.' },
  // the service
  too_many_attempts: { errors: ['too_many_attempts'], description: 'too many requests',
    advice: 'Wait for the seconds that Retry-After names.' },
  not_found: { errors: ['not_found'], description: 'there is nothing at this address',
    advice: 'See the discovery document for the addresses.' },
  store_unavailable: { errors: ['temporarily_unavailable'], description: 'the service is not available for the moment',
    advice: 'Come again after the seconds that Retry-After names; nothing was lost.' },
  directory_unavailable: { errors: ['temporarily_unavailable'],
    description: 'the service is not available for the moment',
    advice: 'The user directory does not answer. Come again after the seconds that Retry-After names.' },
  not_ready: { errors: ['temporarily_unavailable'], description: 'the service is not ready',
    advice: 'Come again after the seconds that Retry-After names.' },
} as const satisfies Record<string, Reference>

export type ErrorRef = keyof typeof REFERENCES

/** The status a denial is answered with when it is not sent by redirect. */
export function statusOf(error: ErrorCode, ref?: ErrorRef): number {
  const reference: Reference | undefined = ref === undefined ? undefined : REFERENCES[ref]
  // That of a cause is meant with its first code: `invalid_grant` is 400 whatever the cause (RFC 6749 s5.2).
  return (reference?.errors[0] === error ? reference.status : undefined) ?? ERRORS[error].status
}

/** The public sentence of a denial. */
export function descriptionOf(error: ErrorCode, ref?: ErrorRef): string {
  return ref === undefined ? ERRORS[error].meaning : REFERENCES[ref].description
}
