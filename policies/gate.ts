/**
 * The gate, for apps that do not speak OpenID Connect: a reverse proxy asks about every request, and lets pass, sends to sign in, or
 * refuses. A session is worth something at its own app alone, and as long as nothing that it rests on has ended. Where a request was
 * meant to go is compared with the registered address, and never believed.
 *
 * Spec      GET /gate, /.portico/{client_id}/; D-S11, D-G1, D-A4, D-S10
 * RFC       6265bis s4.1.3 (`__Host-`), 9110 s15.5.2
 * Deny      login_required sign_in_required; access_denied access_rule, gate_elsewhere, gate_unnamed; invalid_request gate_host
 * Enforced  lib/apps/gate/judge.ts, lib/apps/gate/gate-app.ts, lib/domain/clients/gate.ts, policies/client-registration.ts
 * Tests     test/policies/gate.test.ts, test/flows/gate.test.ts
 */
import { type CurrentState, familyLiveness, type Versions } from './access-token-status.ts'
import { type Environment, type RedirectUriIssue, redirectUriIssues } from './redirect-uri.ts'

/** On the host of a gated app all below this path is the service's. */
export const GATE_PATH = '/.portico'

/** Names of the cookies of the service, as a pattern. They never reach an app; `__Host-` and `__Secure-` stand before them over https. */
export const SERVICE_COOKIE = '(?:__(?:Host|Secure)-)?sso[-_]'

/** What every gated app is told of its users; it is an app of the same company, so nobody is asked. */
export const GATE_SCOPES = ['openid', 'profile', 'email', 'roles'] as const

export interface Gate {
  /** Address of the app, which may have a path. */
  readonly url: string
  /** Whether the app gets a signed statement of who is there, beside the headers. */
  readonly assertion: boolean
}

/** Type of that statement, which is no token of the service (RFC 8725 s3.11). */
export const ASSERTION_TYPE = 'portico-assertion+jwt'
/** Seconds: it is made for one request. */
export const ASSERTION_SECONDS = 60

export type GateIssue = RedirectUriIssue | 'query' | 'below-service' | 'host-of-service'

/**
 * What is wrong with the address of a gated app. Browsers send cookies to every port of a host, so no gated app can have a host of the
 * service. `*.localhost` is this machine too (RFC 6761 s6.3).
 * @param serviceHosts names of the hosts of the service, panel and portal
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
  if (serviceHosts.includes(hostname)) issues.push('host-of-service')
  return path === GATE_PATH || path.startsWith(`${GATE_PATH}/`) ? [...issues, 'below-service'] : issues
}

/** Where its sign-ins come back to. */
export const gateRedirectUri = (url: string, clientId: string): string =>
  `${URL.parse(url)?.origin ?? url}${GATE_PATH}/${clientId}/callback`

/** Where a request was meant to go, as far as the proxy says; a part that it does not say fits every app. */
export interface RequestedUrl {
  /** With its port, where there is one. */
  readonly host?: string | undefined
  readonly path?: string | undefined
}

/** Whether an address belongs to a gated app. The scheme is not compared: another proxy may stand in front and end TLS. */
export function isAtGate(url: string, { host, path }: RequestedUrl): boolean {
  const own = new URL(url)
  if (host !== undefined && URL.parse(`${own.protocol}//${host}`)?.host !== own.host) return false
  if (path === undefined) return true
  // Put behind the origin: on its own a path with two slashes in front would be the address of another host.
  const asked = path.startsWith('/') ? URL.parse(own.origin + path) : null
  return asked !== null && `${asked.pathname}/`.startsWith(`${own.pathname.replace(/\/$/, '')}/`)
}

/** `elsewhere`: the proxy asks for another address than that of the app. `unnamed`: no header can carry the name of the user. */
export type GateDecision = 'pass' | 'sign-in' | 'elsewhere' | 'no-access' | 'unnamed'

export interface GateFacts {
  /** What the session was opened under. */
  readonly session: Versions
  readonly now: CurrentState
  /** Absent: the client is none of the gate any more. */
  readonly gate: Gate | undefined
  readonly asked: RequestedUrl
  /** Whether rules of access say yes. */
  readonly mayEnter: boolean
  /** Whether a header can carry the name of the user. */
  readonly isNamed: boolean
}

export function decideGate({ session, now, gate, asked, mayEnter, isNamed }: GateFacts): GateDecision {
  if (gate === undefined || now.sessionEnded || familyLiveness(session, now) !== 'alive') return 'sign-in'
  if (!isAtGate(gate.url, asked)) return 'elsewhere'
  if (!mayEnter) return 'no-access'
  return isNamed ? 'pass' : 'unnamed'
}
