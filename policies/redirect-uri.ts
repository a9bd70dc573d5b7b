/**
 * Which URIs may be registered, and when a requested URI matches a registered one.
 *
 * Spec      GET /authorize, client registration; D-C1, D-C2, D-G4
 * RFC       6749 s3.1.2, 9700 s2.1 and s4.1.3 (exact string comparison)
 * Deny      see `RedirectUriIssue`; invalid_request redirect_uri_mismatch
 * Enforced  policies/client-registration.ts, policies/client-lifecycle.ts, policies/authorization-request.ts,
 *           policies/logout.ts
 * Tests     test/policies/redirect-uri.test.ts, test/protocol/endpoints/authorize.test.ts
 */

export const REDIRECT_URI_MAX_LENGTH = 2048
const LOCALHOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])
// A response parameter in the registered query would appear twice in the response.
const RESPONSE_PARAMETERS = [
  'code',
  'state',
  'error',
  'error_description',
  'error_uri',
  'error_ref',
  'request_id',
  'iss',
]
// Browsers remove `.` and `..` from a path and read `%2e` as a dot, which would give one URI several spellings.
const DOT_SEGMENT = /^[^/?#]*\/\/[^/?#]*(?:\/[^?#]*)?\/(?:\.|%2e){1,2}(?:[/?#]|$)/i

/** The most helpful issues come first, because a form shows only one issue per URI. */
export const REDIRECT_URI_ISSUES = [
  'missing',
  'too-long',
  'wildcard',
  'fragment',
  'user-info',
  'not-a-url',
  'scheme',
  'http-in-live',
  'http-not-localhost',
  'origin-form',
  'dot-segment',
  'response-parameter',
  'characters',
] as const
export type RedirectUriIssue = (typeof REDIRECT_URI_ISSUES)[number]

export type Environment = 'development' | 'live'

/** An empty list means that the URI may be registered. */
export function redirectUriIssues(uri: string, environment: Environment): readonly RedirectUriIssue[] {
  if (uri === '') return ['missing']
  if (uri.length > REDIRECT_URI_MAX_LENGTH) return ['too-long']
  const issues: RedirectUriIssue[] = []
  // URL parsers disagree about spaces, control characters, backslashes, and non-ASCII characters.
  if (!/^[\x21-\x7E]+$/.test(uri) || /[\\"<>^`{|}]/.test(uri)) issues.push('characters')
  if (uri.includes('*')) issues.push('wildcard')
  if (uri.includes('#')) issues.push('fragment')
  const url = URL.parse(uri)
  if (url === null || !/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(uri)) return [...issues, 'not-a-url']
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*@/i.test(uri)) issues.push('user-info')
  else if (url.origin !== 'null' && !hasOriginForm(uri, url)) issues.push('origin-form')
  if (DOT_SEGMENT.test(uri)) issues.push('dot-segment')
  if (url.protocol === 'http:') {
    if (environment === 'live') issues.push('http-in-live')
    else if (!LOCALHOSTS.has(url.hostname)) issues.push('http-not-localhost')
  } else if (url.protocol !== 'https:') issues.push('scheme')
  if (RESPONSE_PARAMETERS.some((name) => url.searchParams.has(name))) issues.push('response-parameter')
  return issues
}

/**
 * Whether the URI is {origin}{path}, with the origin as browsers write it: lowercase, with IP addresses in full (not
 * `127.1`), and without a default port or trailing dot. Otherwise, two clients could register one URI in two spellings.
 */
function hasOriginForm(uri: string, { origin, hostname }: URL): boolean {
  return uri.startsWith(origin) && /^(?:[/?#]|$)/.test(uri.slice(origin.length)) && !hostname.endsWith('.')
}

/** The URI as browsers write it, with the `xn--` form of its host, if that form has the issue no longer. */
export function browserForm(uri: string): string | undefined {
  const url = URL.parse(uri)
  if (url === null || url.origin === 'null') return undefined
  const form = url.origin + (url.pathname === '/' && !uri.endsWith('/') ? '' : url.pathname) + url.search
  const left = redirectUriIssues(form, 'development')
  return left.includes('characters') || left.includes('origin-form') ? undefined : form
}

/** Compares plain strings, so case, default ports, and trailing slashes all matter. */
export const isRegisteredUri = (sent: string, registered: readonly string[]): boolean => registered.includes(sent)

/** Whether the URI shares its origin with one of the redirect URIs (D-C2). */
export function sharesOrigin(uri: string, redirectUris: readonly string[]): boolean {
  const origin = URL.parse(uri)?.origin
  return (
    origin !== undefined &&
    origin !== 'null' &&
    redirectUris.some((redirectUri) => URL.parse(redirectUri)?.origin === origin)
  )
}
