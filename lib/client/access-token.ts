/** Access tokens at an API: by signature (RFC 9068), by introspection (RFC 7662), or by both. */
import { requirementsIssue } from '../../policies/host-guard.ts'
import { optionsIssue } from '../../policies/option-names.ts'
import { isTyped } from '../../policies/upstream-id-token.ts'
import { assertNone, ClientError } from './client-error.ts'
import { jsonRefusal, type Middleware, middlewareOf, type Visit } from './hosts.ts'
import { type Introspection, introspect, rolesOf } from './introspection.ts'
import { type JsonObject, type Provider, providerAt } from './provider.ts'

declare module 'node:http' {
  interface IncomingMessage {
    /** Claims of the access token, after `requireAccessToken`. */
    accessToken?: AccessTokenClaims
  }
}

export interface AccessTokenOptions {
  /** URL of the provider, as in its discovery document. @default required @example 'https://login.example.com' */
  readonly issuer: string
  /** Value that `aud` must contain. @default `resource_audience` of the provider (Portico) @example 'orders-api' */
  readonly audience?: string
  /** Scopes that the token must have, all of them. @default none @example ['profile'] */
  readonly scopes?: readonly string[]
  /** Roles, one of which the user needs: in the token, or at userinfo. @default every user @example ['finance'] */
  readonly roles?: readonly string[]
  /** Refuses revoked tokens too. @default the signature alone @example { clientId: 'orders-api', clientSecret } */
  readonly introspection?: Introspection
  /** The current time, in milliseconds since the epoch. @default Date.now @example () => Date.now() */
  readonly clock?: () => number
}

export interface AccessTokenClaims extends JsonObject {
  readonly iss: string
  readonly sub?: string
  readonly client_id?: string
  readonly scope?: string
  readonly exp: number
}

const invalid = (message: string): ClientError => new ClientError(401, 'invalid_token', message)

/** @returns the provider @throws TypeError for options that cannot work, or that do not exist */
function providerOf(options: AccessTokenOptions): Provider {
  assertNone(requirementsIssue(options, ['issuer', 'audience', 'scopes', 'roles', 'introspection', 'clock']))
  const { issuer, scopes = [], introspection = {} } = options
  assertNone(optionsIssue(introspection, ['clientId', 'clientSecret', 'cacheSeconds']))
  if (!Array.isArray(scopes)) throw new TypeError('scopes must be a list of scopes')
  return providerAt(issuer)
}

/**
 * Verifies an access token.
 * @throws ClientError with `status` 401 (invalid), 403 (scope or role is missing), or 503 (no response)
 * @example const { sub } = await verifyAccessToken(token, { issuer: 'https://login.example.com' })
 */
export async function verifyAccessToken(token: string, options: AccessTokenOptions): Promise<AccessTokenClaims> {
  const provider = providerOf(options)
  const { issuer, scopes = [], roles, introspection, clock = Date.now } = options
  const metadata = await provider.metadata()
  const { audience = metadata.resource_audience } = options
  if (typeof audience !== 'string')
    throw new TypeError('set audience to one text: the discovery document of this issuer names none')
  const isSigned = String(token).split('.').length === 3
  const claims = isSigned ? await signed(token) : await introspected()
  checkClaims(claims, issuer, audience, Math.floor(clock() / 1000))
  if (isSigned && introspection !== undefined) await introspected()
  const granted = String(claims.scope).split(' ')
  if (!scopes.every((scope) => granted.includes(scope)))
    throw new ClientError(403, 'insufficient_scope', `The token needs the scope ${scopes.join(' ')}.`)
  const held = roles && (claims.roles ?? (await rolesOf(token, metadata, introspection?.cacheSeconds)))
  if (roles !== undefined && !roles.some((role) => Array.isArray(held) && held.includes(role)))
    throw new ClientError(403, 'access_denied', `The user needs the role ${roles.join(' or ')}.`)
  return claims as AccessTokenClaims

  async function signed(jwt: string): Promise<JsonObject> {
    const { type, claims: payload } = await provider.verify(jwt)
    // RFC 9068 s4: ID tokens and logout tokens have a different type, or none.
    if (type === undefined || !isTyped(type, ['at+jwt'])) throw invalid('This is not an access token.')
    return payload
  }
  async function introspected(): Promise<JsonObject> {
    if (introspection === undefined) throw invalid('The token is not a JWT, and introspection is not configured.')
    const answer = await introspect(token, metadata, introspection)
    // An active refresh token has no token type of RFC 6749 s7.1.
    if (String(answer.token_type).toLowerCase() !== 'bearer') throw invalid('This is not an access token.')
    return { iss: issuer, ...answer }
  }
}

function checkClaims({ iss, aud, exp, nbf }: JsonObject, issuer: string, audience: string, now: number): void {
  if (iss !== issuer) throw invalid('Another issuer signed the token.')
  if (!(Array.isArray(aud) ? aud : [aud]).includes(audience)) throw invalid('The token is for another audience.')
  if (typeof exp !== 'number' || now >= exp) throw invalid('The token has expired.')
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf <= now + 5)) throw invalid('The token is not valid yet.')
}

/**
 * Middleware that requires an access token in the `Authorization` header. Its claims are then in `req.accessToken`, in
 * Koa in `ctx.state.accessToken`. Responds with 401, 403 or 503 otherwise (RFC 6750 s3).
 * @example app.get('/orders', requireAccessToken({ issuer, scopes: ['profile'] }), (req, res) => res.json(orders))
 */
export function requireAccessToken(options: AccessTokenOptions): Middleware {
  providerOf(options)
  const check = async ({ req, carrier }: Visit): Promise<undefined> => {
    const [, token] = /^Bearer +([\w.~+/-]+=*) *$/i.exec(req.headers.authorization ?? '') ?? []
    if (token === undefined) throw new ClientError(401, 'login_required', 'An access token is required.')
    Object.assign(carrier, { accessToken: await verifyAccessToken(token, options) })
  }
  return middlewareOf(check, (refused) => {
    const { status, error } = refused
    const scope = error === 'insufficient_scope' ? `, scope="${options.scopes?.join(' ')}"` : ''
    // RFC 6750 s3.1: a request without a token gets no error code.
    const code = error === 'login_required' ? '' : ` error="${error}"${scope}`
    return jsonRefusal(refused, status === 503 ? {} : { 'WWW-Authenticate': `Bearer${code}` })
  })
}
