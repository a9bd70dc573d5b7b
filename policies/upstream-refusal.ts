/**
 * Why a sign-in at an external provider leads nowhere: the closed list of causes, each with its page.
 *
 * Spec      /upstream/{id}/start and /callback; D-A5, D-G3
 * RFC       OIDC Core s3.1.3.7 (ID token), s5.3.2 (userinfo); 9207 (iss); 9700 s4.4 (mix-up)
 * Deny      invalid_request 400, access_denied 403, temporarily_unavailable 503
 * Enforced  lib/protocol/upstream/services.ts
 * Tests     test/policies/upstream-refusal.test.ts, test/flows/upstream.test.ts, test/flows/panel-connectors.test.ts
 */
export const UPSTREAM_REFS = [
  'upstream_issuer',
  'upstream_audience',
  'upstream_nonce',
  'upstream_state',
  'upstream_token_expired',
  'upstream_token_invalid',
  'upstream_signature',
  'upstream_mix_up',
  'upstream_code',
  'upstream_subject_changed',
  'upstream_denied',
  'upstream_claim_required',
  'upstream_user_unknown',
  'upstream_link_required',
  'upstream_response',
  'upstream_unavailable',
] as const

export type UpstreamRef = (typeof UPSTREAM_REFS)[number]

/** The user is the cause; the provider worked. */
const USERS: ReadonlySet<UpstreamRef> = new Set([
  'upstream_denied',
  'upstream_claim_required',
  'upstream_user_unknown',
  'upstream_link_required',
])

/** Only the provider can cause these; a browser cannot forge them. */
const FAILURES: ReadonlySet<UpstreamRef> = new Set([
  'upstream_issuer',
  'upstream_audience',
  'upstream_token_expired',
  'upstream_token_invalid',
  'upstream_signature',
  'upstream_subject_changed',
  'upstream_response',
  'upstream_unavailable',
])

/** These come after a valid ID token. */
const AFTER_SUCCESS: ReadonlySet<UpstreamRef> = new Set([
  'upstream_claim_required',
  'upstream_user_unknown',
  'upstream_link_required',
])

/** What a refusal reveals about the provider and its settings; most reveal only the state of one browser. */
export function shownOfProvider(ref: UpstreamRef): 'fails' | 'works' | 'nothing' {
  if (FAILURES.has(ref)) return 'fails'
  return AFTER_SUCCESS.has(ref) ? 'works' : 'nothing'
}

export function upstreamError(ref: UpstreamRef): 'invalid_request' | 'access_denied' | 'temporarily_unavailable' {
  if (ref === 'upstream_unavailable') return 'temporarily_unavailable'
  return USERS.has(ref) ? 'access_denied' : 'invalid_request'
}

/** The outcome's name in metrics. */
export function upstreamOutcome(ref: UpstreamRef): 'denied' | 'refused' | 'unavailable' {
  const error = upstreamError(ref)
  if (error === 'temporarily_unavailable') return 'unavailable'
  return error === 'access_denied' ? 'denied' : 'refused'
}
