/** An app that uses Portico: it makes authorization requests, redeems codes, refreshes and introspects tokens. */
import { createHash, randomBytes } from 'node:crypto'
import type { ClientInput } from '../../lib/config/configuration.ts'
import { type Answer, encodeFields, type Fields, type Message } from './http.ts'
import type { Node } from './idp.ts'

export type Overrides = Readonly<Record<string, string | undefined>>
/** The client's authentication method. */
export type Method = 'basic' | 'post' | 'none'

export interface AuthorizationRequest {
  /** Path below the issuer. */
  readonly address: string
  readonly parameters: Overrides
  readonly verifier: string
  readonly nonce: string
  readonly state: string
  readonly redirectUri: string
}

/** The callback's parameters, with the values of their request. */
export interface Grant extends Omit<AuthorizationRequest, 'address' | 'parameters'> {
  readonly code: string
  readonly callback: URLSearchParams
}

export interface TokenSet {
  readonly access_token: string
  readonly id_token: string
  readonly refresh_token: string
  readonly scope: string
  readonly expires_in: number
}

export interface CallOptions {
  readonly method?: Method
  readonly path?: string
  readonly message?: Message
  /** A node other than the client's own. */
  readonly node?: Node
}

export interface RelyingParty {
  readonly client: ClientInput
  readonly id: string
  readonly redirectUri: string
  request(overrides?: Overrides): AuthorizationRequest
  /** Sends a form to an endpoint, with the client's credentials. */
  post(path: string, fields: Overrides, options?: CallOptions): Promise<Answer>
  exchange(grant: Grant, overrides?: Overrides, options?: CallOptions): Promise<Answer>
  refresh(refreshToken: string, overrides?: Overrides, options?: CallOptions): Promise<Answer>
  introspect(token: string, overrides?: Overrides, options?: CallOptions): Promise<Answer>
  revoke(token: string, overrides?: Overrides, options?: CallOptions): Promise<Answer>
  userinfo(accessToken: string, node?: Node): Promise<Answer>
}

export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')
export const random = (bytes = 32): string => randomBytes(bytes).toString('base64url')

/** Id and secret are form-encoded before they are joined (RFC 6749 s2.3.1). */
export function basic(id: string, secret: string): string {
  const encode = (text: string): string => encodeFields([['', text]]).slice(1)
  return `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64')}`
}

export function relyingParty(own: Node, client: ClientInput): RelyingParty {
  const id = client.client_id
  const secret = client.client_secret
  const redirectUri = client.redirect_uris[0] as string
  const usual: Method = client.client_type === 'public' ? 'none' : 'basic'

  const post: RelyingParty['post'] = (path, fields, { method = usual, node = own, message = {} } = {}) => {
    const credentials: Overrides =
      method === 'basic' ? {} : { client_id: id, ...(method === 'post' ? { client_secret: secret } : {}) }
    const headers = method === 'basic' ? { authorization: basic(id, secret ?? '') } : {}
    return node.send(path, {
      body: { ...credentials, ...fields } as Fields,
      ...message,
      headers: { ...headers, ...message.headers },
    })
  }
  return {
    client,
    id,
    redirectUri,
    post,
    request(overrides = {}) {
      const verifier = random()
      const state = random(16)
      const nonce = random(16)
      const parameters = {
        client_id: id,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid',
        state,
        nonce,
        code_challenge: challengeOf(verifier),
        code_challenge_method: 'S256',
        ...overrides,
      }
      return {
        address: `/authorize?${encodeFields(parameters)}`,
        parameters,
        verifier,
        nonce: parameters.nonce ?? '',
        state: parameters.state ?? '',
        redirectUri: parameters.redirect_uri ?? '',
      }
    },
    exchange: ({ code, redirectUri: uri, verifier }, overrides = {}, options = {}) =>
      post(
        options.path ?? '/token',
        { grant_type: 'authorization_code', code, redirect_uri: uri, code_verifier: verifier, ...overrides },
        options,
      ),
    refresh: (refreshToken, overrides = {}, options = {}) =>
      post(
        options.path ?? '/token',
        { grant_type: 'refresh_token', refresh_token: refreshToken, ...overrides },
        options,
      ),
    introspect: (token, overrides = {}, options = {}) =>
      post(options.path ?? '/introspect', { token, ...overrides }, options),
    revoke: (token, overrides = {}, options = {}) =>
      post(options.path ?? '/revocation', { token, ...overrides }, options),
    userinfo: (accessToken, node = own) =>
      node.send('/userinfo', { headers: { authorization: `Bearer ${accessToken}` } }),
  }
}

/** The claims of a token, unverified. */
export function claimsOf(jwt: string): Record<string, any> {
  return JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8')) as Record<string, any>
}

export function headerOf(jwt: string): Record<string, any> {
  return JSON.parse(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString('utf8')) as Record<string, any>
}
