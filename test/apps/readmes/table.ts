/** What the README of each client that is run leads to, and the page one click away that names the cure. */
import type { ErrorRef } from '../../../policies/errors.ts'
import type { Place } from './first-sign-in.ts'
import type { ReadmeLibrary } from './readme-apps.ts'

export interface ReadmeRow {
  readonly library: ReadmeLibrary
  readonly version: string
  readonly seen: string
  readonly seenIn: 'page' | 'terminal'
  /** The page that names its lines, and where the link to it is found. */
  readonly page: ErrorRef
  readonly linkIn: Place | 'none'
  /** Pages that it needs after that, which are linked from there. */
  readonly next: readonly string[]
}

// biome-ignore format: a table, read line by line
export const TABLE: readonly ReadmeRow[] = [
  { library: 'openid-client 6', version: '6.8.9',
    seen: "'error_description' => 'state is missing; nonce is missing'", seenIn: 'terminal',
    page: 'state_missing', linkIn: 'address', next: ['nonce_missing'] },
  { library: 'Auth.js 5', version: '5.0.0-beta.32',
    seen: 'OAuthCallbackError: OAuth Provider returned an error', seenIn: 'terminal',
    page: 'state_missing', linkIn: 'terminal', next: [] },
  { library: 'next-auth 4', version: '4.24.15',
    seen: "error_description: 'nonce is missing'", seenIn: 'terminal',
    page: 'nonce_missing', linkIn: 'terminal', next: ['es256'] },
  { library: 'oidc-client-ts', version: '3.5.0',
    seen: 'ErrorResponse: nonce is missing', seenIn: 'page',
    page: 'nonce_missing', linkIn: 'address', next: [] },
  { library: 'express-openid-connect', version: '3.4.0',
    seen: 'BadRequestError: invalid response encountered', seenIn: 'page',
    page: 'response_mode_unsupported', linkIn: 'address', next: ['pkce_required', 'es256'] },
  { library: 'passport-openidconnect', version: '0.1.2',
    seen: 'AuthorizationError: nonce is missing; PKCE with S256 is required', seenIn: 'page',
    page: 'nonce_missing', linkIn: 'address', next: ['pkce_required'] },
  { library: 'Authlib', version: '1.9.10',
    seen: 'OAuthError: invalid_request: PKCE with S256 is required', seenIn: 'terminal',
    page: 'pkce_required', linkIn: 'address', next: [] },
  { library: 'go-oidc with x/oauth2', version: '3.21.0',
    seen: 'oauth2: "invalid_request" "code is missing; PKCE with S256 is required: code_verifier is missing"', seenIn: 'page',
    page: 'nonce_missing', linkIn: 'address', next: ['pkce_required'] },
  { library: 'oauth2-proxy', version: '7.15.6',
    seen: 'Error while parsing OAuth2 callback: invalid_request', seenIn: 'terminal',
    page: 'nonce_missing', linkIn: 'address', next: ['pkce_required'] },
  { library: 'mod_auth_openidc', version: '2.4.12.3',
    seen: 'SSO to this module without specifying a "target_link_uri" parameter is not possible', seenIn: 'page',
    page: 'pkce_required', linkIn: 'address', next: [] },
  { library: '@badgateway/oauth2-client', version: '3.3.1',
    seen: 'OAuth2Error: nonce is missing', seenIn: 'terminal',
    page: 'nonce_missing', linkIn: 'address', next: [] },
  { library: '@fastify/oauth2', version: '8.3.0',
    seen: 'Response Error: 400 Bad Request', seenIn: 'page',
    page: 'nonce_missing', linkIn: 'address', next: ['pkce_required'] },
  { library: '@openid/appauth', version: '1.4.0',
    seen: 'Authorization request complete', seenIn: 'page',
    page: 'nonce_missing', linkIn: 'address', next: [] },
  { library: 'arctic', version: '3.7.0',
    seen: 'OAuth request error: invalid_grant', seenIn: 'page',
    page: 'nonce_missing', linkIn: 'address', next: ['pkce_required'] },
  { library: 'Auth.js outside Next.js', version: '0.12.3',
    seen: 'OAuthCallbackError: OAuth Provider returned an error', seenIn: 'terminal',
    page: 'state_missing', linkIn: 'none', next: [] },
  { library: 'grant', version: '5.4.24',
    seen: '"error_description":"nonce is missing; PKCE with S256 is required', seenIn: 'page',
    page: 'nonce_missing', linkIn: 'page', next: ['pkce_required'] },
  { library: 'Hono', version: '1.8.1',
    seen: '[invalid_scope] the scopes offline_access, roles, permissions are not allowed', seenIn: 'page',
    page: 'scope_denied', linkIn: 'address', next: [] },
  { library: 'keycloak-js', version: '26.2.4',
    seen: 'This app sent a return address we don’t recognize', seenIn: 'page',
    page: 'redirect_uri_mismatch', linkIn: 'link', next: [] },
  { library: 'MCP TypeScript SDK', version: '1.32.2',
    seen: 'Either provider.prepareTokenRequest() or authorizationCode is required', seenIn: 'page',
    page: 'state_missing', linkIn: 'address', next: ['nonce_missing'] },
  { library: 'oauth4webapi', version: '3.8.8',
    seen: "'error_description' => 'state is missing; nonce is missing'", seenIn: 'terminal',
    page: 'state_missing', linkIn: 'address', next: ['nonce_missing'] },
  { library: 'openid-client 5', version: '5.7.1',
    seen: 'invalid_request (state is missing; nonce is missing)', seenIn: 'page',
    page: 'state_missing', linkIn: 'address', next: ['nonce_missing', 'es256'] },
  { library: "openid-client's Passport strategy", version: '6.8.9',
    seen: "'error_description' => 'state is missing; nonce is missing'", seenIn: 'terminal',
    page: 'state_missing', linkIn: 'address', next: ['nonce_missing'] },
  { library: 'passport-oauth2', version: '1.8.0',
    seen: 'AuthorizationError: state is missing; nonce is missing; PKCE with S256 is required', seenIn: 'page',
    page: 'state_missing', linkIn: 'address', next: ['nonce_missing', 'pkce_required'] },
  { library: 'react-oauth2-code-pkce', version: '1.24.0',
    seen: 'state is missing; nonce is missing', seenIn: 'page',
    page: 'state_missing', linkIn: 'address', next: ['nonce_missing'] },
  { library: 'react-oidc-context', version: '3.3.1',
    seen: 'Oops... nonce is missing', seenIn: 'page',
    page: 'nonce_missing', linkIn: 'address', next: [] },
  { library: 'remix-auth', version: '3.4.1',
    seen: "description: 'nonce is missing'", seenIn: 'terminal',
    page: 'nonce_missing', linkIn: 'address', next: [] },
  { library: 'simple-oauth2', version: '5.1.0',
    seen: 'Response Error: 400 Bad Request', seenIn: 'page',
    page: 'nonce_missing', linkIn: 'address', next: ['pkce_required'] },
]

/** Clients that sign in as their README has them. */
export const WORKING: readonly ReadmeLibrary[] = ['Better Auth']
