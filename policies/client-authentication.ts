/**
 * How a client authenticates: client_secret_basic or client_secret_post for confidential clients, none for public ones,
 * and only one mechanism at a time. An assertion (RFC 7523) counts as a mechanism, but is not supported. Also decides
 * which clients may introspect.
 *
 * Spec      POST /token, /revocation, /introspect; D-G5, D-T9
 * RFC       6749 s2.3, s2.3.1, s5.2; 7521 s4.2
 * Deny      invalid_client 401; invalid_request several_client_authentications, client_id_mismatch
 * Enforced  lib/web/http/client-authentication.ts, lib/protocol/endpoints/introspection.ts
 * Tests     test/policies/client-authentication.test.ts, test/protocol/endpoints/client-authentication.test.ts
 */

import { ALLOW, type Deny, deny, type Verdict } from './verdict.ts'

export const TOKEN_ENDPOINT_AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'none'] as const

export interface SentCredentials {
  /** The Authorization header, as sent. */
  readonly authorization: string | undefined
  readonly clientId: string | undefined
  readonly clientSecret: string | undefined
  readonly clientAssertion: string | undefined
  readonly clientAssertionType: string | undefined
}

export type Credentials =
  | {
      readonly allowed: true
      readonly method: 'client_secret_basic' | 'client_secret_post'
      readonly clientId: string
      readonly secret: string
    }
  | { readonly allowed: true; readonly method: 'none'; readonly clientId: string }
  | Deny

/** A parameter without a value counts as omitted (RFC 6749 s3.2). */
const valued = (parameter: string | undefined): string | undefined => (parameter === '' ? undefined : parameter)

/** Reads the credentials without verifying them. */
export function decideCredentials(sent: SentCredentials): Credentials {
  const clientId = valued(sent.clientId)
  const clientSecret = valued(sent.clientSecret)
  const assertion = valued(sent.clientAssertion) ?? valued(sent.clientAssertionType)
  if (sent.authorization !== undefined) {
    if (!/^basic(?: |$)/i.test(sent.authorization))
      return deny('invalid_client', 'client_authentication_malformed', 'the scheme is not Basic')
    if (clientSecret !== undefined || assertion !== undefined)
      return deny('invalid_request', 'several_client_authentications')
    const basic = decodeBasic(sent.authorization)
    if (basic === undefined) return deny('invalid_client', 'client_authentication_malformed')
    if (clientId !== undefined && clientId !== basic.clientId) return deny('invalid_request', 'client_id_mismatch')
    return { allowed: true, method: 'client_secret_basic', ...basic }
  }
  if (clientSecret !== undefined && assertion !== undefined)
    return deny('invalid_request', 'several_client_authentications')
  if (assertion !== undefined)
    return deny('invalid_client', 'client_authentication_method', 'assertions are not supported')
  if (clientId === undefined) return deny('invalid_client', 'client_authentication_missing')
  if (clientSecret !== undefined) return { allowed: true, method: 'client_secret_post', clientId, secret: clientSecret }
  return { allowed: true, method: 'none', clientId }
}

/** The ID and the secret are form-encoded before they are joined by a colon (RFC 6749 s2.3.1). */
function decodeBasic(authorization: string): { clientId: string; secret: string } | undefined {
  const encoded = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(authorization)?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1) return undefined
  try {
    const decode = (part: string): string => decodeURIComponent(part.replaceAll('+', ' '))
    return { clientId: decode(text.slice(0, colon)), secret: decode(text.slice(colon + 1)) }
  } catch {
    return undefined
  }
}

export interface AuthenticatingClient {
  readonly type: 'public' | 'confidential'
  readonly active: boolean
}

/**
 * The reason `client_disabled` is returned only to a caller that has authenticated as the client.
 * @param secretMatches the result of the constant-time comparison; false for `none`
 */
export function checkClientAuthentication(
  method: (typeof TOKEN_ENDPOINT_AUTH_METHODS)[number],
  client: AuthenticatingClient | undefined,
  secretMatches: boolean,
): Verdict {
  if (client === undefined) return deny('invalid_client', 'invalid_client', 'the client is not registered')
  if (client.type === 'public' && method !== 'none')
    return deny('invalid_client', 'client_authentication_method', 'a public client sent a secret')
  if (client.type === 'confidential' && method === 'none')
    return deny('invalid_client', 'client_authentication_method', 'a confidential client sent no secret')
  if (client.type === 'confidential' && !secretMatches) return deny('invalid_client', 'invalid_client_secret')
  return client.active ? ALLOW : deny('invalid_client', 'client_disabled')
}

/** Any active confidential client may introspect (D-T9); a public client may not. */
export function checkMayIntrospect(client: Pick<AuthenticatingClient, 'type'>): Verdict {
  return client.type === 'confidential' ? ALLOW : deny('invalid_client', 'public_client_introspection')
}
