/**
 * What a logout request leads to: done at once, ask first, or refuse. What each kind of logout ends.
 *
 * Spec      GET and POST /connect/logout; D-S2, D-S3, D-S4
 * RFC       OIDC RP-Initiated Logout 1.0 s2, s3, s6
 * Deny      invalid_request logout_client_missing, logout_hint_invalid, logout_client_mismatch, post_logout_redirect_uri_mismatch, invalid_client
 * Enforced  lib/protocol/logout/logout.ts
 * Tests     test/policies/logout.test.ts, test/protocol/endpoints/logout.test.ts
 */
import { isRegisteredUri } from './redirect-uri.ts'
import type { SourceVerdict } from './request-source.ts'
import { type Deny, deny } from './verdict.ts'

export interface LogoutRequest {
  readonly clientId: string | undefined
  /** The hint as verified: none sent, not an ID token of this service, or its claims. */
  readonly hint: 'none' | 'bad' | { readonly sub: string; readonly sid: string; readonly aud: string }
  readonly postLogoutRedirectUri: string | undefined
  /** A browser navigation: a user is there who can be asked. */
  readonly navigation: boolean
  /** The page that caused it: a script of another origin ends nothing unasked without a matching hint. */
  readonly source: SourceVerdict
}

export interface LogoutFacts {
  /** The client that the request names, by hint or id; undefined when it is not registered. */
  readonly client: { readonly active: boolean; readonly postLogoutRedirectUris: readonly string[] } | undefined
  /** The live session of this browser, with the sid that the hint's client has in it. */
  readonly session: { readonly subject: string; readonly sid: string | undefined } | undefined
  readonly confirm: 'when-unverified' | 'always' | 'never'
}

export type LogoutDecision =
  | { readonly do: 'sign-out'; readonly redirectUri?: string }
  | { readonly do: 'ask'; readonly redirectUri?: string }
  /** There is no session to end; the answer is that of success. */
  | { readonly do: 'nothing'; readonly redirectUri?: string }
  | { readonly do: 'deny'; readonly deny: Deny }

const refuse = (denial: Deny): LogoutDecision => ({ do: 'deny', deny: denial })

/** The client that a request names. */
export function logoutClientId(request: LogoutRequest): string | undefined {
  return request.clientId ?? (typeof request.hint === 'object' ? request.hint.aud : undefined)
}

export function decideLogout(request: LogoutRequest, facts: LogoutFacts): LogoutDecision {
  const { hint, clientId } = request
  // Signed by a key that nobody remembers, or by somebody else: a user can be asked, but nothing of it is followed (D-S3).
  if (hint === 'bad') {
    if (!request.navigation) return refuse(deny('invalid_request', 'logout_hint_invalid'))
    return facts.session === undefined ? { do: 'nothing' } : { do: 'ask' }
  }
  if (typeof hint === 'object' && clientId !== undefined && clientId !== hint.aud)
    return refuse(deny('invalid_request', 'logout_client_mismatch'))
  if (logoutClientId(request) === undefined) {
    if (!request.navigation) return refuse(deny('invalid_request', 'logout_client_missing'))
    // Without a client no post_logout_redirect_uri can be verified, so there is no redirect.
    return facts.session === undefined ? { do: 'nothing' } : { do: 'ask' }
  }
  if (facts.client === undefined)
    return refuse(deny('invalid_request', 'invalid_client', 'the client is not registered'))
  // A parameter without a value counts as left out (RFC 6749 s3.1), and nobody is sent to a client that is disabled.
  const uri = request.postLogoutRedirectUri === '' || !facts.client.active ? undefined : request.postLogoutRedirectUri
  if (uri !== undefined && !isRegisteredUri(uri, facts.client.postLogoutRedirectUris)) {
    return refuse(deny('invalid_request', 'post_logout_redirect_uri_mismatch'))
  }
  const target = uri === undefined ? {} : { redirectUri: uri }
  if (facts.session === undefined) return { do: 'nothing', ...target }
  const verified = typeof hint === 'object' && hint.sub === facts.session.subject && hint.sid === facts.session.sid
  // A machine request without a matching hint must name the client (D-S3): a hint of another session alone ends nothing.
  if (!request.navigation && !verified && request.clientId === undefined)
    return refuse(deny('invalid_request', 'logout_client_missing', 'the hint is of another session'))
  const isForeignScript = request.source === 'foreign' && !request.navigation && !verified
  const ask =
    (request.navigation || isForeignScript) &&
    (facts.confirm === 'always' || (facts.confirm === 'when-unverified' && !verified))
  return { do: ask ? 'ask' : 'sign-out', ...target }
}
