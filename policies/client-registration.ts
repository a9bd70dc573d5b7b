/**
 * Rules for registering or changing a client.
 *
 * Spec      client administration; D-C1, D-C2, D-C3, D-S8
 * RFC       7591 s2 (metadata names); 9700 s2.1
 * Deny      the list of issues, each with its field; a client with an issue is not registered
 * Enforced  lib/domain/clients/registry.ts, lib/domain/seed/static-clients.ts
 * Tests     test/policies/client-registration.test.ts
 */
import { type AppAccess, type AppAccessIssue, appAccessIssues } from './app-access.ts'
import { type Gate, type GateIssue, gateIssues } from './gate.ts'
import { type Backend, type BackendIssue, backendIssues } from './known-backends.ts'
import { type Environment, type RedirectUriIssue, redirectUriIssues, sharesOrigin } from './redirect-uri.ts'
import { checkClientScopes, SCOPES } from './scopes.ts'

export const CLIENT_ID = /^[a-z0-9](?:[a-z0-9-]{1,61})[a-z0-9]$/
/** As domain/pictures.ts names pictures. */
const ICON_NAME = /^[\da-f]{32}\.[a-z0-9]{3,5}$/
export const REDIRECT_URIS_MAX = 20
const TEXT_MAX_LENGTH = 200
// Requires one @ with text on both sides and a dot in the domain, which is enough to catch typos.
const EMAIL = /^[^\s@<>()"',;:\\]+@[^\s@<>()"',;:\\]+\.[^\s@.<>()"',;:\\]+$/

export interface ClientFields {
  /** `client_id`: 3 to 63 characters of a-z, 0-9, and hyphens. */
  readonly clientId: string
  /** Name on the consent page and in the panel. */
  readonly clientName: string
  /** Contact email address for the app; empty if there is none. */
  readonly ownerEmail: string
  /** `public`: the client cannot keep a secret (RFC 6749 s2.1). */
  readonly type: 'public' | 'confidential'
  /** `live` requires https; `development` also allows http on localhost. */
  readonly environment: Environment
  /** Redirect URIs, compared as strings; at most 20. */
  readonly redirectUris: readonly string[]
  /** URIs to return to after sign-out (RP-Initiated Logout s3). */
  readonly postLogoutRedirectUris: readonly string[]
  /** URL that gets a logout token when a session ends (Back-Channel Logout s2.2). */
  readonly backchannelLogoutUri?: string
  /** URL that the browser loads in a frame when a session ends (Front-Channel Logout s2). */
  readonly frontchannelLogoutUri?: string
  /** Whether the app finds its session by `iss` and `sid` in that URL (Front-Channel Logout s2). */
  readonly frontchannelLogoutSessionRequired?: boolean
  /** Scopes that the client can request. */
  readonly scopes: readonly string[]
  /** Limits which users have access, and how they sign in (policies/app-access.ts, policies/second-factor.ts). */
  readonly access?: AppAccess
  /** Set if the app does not use OpenID Connect (policies/gate.ts). Such a client has no secret. */
  readonly gate?: Gate
  /** Name of the app's picture in the store (`clients[].icon`). */
  readonly icon?: string
  /** The client's servers, whose requests count toward its own limit (policies/known-backends.ts). */
  readonly backend?: Backend
}

/**
 * Whether a URI points to a private or internal IP address (loopback, local network, link-local, special) that is not
 * allowed for logout notifications. Host names are not resolved here but at each delivery.
 */
export type IsPrivateAddress = (uri: string) => boolean

/** `code` also appears in `sso.clients` results. Messages: lib/web/ui/texts/LANGUAGE/issues.json (`client`). */
export type ClientIssue =
  | { readonly field: 'clientId'; readonly code: 'missing' | 'length' | 'characters' }
  | { readonly field: 'clientName' | 'ownerEmail'; readonly code: 'missing' | 'too-long' | 'characters' }
  | {
      readonly field: 'redirectUris'
      readonly code: RedirectUriIssue | 'none' | 'too-many' | 'repeated'
      readonly uri?: string
    }
  | {
      readonly field: 'postLogoutRedirectUris' | 'backchannelLogoutUri' | 'frontchannelLogoutUri'
      readonly code: RedirectUriIssue | 'other-origin'
      readonly uri: string
    }
  | { readonly field: 'backchannelLogoutUri'; readonly code: 'inside'; readonly uri: string }
  | { readonly field: 'scopes'; readonly code: 'unknown' | 'openid-missing' }
  | { readonly field: 'access'; readonly code: AppAccessIssue; readonly role?: string }
  | { readonly field: 'gate'; readonly code: GateIssue; readonly uri: string }
  | { readonly field: 'icon'; readonly code: 'picture' }
  | { readonly field: 'backend'; readonly code: BackendIssue; readonly address?: string }

/** The URI, role, or IP address that an issue is about, if its field can contain several values. */
export const namedIn = (
  issue: object & { readonly uri?: string; readonly role?: string; readonly address?: string },
): string | undefined => issue.uri ?? issue.role ?? issue.address

