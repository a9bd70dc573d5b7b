/**
 * What a client must look like to be registered or changed.
 *
 * Spec      Client (all fields); decisions C1, C2, C3, S8
 * RFC       7591 s2 (names of the metadata); 9700 s2.1
 * Deny      the list of faults, each with its field; nothing is registered while there is one
 * Enforced  lib/domain/clients/registry.ts, lib/domain/seed/static-clients.ts
 * Tests     test/policies/client-registration.test.ts
 */

import { type Environment, type RedirectUriFault, redirectUriFaults, sharesOrigin } from './redirect-uri.ts'
import { checkClientScopes } from './scopes.ts'

export const CLIENT_ID = /^[a-z0-9](?:[a-z0-9-]{1,61})[a-z0-9]$/
export const REDIRECT_URIS_MAX = 20
const TEXT_MAX_LENGTH = 200
// One @, something on both sides, a dot in the domain: enough to catch a slip; the owner is known to the administrator.
const EMAIL = /^[^\s@<>()"',;:\\]+@[^\s@<>()"',;:\\]+\.[^\s@.<>()"',;:\\]+$/

export interface ClientFields {
  readonly clientId: string
  readonly clientName: string
  readonly ownerEmail: string
  readonly type: 'public' | 'confidential'
  readonly environment: Environment
  readonly redirectUris: readonly string[]
  readonly postLogoutRedirectUris: readonly string[]
  readonly backchannelLogoutUri?: string
  readonly frontchannelLogoutUri?: string
  readonly scopes: readonly string[]
}

/**
 * Where a notice to an address would go, as far as the address itself says: `inside` is this machine, its network or
 * another place that is not for notices and that the deployment has not opened (S8). A name is looked up at each try.
 */
export type PlaceOf = (uri: string) => 'inside' | 'elsewhere'

export type ClientFault =
  | { readonly field: 'clientId'; readonly fault: 'missing' | 'length' | 'characters' }
  | { readonly field: 'clientName' | 'ownerEmail'; readonly fault: 'missing' | 'too-long' | 'characters' }
  | {
      readonly field: 'redirectUris'
      readonly fault: RedirectUriFault | 'none' | 'too-many' | 'repeated'
      readonly uri?: string
    }
  | {
      readonly field: 'postLogoutRedirectUris' | 'backchannelLogoutUri' | 'frontchannelLogoutUri'
      readonly fault: RedirectUriFault | 'other-origin'
      readonly uri: string
    }
  | { readonly field: 'backchannelLogoutUri'; readonly fault: 'inside'; readonly uri: string }
  | { readonly field: 'scopes'; readonly fault: 'unknown' | 'openid-missing' }

export function clientFaults(client: ClientFields, placeOf: PlaceOf): readonly ClientFault[] {
  return [
    ...idFaults(client.clientId),
    ...textFaults(client),
    ...redirectFaults(client),
    ...logoutFaults(client),
    ...placeFaults(client, placeOf),
    ...scopeFaults(client.scopes),
  ]
}

function idFaults(id: string): readonly ClientFault[] {
  if (id === '') return [{ field: 'clientId', fault: 'missing' }]
  if (id.length < 3 || id.length > 63) return [{ field: 'clientId', fault: 'length' }]
  return CLIENT_ID.test(id) ? [] : [{ field: 'clientId', fault: 'characters' }]
}

function textFaults(client: ClientFields): readonly ClientFault[] {
  const faults: ClientFault[] = []
  const name = client.clientName
  if (name.trim() === '') faults.push({ field: 'clientName', fault: 'missing' })
  else if (name.length > TEXT_MAX_LENGTH) faults.push({ field: 'clientName', fault: 'too-long' })
  // Control and direction characters could forge a line of a configuration block or the look of a page.
  else if (/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(name)) faults.push({ field: 'clientName', fault: 'characters' })
  if (client.ownerEmail === '') faults.push({ field: 'ownerEmail', fault: 'missing' })
  else if (client.ownerEmail.length > TEXT_MAX_LENGTH) faults.push({ field: 'ownerEmail', fault: 'too-long' })
  else if (!EMAIL.test(client.ownerEmail)) faults.push({ field: 'ownerEmail', fault: 'characters' })
  return faults
}

function redirectFaults(client: ClientFields): readonly ClientFault[] {
  const uris = client.redirectUris
  if (uris.length === 0) return [{ field: 'redirectUris', fault: 'none' }]
  if (uris.length > REDIRECT_URIS_MAX) return [{ field: 'redirectUris', fault: 'too-many' }]
  const repeated = uris.filter((uri, index) => uris.indexOf(uri) !== index)
  return [
    ...repeated.map((uri): ClientFault => ({ field: 'redirectUris', fault: 'repeated', uri })),
    ...uris.flatMap((uri) =>
      redirectUriFaults(uri, client.environment).map((fault): ClientFault => ({ field: 'redirectUris', fault, uri })),
    ),
  ]
}

function logoutFaults(client: ClientFields): readonly ClientFault[] {
  const channels = [
    ['backchannelLogoutUri', client.backchannelLogoutUri],
    ['frontchannelLogoutUri', client.frontchannelLogoutUri],
  ] as const
  return [
    ...client.postLogoutRedirectUris.flatMap((uri): ClientFault[] => [
      ...redirectUriFaults(uri, client.environment).map(
        (fault): ClientFault => ({
          field: 'postLogoutRedirectUris',
          fault,
          uri,
        }),
      ),
      ...(sharesOrigin(uri, client.redirectUris)
        ? []
        : [{ field: 'postLogoutRedirectUris', fault: 'other-origin', uri } as const]),
    ]),
    ...channels.flatMap(([field, uri]) =>
      uri === undefined
        ? []
        : redirectUriFaults(uri, client.environment).map((fault): ClientFault => ({ field, fault, uri })),
    ),
  ]
}

function placeFaults(
  { environment, backchannelLogoutUri: uri }: ClientFields,
  placeOf: PlaceOf,
): readonly ClientFault[] {
  if (uri === undefined || environment !== 'live' || placeOf(uri) === 'elsewhere') return []
  return [{ field: 'backchannelLogoutUri', fault: 'inside', uri }]
}

function scopeFaults(scopes: readonly string[]): readonly ClientFault[] {
  const verdict = checkClientScopes(scopes)
  return verdict.allowed
    ? []
    : [{ field: 'scopes', fault: verdict.ref === 'openid_missing' ? 'openid-missing' : 'unknown' }]
}
