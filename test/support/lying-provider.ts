/** An OpenID provider that lies as a test tells it to. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose'

export interface Lies {
  /** Claims of the ID token beside, or instead of, the true ones; undefined leaves one out. */
  readonly claims?: Readonly<Record<string, unknown>>
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly userinfo?: Readonly<Record<string, unknown>>
  readonly signedBy?: 'other-key' | 'other-key-same-kid' | 'nobody' | 'client-secret' | 'public-key'
  /** What time it is there, for whoever reads the header. */
  readonly date?: Date
  /** Answers the keys in this way. */
  readonly jwks?: (res: ServerResponse) => void
  /** Answers the token endpoint in this way. */
  readonly token?: (res: ServerResponse) => void
}

export interface LyingProvider {
  readonly issuer: string
  /** Requests by path. */
  readonly seen: Map<string, number>
  lie(lies: Lies): void
  /** The nonce that it was asked with. */
  nonce: string
  /** A token that it signs with its own key. */
  sign(
    claims: Readonly<Record<string, unknown>>,
    header?: { readonly typ?: string; readonly kid?: string },
  ): Promise<string>
  stop(): Promise<void>
}

export const CLIENT = { clientId: 'portico', clientSecret: 'the-secret-that-the-provider-gave-out' }

export async function lyingProvider(): Promise<LyingProvider> {
  const [own, other] = await Promise.all([
    generateKeyPair('ES256', { extractable: true }),
    generateKeyPair('ES256', { extractable: true }),
  ])
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }
  let lies: Lies = {}
  const seen = new Map<string, number>()
  const sign: LyingProvider['sign'] = (claims, { typ, kid = 'k1' } = {}) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'ES256', kid, ...(typ === undefined ? {} : { typ }) })
      .sign(own.privateKey)
  const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const idToken = async (): Promise<string> => {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: provider.issuer,
      aud: CLIENT.clientId,
      sub: 'u-1',
      iat: now,
      exp: now + 300,
      nonce: provider.nonce,
      ...lies.claims,
    }
    const signed = (key: Parameters<SignJWT['sign']>[0], header: { alg: string; kid: string }): Promise<string> =>
      new SignJWT(claims).setProtectedHeader(header).sign(key)
    switch (lies.signedBy) {
      case 'other-key':
        return signed(other.privateKey, { alg: 'ES256', kid: 'k2' })
      case 'other-key-same-kid':
        return signed(other.privateKey, { alg: 'ES256', kid: 'k1' })
      case 'client-secret':
        return signed(Buffer.from(CLIENT.clientSecret), { alg: 'HS256', kid: 'k1' })
      case 'public-key':
        return signed(Buffer.from(await exportSPKI(own.publicKey)), { alg: 'HS256', kid: 'k1' })
      case 'nobody':
        return `${base64({ alg: 'none' })}.${base64(claims)}.`
      default:
        return sign(claims)
    }
  }
  const server = createServer(async (req, res) => {
    const path = (req.url ?? '').split('?')[0] ?? ''
    seen.set(path, (seen.get(path) ?? 0) + 1)
    const json = (body: unknown): void => {
      res.setHeader('Content-Type', 'application/json')
      res.end(JSON.stringify(body))
    }
    if (lies.date !== undefined) res.setHeader('Date', lies.date.toUTCString())
    if (path === '/.well-known/openid-configuration')
      return json({
        issuer: provider.issuer,
        authorization_endpoint: `${provider.issuer}/authorize`,
        token_endpoint: `${provider.issuer}/token`,
        userinfo_endpoint: `${provider.issuer}/userinfo`,
        jwks_uri: `${provider.issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['ES256'],
        authorization_response_iss_parameter_supported: true,
        ...lies.metadata,
      })
    if (path === '/jwks' && lies.jwks !== undefined) return lies.jwks(res)
    if (path === '/jwks') return json({ keys: [jwk] })
    if (path === '/userinfo') return json({ sub: 'u-1', name: 'Ursula', ...lies.userinfo })
    if (path === '/token' && lies.token !== undefined) return lies.token(res)
    if (path === '/token')
      return json({ access_token: 'at', token_type: 'Bearer', expires_in: 60, id_token: await idToken() })
    res.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const provider: LyingProvider = {
    issuer: `http://localhost:${(server.address() as AddressInfo).port}`,
    seen,
    nonce: '',
    sign,
    lie(next) {
      lies = next
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return provider
}
