/** The provider of `lying-upstream.ts` for a complete Portico: it has the client of that file, and named lies. */
import { createPublicKey } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { generateKeyPair } from 'jose'
import { json, startLyingUpstream } from './lying-upstream.ts'

export interface Lies {
  /** Claims of the ID token that extend or replace the true ones; undefined omits one. */
  readonly claims?: Readonly<Record<string, unknown>>
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly userinfo?: Readonly<Record<string, unknown>>
  readonly signedBy?: 'other-key' | 'other-key-same-kid' | 'unsigned' | 'client-secret' | 'public-key'
  /** The provider's time in the Date header. */
  readonly date?: Date
  /** The response of the JWKS endpoint. */
  readonly jwks?: (res: ServerResponse) => void
  /** The response of the token endpoint. */
  readonly token?: (res: ServerResponse) => void
}

export interface LyingProvider {
  readonly issuer: string
  /** Number of requests for a path. */
  asked(path: string): number
  lie(lies: Lies): void
  /** The nonce of the request. */
  nonce: string
  /** Signs a token with the provider's key. */
  sign(
    claims: Readonly<Record<string, unknown>>,
    header?: { readonly typ?: string; readonly kid?: string },
  ): Promise<string>
  stop(): Promise<void>
}

export const CLIENT = { clientId: 'portico', clientSecret: 'the-secret-that-the-provider-gave-out' }

export async function lyingProvider(): Promise<LyingProvider> {
  const upstream = await startLyingUpstream()
  const other = await generateKeyPair('ES256')
  const publicKey = createPublicKey({ key: { ...upstream.publicKey }, format: 'jwk' }).export({
    type: 'spki',
    format: 'pem',
  })
  let lies: Lies = {}
  const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  type Signer = (claims: Readonly<Record<string, unknown>>) => string | Promise<string>
  const signers: Readonly<Record<'itself' | NonNullable<Lies['signedBy']>, Signer>> = {
    itself: (claims) => upstream.sign(claims),
    'other-key': (claims) => upstream.sign(claims, { kid: 'k2' }, other.privateKey),
    'other-key-same-kid': (claims) => upstream.sign(claims, {}, other.privateKey),
    'client-secret': (claims) => upstream.sign(claims, { alg: 'HS256' }, Buffer.from(CLIENT.clientSecret)),
    'public-key': (claims) => upstream.sign(claims, { alg: 'HS256' }, Buffer.from(publicKey)),
    unsigned: (claims) => `${base64({ alg: 'none' })}.${base64(claims)}.`,
  }
  const idToken = async (): Promise<string> => {
    const truth = { aud: CLIENT.clientId, sub: 'u-1', nonce: provider.nonce }
    const claims = upstream.idTokenClaims({ ...truth, ...lies.claims })
    return signers[lies.signedBy ?? 'itself'](claims)
  }
  /** The default response, unless the lies have another one. */
  const at = (path: string, own: (lies: Lies) => ((res: ServerResponse) => void) | undefined, truth: () => unknown) =>
    upstream.at(path, async (res, body, req) => {
      if (lies.date !== undefined) res.setHeader('Date', lies.date.toUTCString())
      await (own(lies) ?? json(await truth()))(res, body, req)
    })
  const never = () => undefined
  at('/.well-known/openid-configuration', never, () =>
    upstream.metadata({
      end_session_endpoint: undefined,
      id_token_signing_alg_values_supported: ['ES256'],
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      ...lies.metadata,
    }),
  )
  at(
    '/jwks',
    ({ jwks }) => jwks,
    () => ({ keys: [upstream.publicKey] }),
  )
  at('/userinfo', never, () => ({ sub: 'u-1', name: 'Ursula', ...lies.userinfo }))
  at(
    '/token',
    ({ token }) => token,
    async () => ({ access_token: 'at', token_type: 'Bearer', expires_in: 60, id_token: await idToken() }),
  )
  const provider: LyingProvider = {
    issuer: upstream.issuer,
    asked: (path) => upstream.calls.filter((call) => call.endsWith(` ${path}`)).length,
    nonce: '',
    sign: upstream.sign,
    lie(next) {
      lies = next
    },
    stop: upstream.close,
  }
  return provider
}
