/**
 * Outcomes of a logout request: sign the user out, ask first, or reject the request.
 *
 * Spec      GET and POST /connect/logout; D-S2, D-S3, D-S4
 * RFC       OIDC RP-Initiated Logout 1.0 s2, s3, s6
 * Deny      invalid_request logout_client_missing, logout_hint_invalid, logout_client_mismatch,
 *           post_logout_redirect_uri_mismatch, invalid_client
 * Enforced  lib/protocol/logout/logout.ts
 * Tests     test/policies/logout.test.ts, test/protocol/endpoints/logout.test.ts
 */
import { isRegisteredUri } from './redirect-uri.ts'
import type { SourceVerdict } from './request-source.ts'
import { type Deny, deny } from './verdict.ts'

export interface LogoutRequest {
  readonly clientId: string | undefined
  /** `none`: not sent; `bad`: not an ID token from this provider; otherwise the verified claims. */
  readonly hint: 'none' | 'bad' | { readonly sub: string; readonly sid: string; readonly aud: string }
  readonly postLogoutRedirectUri: string | undefined
  /** Whether the request is a browser navigation, in which case Portico can ask the user. */
  readonly navigation: boolean
  /**
   * The page that sent the request. Without a matching hint, a cross-origin script cannot sign out a user unless the
   * user confirms it.
   */
  readonly source: SourceVerdict
}

export interface LogoutFacts {
  /** The client named by the hint or by `client_id`; undefined if it is not registered. */
  readonly client: { readonly active: boolean; readonly postLogoutRedirectUris: readonly string[] } | undefined
  /** The browser's active session, with the `sid` that identifies it to the hint's client. */
  readonly session: { readonly subject: string; readonly sid: string | undefined } | undefined
  readonly confirm: 'when-unverified' | 'always' | 'never'
}

export type LogoutDecision =
  /** `nothing`: there is no session to end, but the response is the same as after a sign-out. */
  | { readonly do: 'sign-out' | 'ask' | 'nothing'; readonly redirectUri?: string }
  | { readonly do: 'deny'; readonly deny: Deny }

const refuse = (denial: Deny): LogoutDecision => ({ do: 'deny', deny: denial })

export function logoutClientId(request: LogoutRequest): string | undefined {
  return request.clientId ?? (typeof request.hint === 'object' ? request.hint.aud : undefined)
}

export function decideLogout(request: LogoutRequest, facts: LogoutFacts): LogoutDecision {
  const { hint, clientId } = request
  // The hint's signing key is not Portico's or has been deleted, so ask the user and ignore the hint's contents (D-S3).
  if (hint === 'bad') {
    if (!request.navigation) return refuse(deny('invalid_request', 'logout_hint_invalid'))
    return facts.session === undefined ? { do: 'nothing' } : { do: 'ask' }
  }
  if (typeof hint === 'object' && clientId !== undefined && clientId !== hint.aud)
    return refuse(deny('invalid_request', 'logout_client_mismatch'))
  if (logoutClientId(request) === undefined) {
    if (!request.navigation) return refuse(deny('invalid_request', 'logout_client_missing'))
    // Without a client, no post_logout_redirect_uri can be verified, so there is no redirect.
    return facts.session === undefined ? { do: 'nothing' } : { do: 'ask' }
  }
  if (facts.client === undefined)
    return refuse(deny('invalid_request', 'invalid_client', 'the client is not registered'))
  // A parameter without a value counts as omitted (RFC 6749 s3.1). A disabled client gets no redirect.
  const uri = request.postLogoutRedirectUri === '' || !facts.client.active ? undefined : request.postLogoutRedirectUri
  if (uri !== undefined && !isRegisteredUri(uri, facts.client.postLogoutRedirectUris)) {
    return refuse(deny('invalid_request', 'post_logout_redirect_uri_mismatch'))
  }
  const target = uri === undefined ? {} : { redirectUri: uri }
  if (facts.session === undefined) return { do: 'nothing', ...target }
  const verified = typeof hint === 'object' && hint.sub === facts.session.subject && hint.sid === facts.session.sid
  // A machine request without a matching hint must include `client_id` (D-S3). Another session's hint is not enough.
  if (!request.navigation && !verified && request.clientId === undefined)
    return refuse(deny('invalid_request', 'logout_client_missing', 'the hint is of another session'))
  const isCrossOriginScript = request.source === 'cross-origin' && !request.navigation && !verified
  const ask =
    (request.navigation || isCrossOriginScript) &&
    (facts.confirm === 'always' || (facts.confirm === 'when-unverified' && !verified))
  return { do: ask ? 'ask' : 'sign-out', ...target }
}
