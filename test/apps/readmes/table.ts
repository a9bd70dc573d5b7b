/** What the README of each of the ten most used clients leads to, and the page one click away that names the cure. */
import type { Place } from './first-sign-in.ts'
import type { ReadmeLibrary } from './readme-apps.ts'

export interface ReadmeRow {
  readonly library: ReadmeLibrary
  readonly version: string
  readonly seen: string
  readonly seenIn: 'page' | 'terminal'
  /** The page one click away, and where its address is found. */
  readonly page: string
  readonly linkIn: Place
  /** The section of that page for the library. */
  readonly cure: string
  /** Pages that it needs after that, which are linked from there. */
  readonly next: readonly string[]
}

const CHECKS = '`checks: ["pkce", "state", "nonce"]` in the provider'

// biome-ignore format: a table, read line by line
export const TABLE: readonly ReadmeRow[] = [
  { library: 'openid-client 6', version: '6.8.9',
    seen: "'error_description' => 'state is missing; nonce is missing'", seenIn: 'terminal',
    page: 'state_missing', linkIn: 'address', next: ['nonce_missing'],
    cure: 'pass `state: randomState()` to `buildAuthorizationUrl`, and `expectedState` to `authorizationCodeGrant`' },
  { library: 'Auth.js 5', version: '5.0.0-beta.32',
    seen: 'OAuthCallbackError: OAuth Provider returned an error', seenIn: 'terminal',
    page: 'state_missing', linkIn: 'terminal', next: [], cure: CHECKS },
  { library: 'next-auth 4', version: '4.24.15',
    seen: "error_description: 'nonce is missing'", seenIn: 'terminal',
    page: 'nonce_missing', linkIn: 'terminal', next: ['es256'], cure: CHECKS },
  { library: 'oidc-client-ts', version: '3.5.0',
    seen: 'ErrorResponse: nonce is missing', seenIn: 'page',
    page: 'nonce_missing', linkIn: 'address', next: [],
    cure: '`signinRedirect({ nonce: crypto.randomUUID() })`' },
  { library: 'express-openid-connect', version: '3.4.0',
    seen: 'BadRequestError: invalid response encountered', seenIn: 'page',
    page: 'response_mode_unsupported', linkIn: 'address', next: ['pkce_required', 'es256'],
    cure: '`authorizationParams: { response_type: "code", response_mode: "query" }`' },
  { library: 'passport-openidconnect', version: '0.1.2',
    seen: 'AuthorizationError: nonce is missing; PKCE with S256 is required', seenIn: 'page',
    page: 'nonce_missing', linkIn: 'address', next: ['pkce_required'],
    cure: 'it has no PKCE: put the app behind the gate, or use `openid-client` with its Passport strategy' },
  { library: 'Authlib', version: '1.9.10',
    seen: 'OAuthError: invalid_request: PKCE with S256 is required', seenIn: 'terminal',
    page: 'pkce_required', linkIn: 'address', next: [],
    cure: '`client_kwargs={"scope": "openid", "code_challenge_method": "S256"}`' },
  { library: 'go-oidc with x/oauth2', version: '3.21.0',
    seen: 'oauth2: "invalid_request" "code is missing; PKCE with S256 is required: code_verifier is missing"', seenIn: 'page',
    page: 'nonce_missing', linkIn: 'address', next: ['pkce_required'],
    cure: '`AuthCodeURL(state, oidc.Nonce(nonce), …)`, and compare `idToken.Nonce`' },
  { library: 'oauth2-proxy', version: '7.15.6',
    seen: 'Error while parsing OAuth2 callback: invalid_request', seenIn: 'terminal',
    page: 'nonce_missing', linkIn: 'address', next: ['pkce_required'],
    cure: '`--insecure-oidc-skip-nonce=false`' },
  { library: 'mod_auth_openidc', version: '2.4.12.3',
    seen: 'SSO to this module without specifying a "target_link_uri" parameter is not possible', seenIn: 'page',
    page: 'pkce_required', linkIn: 'address', next: [],
    cure: '`OIDCPKCEMethod S256`' },
]

const LINKS: Readonly<Record<Place, string>> = {
  address: 'by the address bar',
  page: 'by a link on the page',
  terminal: 'by the terminal',
}

/** As README.md has it. */
export function rowOf({ library, version, seen, seenIn, page, linkIn, cure, next }: ReadmeRow): string {
  const after = next.length === 0 ? '' : `; from there ${next.map((ref) => `\`${ref}\``).join(' and ')}`
  const cells = [library, version, `${seenIn}: \`${seen}\``, `\`${page}\` ${LINKS[linkIn]}${after}`, cure]
  return `| ${cells.join(' | ')} |`
}
