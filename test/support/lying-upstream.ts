/** An OpenID provider that lies as a test specifies; by default its statements are true. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { type UpstreamSettings, upstreamProvider } from '../../adapters/upstream/index.ts'
import { egressGuard } from '../../lib/domain/sessions/egress-guard.ts'
import type { UpstreamProvider, UpstreamRequest } from '../../lib/ports/upstream-provider.ts'
import { identityIn, type UpstreamIdentity } from '../../lib/protocol/upstream/identity.ts'
import { LOGOUT_EVENT } from '../../policies/signing.ts'
import { stoppedAtEnd } from './at-end.ts'
import { type Clock, movableClock } from './clock.ts'
import { closed, listening } from './listening.ts'

export const SECRET = 'the-client-secret-of-the-connector-under-test'
export const REQUEST: UpstreamRequest = {
  state: 'state-of-this-browser',
  nonce: 'nonce-of-this-browser',
  verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  redirectUri: 'https://a.example/upstream/b/callback',
}

type Answering = (res: ServerResponse, body: string, req: IncomingMessage) => void | Promise<void>
type Claims = Readonly<Record<string, unknown>>
type Header = { readonly alg: string; readonly kid?: string; readonly typ?: string }

export const json =
  (value: unknown, status = 200): Answering =>
  (res) =>
    void res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))

/** One return to the callback; by default of a user who was redirected with `REQUEST`. */
interface Visit {
  readonly connector?: UpstreamProvider
  readonly answer?: URLSearchParams
  readonly request?: Partial<UpstreamRequest>
  readonly require?: Readonly<Record<string, string>>
}

export interface LyingUpstream {
  readonly issuer: string
  readonly clock: Clock
  /** Requested paths with their method. */
  readonly calls: readonly string[]
  /** The public half of the key `k1`. */
  readonly publicKey: JWK
  /** Sets the response at a path; without a function, the true one. */
  at(path: string, answering?: Answering): void
  /** Signs a token with the key `k1`, or with another key id in the header. */
  sign(claims: Claims, header?: Partial<Header>, key?: CryptoKey | Uint8Array): Promise<string>
  idTokenClaims(lies?: Claims): Claims
  logoutClaims(lies?: Claims): Claims
  /** Sets the next ID token. */
  gives(idToken: string | undefined): void
  connector(settings?: Partial<UpstreamSettings>): UpstreamProvider
  /** The callback: validates the provider's response. */
  comeIn(visit?: Visit): Promise<UpstreamIdentity>
  answer(parameters?: Readonly<Record<string, string>>): URLSearchParams
  metadata(lies?: Claims): Claims
  /** Resets to the initial state of each test. */
  reset(): void
  close(): Promise<void>
}

export async function startLyingUpstream(): Promise<LyingUpstream> {
  const clock = movableClock()
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }
  const calls: string[] = []
  const lies = new Map<string, Answering>()
  let idToken: { readonly token: string | undefined } | undefined

  const server = createServer(async (req, res) => {
    const path = (req.url ?? '').split('?')[0] ?? ''
    calls.push(`${req.method} ${path}`)
    let body = ''
    for await (const chunk of req) body += chunk
    await (lies.get(path) ?? truths[path] ?? json({}, 404))(res, body, req)
  })
  const issuer = `http://localhost:${await listening(server, 0, 'localhost')}`
  const seconds = (): number => Math.floor(clock.now() / 1000)

  const metadata = (more: Claims = {}): Claims => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    end_session_endpoint: `${issuer}/logout`,
    id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
    authorization_response_iss_parameter_supported: true,
    ...more,
  })
  const idTokenClaims = (more: Claims = {}): Claims => ({
    iss: issuer,
    aud: 'a',
    sub: 'u1',
    iat: seconds(),
    exp: seconds() + 300,
    nonce: REQUEST.nonce,
    ...more,
  })
  const sign: LyingUpstream['sign'] = (claims, header = {}, key = privateKey) =>
    new SignJWT(claims as JWTPayload).setProtectedHeader({ alg: 'ES256', kid: 'k1', ...header }).sign(key)
  const truths: Record<string, Answering> = {
    '/.well-known/openid-configuration': (res, body, req) => json(metadata())(res, body, req),
    '/jwks': json({ keys: [jwk] }),
    '/userinfo': json({ sub: 'u1', name: 'Of userinfo', email: 'u1@b.example' }),
    '/token': async (res, body, req) => {
      const id_token = idToken === undefined ? await sign(idTokenClaims()) : idToken.token
      await json({ access_token: 'at', token_type: 'Bearer', id_token })(res, body, req)
    },
  }
  const upstream: LyingUpstream = {
    issuer,
    clock,
    calls,
    publicKey: jwk,
    at(path, answering) {
      if (answering === undefined) lies.delete(path)
      else lies.set(path, answering)
    },
    sign,
    idTokenClaims,
    logoutClaims: (more = {}) => ({
      iss: issuer,
      aud: 'a',
      sub: 'u1',
      sid: 's1',
      iat: seconds(),
      exp: seconds() + 120,
      jti: 'j1',
      events: { [LOGOUT_EVENT]: {} },
      ...more,
    }),
    gives(token) {
      idToken = { token }
    },
    connector: (settings = {}) =>
      upstreamProvider({
        issuer,
        clientId: 'a',
        clientSecret: SECRET,
        scopes: ['profile', 'email'],
        guard: guardOf([]),
        now: clock.now,
        ...settings,
      }),
    async comeIn({ connector = upstream.connector(), answer = upstream.answer(), request, require = {} } = {}) {
      const asked = { ...REQUEST, ...request }
      const said = await connector.redeem(answer, asked)
      return identityIn(said, { issuer, clientId: 'a', require }, { startedAt: seconds(), ...asked }, seconds())
    },
    answer: (parameters = {}) => new URLSearchParams({ state: REQUEST.state, iss: issuer, code: 'c1', ...parameters }),
    metadata,
    reset() {
      lies.clear()
      calls.length = 0
      idToken = undefined
    },
    close: () => closed(server),
  }
  return stoppedAtEnd(upstream)
}

/** Portico's guard. Every other name has a private IP address. */
export function guardOf(allowed: readonly string[]): UpstreamSettings['guard'] {
  const others = egressGuard(allowed, async () => [{ address: '10.0.0.1', family: 4 }])
  return {
    ownHost: egressGuard(['0.0.0.0/0', '::/0']).lookup('live'),
    otherHosts: others.lookup('live'),
    allows: (address) => others.allows(address, 'live'),
  }
}

/** The cause of a refusal; `none` for success. Another error is a bug of the connector. */
export const refOf = async (outcome: Promise<unknown>): Promise<string> =>
  outcome.then(
    () => 'none',
    (error: Error & { readonly ref?: string }) => {
      if (error.ref === undefined) throw error
      return error.ref
    },
  )