/** @param knownScopes every scope in the deployment @param serviceHosts hosts of the provider, panel, and portal */
export function clientIssues(
  client: ClientFields,
  isPrivateAddress: IsPrivateAddress,
  knownScopes: readonly string[] = SCOPES,
  serviceHosts: readonly string[] = [],
): readonly ClientIssue[] {
  const { gate } = client
  return [
    ...idIssues(client.clientId),
    ...textIssues(client),
    // A gated app's redirect URI is derived from its URL.
    ...(gate === undefined
      ? redirectIssues(client)
      : gateIssues(gate.url, client.environment, serviceHosts).map(
          (code): ClientIssue => ({ field: 'gate', code, uri: gate.url }),
        )),
    ...logoutIssues(client),
    ...addressIssues(client, isPrivateAddress),
    ...scopeIssues(client.scopes, knownScopes),
    ...(client.icon === undefined || ICON_NAME.test(client.icon)
      ? []
      : ([{ field: 'icon', code: 'picture' }] as const)),
    ...(client.access?.roles === undefined
      ? []
      : appAccessIssues({ ...client.access, roles: client.access.roles }).map(
          (issue): ClientIssue => ({ field: 'access', ...issue }),
        )),
    ...(client.backend === undefined
      ? []
      : backendIssues(client.backend, client.type === 'confidential' && client.gate === undefined).map(
          (issue): ClientIssue => ({ field: 'backend', ...issue }),
        )),
  ]
}

function idIssues(id: string): readonly ClientIssue[] {
  if (id === '') return [{ field: 'clientId', code: 'missing' }]
  if (id.length < 3 || id.length > 63) return [{ field: 'clientId', code: 'length' }]
  return CLIENT_ID.test(id) ? [] : [{ field: 'clientId', code: 'characters' }]
}

function textIssues(client: ClientFields): readonly ClientIssue[] {
  const issues: ClientIssue[] = []
  const name = client.clientName
  if (name.trim() === '') issues.push({ field: 'clientName', code: 'missing' })
  else if (name.length > TEXT_MAX_LENGTH) issues.push({ field: 'clientName', code: 'too-long' })
  // Control and bidirectional characters could be used to forge a configuration line or text on a page.
  else if (/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(name)) issues.push({ field: 'clientName', code: 'characters' })
  if (client.ownerEmail === '') issues.push({ field: 'ownerEmail', code: 'missing' })
  else if (client.ownerEmail.length > TEXT_MAX_LENGTH) issues.push({ field: 'ownerEmail', code: 'too-long' })
  else if (!EMAIL.test(client.ownerEmail)) issues.push({ field: 'ownerEmail', code: 'characters' })
  return issues
}

function redirectIssues(client: ClientFields): readonly ClientIssue[] {
  const uris = client.redirectUris
  if (uris.length === 0) return [{ field: 'redirectUris', code: 'none' }]
  if (uris.length > REDIRECT_URIS_MAX) return [{ field: 'redirectUris', code: 'too-many' }]
  const repeated = uris.filter((uri, index) => uris.indexOf(uri) !== index)
  return [
    ...repeated.map((uri): ClientIssue => ({ field: 'redirectUris', code: 'repeated', uri })),
    ...uris.flatMap((uri) =>
      redirectUriIssues(uri, client.environment).map((code): ClientIssue => ({ field: 'redirectUris', code, uri })),
    ),
  ]
}

function logoutIssues(client: ClientFields): readonly ClientIssue[] {
  const channels = [
    ['backchannelLogoutUri', client.backchannelLogoutUri],
    ['frontchannelLogoutUri', client.frontchannelLogoutUri],
  ] as const
  return [
    ...client.postLogoutRedirectUris.flatMap((uri): ClientIssue[] => [
      ...redirectUriIssues(uri, client.environment).map(
        (code): ClientIssue => ({
          field: 'postLogoutRedirectUris',
          code,
          uri,
        }),
      ),
      ...(sharesOrigin(uri, client.redirectUris)
        ? []
        : [{ field: 'postLogoutRedirectUris', code: 'other-origin', uri } as const]),
    ]),
    ...channels.flatMap(([field, uri]) =>
      uri === undefined
        ? []
        : redirectUriIssues(uri, client.environment).map((code): ClientIssue => ({ field, code, uri })),
    ),
  ]
}

function addressIssues(
  { environment, backchannelLogoutUri: uri }: ClientFields,
  isPrivateAddress: IsPrivateAddress,
): readonly ClientIssue[] {
  if (uri === undefined || environment !== 'live' || !isPrivateAddress(uri)) return []
  return [{ field: 'backchannelLogoutUri', code: 'inside', uri }]
}

function scopeIssues(scopes: readonly string[], known: readonly string[]): readonly ClientIssue[] {
  const verdict = checkClientScopes(scopes, known)
  return verdict.allowed
    ? []
    : [{ field: 'scopes', code: verdict.ref === 'openid_missing' ? 'openid-missing' : 'unknown' }]
}
