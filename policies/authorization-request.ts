/**
 * Rules for an authorization request, and whether an error is sent to the client by redirect or shown only in the
 * browser that sent the request. A single error response lists every problem with the request. The response's code and
 * cause come from the first rule that the request breaks. The client and the redirect URI are checked first, followed
 * by the parameters in the order of policies/authorization-parameters.ts.
 *
 * Spec      GET /authorize; D-G4, D-G5, D-T12
 * RFC       6749 s3.1, s4.1.1, s4.1.2.1; 9207; OIDC Core s3.1.2.1, s3.1.2.6
 * Deny      every authorize code; the decision includes the transport
 * Enforced  lib/protocol/endpoints/authorize.ts
 * Tests     test/policies/authorization-request.test.ts, test/protocol/endpoints/authorize.test.ts
 */
import { type AuthorizationParameters, type ReadParameters, validateParameters } from './authorization-parameters.ts'
import { parameterDuplicated } from './parameters.ts'
import { isRegisteredUri } from './redirect-uri.ts'
import { SCOPES } from './scopes.ts'
import { type Deny, deny, denyAll } from './verdict.ts'

/** The request's parameters, each with all its values as sent. */
export type SentParameters = ReadonlyMap<string, readonly string[]>

export interface RequestingClient {
  readonly active: boolean
  readonly redirectUris: readonly string[]
  readonly scopes: readonly string[]
}

export interface AuthorizationRequest extends AuthorizationParameters {
  readonly clientId: string
  readonly redirectUri: string
}

export interface ValidationContext {
  /** Every scope in the deployment, in canonical order; by default the six standard scopes. */
  readonly knownScopes?: readonly string[]
  /** Names of parameters with broken percent-encoding (D-G6). */
  readonly misencoded?: ReadonlySet<string>
  /** True if this provider did not issue the ID token hint for this client. */
  readonly badHint?: boolean
}

export type AuthorizationDecision =
  | { readonly allowed: true; readonly request: AuthorizationRequest }
  /** Shown in the browser, never sent by redirect, because the redirect URI is not trusted (RFC 6749 s4.1.2.1). */
  | { readonly allowed: false; readonly transport: 'direct'; readonly deny: Deny }
  | {
      readonly allowed: false
      readonly transport: 'redirect'
      readonly deny: Deny
      readonly redirectUri: string
      readonly state?: string
    }

export function decideAuthorizationRequest(
  sent: SentParameters,
  registered: RequestingClient | undefined,
  { knownScopes = SCOPES, misencoded = new Set(), badHint = false }: ValidationContext = {},
): AuthorizationDecision {
  const read = readParameters(sent, misencoded)
  // Unknown and disabled clients get the same response.
  const client = registered?.active === true ? registered : undefined
  const unusable = registered === undefined ? 'the client is not registered' : 'the client is disabled'
  const untrusted = [
    ...ADDRESSED.filter(read.isRepeated).map(parameterDuplicated),
    ...clientDenials(read, client, unusable),
    ...redirectUriDenials(read, client),
  ]
  const { denials, parameters, state } = validateParameters(
    read,
    { scopes: client?.scopes ?? knownScopes, knownScopes },
    badHint,
  )
  const [clientId, redirectUri] = [read.value('client_id'), read.value('redirect_uri')]
  const [first, ...others] = [...untrusted, ...denials]
  if (first === undefined)
    return {
      allowed: true,
      request: {
        clientId: clientId as string,
        redirectUri: redirectUri as string,
        ...(parameters as AuthorizationParameters),
      },
    }
  const refused = { allowed: false, deny: denyAll([first, ...others]) } as const
  if (untrusted.length > 0) return { ...refused, transport: 'direct' }
  return {
    ...refused,
    transport: 'redirect',
    redirectUri: redirectUri as string,
    ...(state === undefined ? {} : { state }),
  }
}

/** The parameters that determine where the response goes. */
const ADDRESSED: readonly string[] = ['client_id', 'redirect_uri']

interface Read extends ReadParameters {
  readonly isRepeated: (name: string) => boolean
}

function readParameters(sent: SentParameters, misencoded: ReadonlySet<string>): Read {
  const isRepeated = (name: string): boolean => (sent.get(name)?.length ?? 0) > 1
  const isRead = (name: string): boolean => !isRepeated(name) && !misencoded.has(name)
  const value = (name: string): string | undefined => (isRead(name) ? sent.get(name)?.[0] || undefined : undefined)
  const isOther = (name: string): boolean => !ADDRESSED.includes(name)
  return {
    value,
    isMissing: (name) => isRead(name) && value(name) === undefined,
    isRepeated,
    repeated: [...sent.keys()].filter((name) => isOther(name) && isRepeated(name)),
    misencoded: [...misencoded].filter(isOther),
  }
}

function clientDenials(read: Read, client: RequestingClient | undefined, unusable: string): readonly Deny[] {
  if (read.isRepeated('client_id')) return []
  if (read.value('client_id') === undefined) return [unreadable(read, 'client_id', 'invalid_client')]
  return client === undefined ? [deny('invalid_request', 'invalid_client', unusable)] : []
}

function redirectUriDenials(read: Read, client: RequestingClient | undefined): readonly Deny[] {
  if (read.isRepeated('redirect_uri')) return []
  const redirectUri = read.value('redirect_uri')
  if (redirectUri === undefined) return [unreadable(read, 'redirect_uri', 'redirect_uri_mismatch')]
  if (client === undefined || isRegisteredUri(redirectUri, client.redirectUris)) return []
  return [deny('invalid_request', 'redirect_uri_mismatch', 'redirect_uri is not registered for the client')]
}

function unreadable(read: Read, name: string, ref: 'invalid_client' | 'redirect_uri_mismatch'): Deny {
  const missing = read.isMissing(name)
  const said = `${name} is ${missing ? 'missing' : 'not well formed'}`
  return { ...deny('invalid_request', ref, said, said), ...(missing && { missing }) }
}
