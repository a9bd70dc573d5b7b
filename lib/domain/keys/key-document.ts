import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import type { KeyTimes } from '../../../policies/key-rotation.ts'
import { SIGNING_ALGORITHM } from '../../../policies/signing.ts'

/** A public key as the JWKS has it (RFC 7517). */
export interface PublicJwk {
  readonly kty: 'EC'
  readonly use: 'sig'
  readonly alg: 'ES256'
  readonly kid: string
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
}

export interface StoredKey extends KeyTimes {
  readonly jwk: PublicJwk
  /** The private key, encrypted under the root secret; never stored in clear. */
  readonly sealed: string
}

/** The one document that holds all signing keys of the service. */
export interface KeyDocument {
  readonly keys: readonly StoredKey[]
  /** An administrator has asked for the next key. */
  readonly commanded: boolean
}

/** A stored value was sealed under a root secret that is not among the configured ones. */
export class DecryptionError extends Error {
  override readonly name = 'DecryptionError'
}

/** Encrypts and decrypts text under the root secret. @param keys 32 bytes each, newest first; all of them decrypt */
export interface Seal {
  seal(plain: Buffer, context: string): string
  open(sealed: string, context: string): Buffer
}

export function seal(keys: readonly [Buffer, ...Buffer[]]): Seal {
  return {
    seal(plain, context) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keys[0], iv).setAAD(Buffer.from(context))
      return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64url')
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64url')
      for (const key of keys) {
        try {
          const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
            .setAAD(Buffer.from(context))
            .setAuthTag(bytes.subarray(-16))
          return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
        } catch {
          /* sealed under another root secret: the next is tried */
        }
      }
      throw new DecryptionError('a sealed value in the store cannot be opened with any of the root secrets')
    },
  }
}

export function generateKey(sealer: Seal, now: number, activate: boolean): StoredKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const kid = randomBytes(12).toString('base64url')
  return {
    kid,
    publishedAt: now,
    ...(activate ? { activatedAt: now } : {}),
    jwk: { kty: 'EC', use: 'sig', alg: SIGNING_ALGORITHM, kid, crv: 'P-256', x: x as string, y: y as string },
    sealed: sealer.seal(privateKey.export({ format: 'der', type: 'pkcs8' }), kid),
  }
}

export function openKey(sealer: Seal, key: StoredKey): KeyObject {
  return createPrivateKey({ key: sealer.open(key.sealed, key.kid), format: 'der', type: 'pkcs8' })
}
