import { createPublicKey } from 'node:crypto'
import type { SignFunction } from './jws.ts'
import type { PublicJwk } from './key-document.ts'
import type { KeyRing } from './key-ring.ts'

/** A key that stays outside, in an HSM or a KMS: the service has its public key and a function (D-T13). */
export interface ExternalSigner {
  readonly kid: string
  readonly publicJwk: { readonly x: string; readonly y: string }
  readonly sign: SignFunction
  /** Public keys of earlier keys whose tokens may not have expired yet. */
  readonly previous?: readonly { readonly kid: string; readonly x: string; readonly y: string }[]
}

/** A key ring with an external key, which is rotated where it is kept. */
export function externalKeyRing(signer: ExternalSigner): KeyRing {
  const jwk = (kid: string, x: string, y: string): PublicJwk => ({
    kty: 'EC',
    use: 'sig',
    alg: 'ES256',
    kid,
    crv: 'P-256',
    x,
    y,
  })
  const jwks = [
    jwk(signer.kid, signer.publicJwk.x, signer.publicJwk.y),
    ...(signer.previous ?? []).map(({ kid, x, y }) => jwk(kid, x, y)),
  ]
  const keys = new Map(jwks.map((key) => [key.kid, createPublicKey({ key: { ...key }, format: 'jwk' })]))
  return {
    current: () => ({ kid: signer.kid, sign: signer.sign }),
    jwks: () => jwks,
    publicKey: async (kid) => keys.get(kid),
    list: () => jwks.map(({ kid }, index) => ({ kid, state: index === 0 ? 'current' : 'previous', publishedAt: 0 })),
    refresh: async () => {},
    rotate: async () => {
      throw new Error('the signing key is external; rotate it where it is kept')
    },
  }
}
