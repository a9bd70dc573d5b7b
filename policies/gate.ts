/**
 * The gate (forward auth), for apps without OpenID Connect. A reverse proxy asks Portico about every request, and then
 * forwards it, redirects the browser to sign in, or rejects it. A session is valid only for its app, and only until the
 * browser session ends or the client or the user is revoked. The requested URL is compared with the registered one and
 * never trusted.
 *
 * Spec      GET /gate, /.portico/{client_id}/; D-S11, D-G1, D-A4, D-S10
 * RFC       6265bis s4.1.3 (`__Host-`), 9110 s15.5.2
 * Deny      login_required sign_in_required; access_denied access_rule, gate_other_url, gate_unnamed; invalid_request
 *           gate_host
 * Enforced  lib/apps/gate/evaluate.ts, lib/apps/gate/gate-app.ts, lib/domain/clients/gate.ts,
 *           policies/client-registration.ts
 * Tests     test/policies/gate.test.ts, test/flows/gate.test.ts
 */
import { type CurrentState, familyLiveness, type Versions } from './access-token-status.ts'
import { type Environment, type RedirectUriIssue, redirectUriIssues } from './redirect-uri.ts'

/** On a gated app's host, this path and all paths under it belong to Portico. */
export const GATE_PATH = '/.portico'

/** Portico's cookie names, prefixed with `__Host-` or `__Secure-` over https. These cookies never reach an app. */
export const SERVICE_COOKIE = '(?:__(?:Host|Secure)-)?sso[-_]'

/** The scopes for every gated app. Gated apps belong to the company that runs Portico, so no consent is needed. */
export const GATE_SCOPES = ['openid', 'profile', 'email', 'roles'] as const

export interface Gate {
  /** The app's URL, which may include a path. */
  readonly url: string
  /** Whether the app gets a signed assertion about the user in addition to the headers. */
  readonly assertion: boolean
}

/** The assertion's `typ`; an assertion is neither an access token nor an ID token (RFC 8725 s3.11). */
export const ASSERTION_TYPE = 'portico-assertion+jwt'
/** Lifetime of an assertion in seconds; each assertion is for a single request. */
export const ASSERTION_SECONDS = 60

export type GateIssue = RedirectUriIssue | 'query' | 'below-service' | 'host-of-service'

/**
 * Browsers send cookies to every port on a host, so no gated app may share a host with Portico. A `*.localhost`
 * name may use http, because it always refers to this machine (RFC 6761 s6.3).
 * @param serviceHosts host names of the provider, panel, and portal
 */
export function gateIssues(
  url: string,
  environment: Environment,
  serviceHosts: readonly string[],
): readonly GateIssue[] {
  const { hostname = '', pathname: path = '/' } = URL.parse(url) ?? {}
  const isHere = hostname.endsWith('.localhost')
  const issues: GateIssue[] = redirectUriIssues(url, environment).filter(
    (issue) => issue !== 'http-not-localhost' || !isHere,
  )
  if (url.includes('?')) issues.push('query')
  // No DNS name has others, and a proxy's configuration could give them a meaning.
  if (!/^[\w.[\]:-]*$/.test(hostname) && !issues.includes('characters')) issues.push('characters')
  if (serviceHosts.includes(hostname)) issues.push('host-of-service')
  return path === GATE_PATH || path.startsWith(`${GATE_PATH}/`) ? [...issues, 'below-service'] : issues
}

export const gateRedirectUri = (url: string, clientId: string): string =>
  `${URL.parse(url)?.origin ?? url}${GATE_PATH}/${clientId}/callback`

/** The requested URL, as reported by the proxy; a missing part matches every app. */
export interface RequestedUrl {
  /** The host, including the port, if any. */
  readonly host?: string | undefined
  readonly path?: string | undefined
}

/** Whether a URL belongs to a gated app. Ignores the scheme, because a proxy in front of the app may terminate TLS. */
export function isAtGate(url: string, { host, path }: RequestedUrl): boolean {
  const own = new URL(url)
  if (host !== undefined && URL.parse(`${own.protocol}//${host}`)?.host !== own.host) return false
  if (path === undefined) return true
  // Parsed together with the origin, because a path with two leading slashes would otherwise be parsed as a host.
  const requested = path.startsWith('/') ? URL.parse(own.origin + path) : null
  return requested !== null && `${requested.pathname}/`.startsWith(`${own.pathname.replace(/\/$/, '')}/`)
}

/** `other-url`: the requested URL is not the app's. `unnamed`: the user name cannot be sent in a header. */
export type GateDecision = 'pass' | 'sign-in' | 'other-url' | 'no-access' | 'unnamed'

export interface GateFacts {
  /** Revocation versions when the session started. */
  readonly session: Versions
  readonly now: CurrentState
  /** The client's gate settings; undefined if the client is no longer a gated app. */
  readonly gate: Gate | undefined
  readonly requested: RequestedUrl
  /** Whether the access rules allow the user. */
  readonly mayEnter: boolean
  /** Whether the user name can be sent in a header. */
  readonly isNamed: boolean
}

export function decideGate({ session, now, gate, requested, mayEnter, isNamed }: GateFacts): GateDecision {
  if (gate === undefined || now.sessionEnded || familyLiveness(session, now) !== 'alive') return 'sign-in'
  if (!isAtGate(gate.url, requested)) return 'other-url'
  if (!mayEnter) return 'no-access'
  return isNamed ? 'pass' : 'unnamed'
}
