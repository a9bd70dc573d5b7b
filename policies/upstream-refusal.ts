/**
 * Why a sign-in with an external provider fails: a closed list of causes, each with its error page.
 *
 * Spec      /upstream/{id}/start and /callback; D-A5, D-G3
 * RFC       OIDC Core s3.1.3.7 (ID token), s5.3.2 (userinfo); 9207 (iss); 9700 s4.4.2 (mix-up)
 * Deny      invalid_request 400, access_denied 403, temporarily_unavailable 503
 * Enforced  lib/protocol/upstream/services.ts
 * Tests     test/policies/upstream-refusal.test.ts, test/flows/upstream.test.ts, test/flows/panel-connectors.test.ts
 */
type UpstreamError = 'invalid_request' | 'access_denied' | 'temporarily_unavailable'
/**
 * What a refusal reveals about the provider and the connector's settings. `fails`: only the provider can cause it, and
 * no browser can forge it. `works`: the provider sent a valid ID token first. `nothing`: it reveals only the state of
 * one browser.
 */
type Shown = 'fails' | 'works' | 'nothing'

/** If the error is `access_denied`, the provider works, but it or Portico does not admit this user. */
const CAUSES = [
  ['upstream_issuer', 'invalid_request', 'fails'],
  ['upstream_audience', 'invalid_request', 'fails'],
  ['upstream_nonce', 'invalid_request', 'nothing'],
  ['upstream_state', 'invalid_request', 'nothing'],
  ['upstream_token_expired', 'invalid_request', 'fails'],
  ['upstream_token_invalid', 'invalid_request', 'fails'],
  ['upstream_signature', 'invalid_request', 'fails'],
  ['upstream_mix_up', 'invalid_request', 'nothing'],
  ['upstream_code', 'invalid_request', 'nothing'],
  ['upstream_subject_changed', 'invalid_request', 'fails'],
  ['upstream_denied', 'access_denied', 'nothing'],
  ['upstream_claim_required', 'access_denied', 'works'],
  ['upstream_user_unknown', 'access_denied', 'works'],
  ['upstream_link_required', 'access_denied', 'works'],
  ['upstream_response', 'invalid_request', 'fails'],
  ['upstream_unavailable', 'temporarily_unavailable', 'fails'],
] as const satisfies readonly (readonly [ref: string, UpstreamError, Shown])[]

export type UpstreamRef = (typeof CAUSES)[number][0]
export const UPSTREAM_REFS = CAUSES.map(([ref]) => ref)

const OF = Object.fromEntries(CAUSES.map(([ref, error, shown]) => [ref, { error, shown }])) as Readonly<
  Record<UpstreamRef, { readonly error: UpstreamError; readonly shown: Shown }>
>

export const upstreamError = (ref: UpstreamRef): UpstreamError => OF[ref].error
export const providerSignal = (ref: UpstreamRef): Shown => OF[ref].shown

const OUTCOMES = {
  invalid_request: 'refused',
  access_denied: 'denied',
  temporarily_unavailable: 'unavailable',
} as const

/** The outcome's name in metrics. */
export const upstreamOutcome = (ref: UpstreamRef): (typeof OUTCOMES)[UpstreamError] => OUTCOMES[upstreamError(ref)]
