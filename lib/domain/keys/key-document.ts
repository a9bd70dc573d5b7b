import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { calculateJwkThumbprint } from 'jose'
import type { KeyTimes, WithdrawnTimes } from '../../../policies/key-rotation.ts'
import { SIGNING_ALGORITHM } from '../../../policies/signing.ts'
import { FORMATS, NewerRecordError, readRecord } from '../stored-record.ts'
import { DecryptionError, type Seal } from './seal.ts'

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
  readonly x: string
  readonly y: string
  /** The private half, PKCS #8 in base64. */
  readonly pkcs8: string
}

/** A key that signs no more and is not published: ID tokens of sessions that outlive it still count as hints. */
export interface WithdrawnKey extends WithdrawnTimes {
  readonly x: string
  readonly y: string
}

/** The one document that holds all signing keys of the service. The store has it sealed as a whole, and is believed nothing else. */
export interface KeyDocument {
  readonly keys: readonly StoredKey[]
  readonly withdrawn: readonly WithdrawnKey[]
  /** An administrator has asked for the next key. */
  readonly commanded: boolean
  /** Kids that were withdrawn as compromised: a node that still knows one does not bring it back. */
  readonly compromised: readonly string[]
  /** Grows with every change: an older copy that somebody puts back is recognised. */
  readonly revision: number
}

/** Version 0.1.0 wrote it, and it is to be written anew. */
export const isFormerDocument = (text: string): boolean => !/^\{"v(?:ersion)?":/.test(text)

/** The format that a document was written in. A release that does not know it starts no more. */
export const formatOf = (text: string): number =>
  isFormerDocument(text) ? 1 : ((JSON.parse(text) as { readonly version?: number }).version ?? FORMATS.former)

/** @param format of the store: a release that reads no such format refuses the document */
export async function writeKeyDocument(document: KeyDocument, sealer: Seal, format: number): Promise<string> {
  return JSON.stringify({ version: format, sealed: await sealer.seal(JSON.stringify(document), 'signing-keys') })
}

/** @throws DecryptionError when it was sealed under another root secret, or changed since; NewerRecordError */
export async function readKeyDocument(text: string, sealer: Seal): Promise<KeyDocument> {
  const stored = readRecord<Partial<FormerDocument> & { readonly sealed?: string }>(text)
  if (isFormerDocument(text)) return readFormerDocument(stored as FormerDocument, sealer)
  if (formatOf(text) > FORMATS.newest)
    throw new NewerRecordError(
      `the store is written in format ${formatOf(text)}, of a later release; this one reads ${FORMATS.former} and ${FORMATS.newest}`,
    )
  if (stored.sealed === undefined) throw new DecryptionError('the signing keys in the store are not what was written')
  const document = JSON.parse((await sealer.open(stored.sealed, 'signing-keys')).toString()) as KeyDocument
  // Of releases that did not remember compromised keys.
  return { ...document, compromised: document.compromised ?? [] }
}

/** As version 0.1.0 wrote it: each private half sealed alone. The public halves beside them are not believed. */
interface FormerDocument {
  readonly keys: readonly (KeyTimes & { readonly sealed: string })[]
  readonly commanded: boolean
}

async function readFormerDocument({ keys, commanded }: FormerDocument, sealer: Seal): Promise<KeyDocument> {
  const opened = await Promise.all(
    keys.map(async ({ sealed, ...times }) => {
      const pkcs8 = (await sealer.open(sealed, 'signing-keys', times.kid)).toString('base64')
      const { kid, publishedAt, activatedAt, retiredAt } = times
      return {
        kid,
        publishedAt,
        ...(activatedAt === undefined ? {} : { activatedAt }),
        ...(retiredAt === undefined ? {} : { retiredAt }),
        ...coordinates(privateKeyOf({ pkcs8 })),
        pkcs8,
      }
    }),
  )
  return { keys: opened, withdrawn: [], commanded, compromised: [], revision: 0 }
}

/** A new key. Its `kid` is the thumbprint of its public half (RFC 7638). */
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

export const publicJwk = ({
  kid,
  x,
  y,
}: {
  readonly kid: string
  readonly x: string
  readonly y: string
}): PublicJwk => ({
  kty: 'EC',
  use: 'sig',
  alg: SIGNING_ALGORITHM,
  kid,
  crv: 'P-256',
  x,
  y,
})

export const publicKeyOf = (key: { readonly kid: string; readonly x: string; readonly y: string }): KeyObject =>
  createPublicKey({ key: { ...publicJwk(key) }, format: 'jwk' })

function coordinates(key: KeyObject): { readonly x: string; readonly y: string } {
  const { x, y } = key.export({ format: 'jwk' })
  return { x: x as string, y: y as string }
}
