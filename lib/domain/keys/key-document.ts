import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { calculateJwkThumbprint } from 'jose'
import type { KeyTimes, WithdrawnTimes } from '../../../policies/key-rotation.ts'
import { SIGNING_ALGORITHM } from '../../../policies/signing.ts'
import { readRecord, writeRecord } from '../stored-record.ts'
import { DecryptionError, type Seal } from './seal.ts'

/** A public key (P-256), given by its coordinates in base64url. */
export interface PublicKey {
  readonly kid: string
  readonly x: string
  readonly y: string
}

/** A public key as published in the JWKS (RFC 7517). */
export interface PublicJwk extends PublicKey {
  readonly kty: 'EC'
  readonly use: 'sig'
  readonly alg: 'ES256'
  readonly crv: 'P-256'
}

export interface StoredKey extends KeyTimes, PublicKey {
  /** The private key, as PKCS #8 in base64. */
  readonly pkcs8: string
}

/** A key that no longer signs and is not published. It still verifies ID token hints for sessions that outlive it. */
export interface WithdrawnKey extends WithdrawnTimes, PublicKey {}

/** The document that contains all signing keys. It is sealed as a whole, so the store cannot alter it undetected. */
export interface KeyDocument {
  readonly keys: readonly StoredKey[]
  readonly withdrawn: readonly WithdrawnKey[]
  /** Whether an administrator requested the next key. */
  readonly commanded: boolean
  /** The `kid`s of compromised keys. They are kept so that a node that still has such a key does not restore it. */
  readonly compromised: readonly string[]
  /** Increases with every change, so that an older copy written back to the store is detected. */
  readonly revision: number
}

export async function writeKeyDocument(document: KeyDocument, sealer: Seal): Promise<string> {
  return writeRecord({ sealed: await sealer.seal(JSON.stringify(document), 'signing-keys') })
}

/** @throws DecryptionError if the document was sealed under a different root secret or modified; NewerRecordError */
export async function readKeyDocument(text: string, sealer: Seal): Promise<KeyDocument> {
  const { sealed } = readRecord<{ readonly sealed?: string }>(text)
  if (sealed === undefined) throw new DecryptionError('the signing keys in the store are not what was written')
  return JSON.parse((await sealer.open(sealed, 'signing-keys')).toString()) as KeyDocument
}

/** Generates a key. Its `kid` is the thumbprint of the public key (RFC 7638). */
export async function generateKey(now: number, activate: boolean): Promise<StoredKey> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = coordinates(privateKey)
  return {
    kid: await calculateJwkThumbprint({ kty: 'EC', crv: 'P-256', x, y }),
    publishedAt: now,
    ...(activate ? { activatedAt: now } : {}),
    x,
    y,
    pkcs8: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  }
}

export const privateKeyOf = ({ pkcs8 }: Pick<StoredKey, 'pkcs8'>): KeyObject =>
  createPrivateKey({ key: Buffer.from(pkcs8, 'base64'), format: 'der', type: 'pkcs8' })

export const publicJwk = ({ kid, x, y }: PublicKey): PublicJwk => ({
  kty: 'EC',
  use: 'sig',
  alg: SIGNING_ALGORITHM,
  kid,
  crv: 'P-256',
  x,
  y,
})

export const publicKeyOf = (key: PublicKey): KeyObject => createPublicKey({ key: { ...publicJwk(key) }, format: 'jwk' })

function coordinates(key: KeyObject): { readonly x: string; readonly y: string } {
  const { x, y } = key.export({ format: 'jwk' })
  return { x: x as string, y: y as string }
}
