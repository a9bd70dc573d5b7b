/** Signs and verifies tokens with Node's own functions, at a third of WebCrypto's cost. `jose` does everything else. */
import { type KeyObject, sign as nodeSign, verify as nodeVerify } from 'node:crypto'
import { SIGNING_ALGORITHM } from '../../../policies/signing.ts'
import { isPlainObject, jsonIn } from '../../config/data/plain-data.ts'
import { derSignature, joseSignature } from './ecdsa-signature.ts'

/** Signs the given bytes with ES256 and returns the 64 raw bytes (r and s). The function may call an HSM or KMS. */
export type SignFunction = (data: Buffer) => Buffer | Promise<Buffer>

export interface SigningKey {
  readonly kid: string
  readonly sign: SignFunction
}

export const nodeSigner =
  (key: KeyObject): SignFunction =>
  (data) =>
    joseSignature(nodeSign('sha256', data, key))

const headers = new Map<string, string>()

/** The encoded token header, which is the same for all tokens with the same key and type. */
function encodedHeader(typ: string, kid: string): string {
  const name = `${typ} ${kid}`
  let header = headers.get(name)
  if (header === undefined) {
    if (headers.size > 64) headers.clear()
    header = Buffer.from(JSON.stringify({ alg: SIGNING_ALGORITHM, typ, kid })).toString('base64url')
    headers.set(name, header)
  }
  return header
}

/** A compact JWS containing the claims (RFC 7515 s7.1). */
export async function signJwt(key: SigningKey, typ: string, claims: object): Promise<string> {
  const input = `${encodedHeader(typ, key.kid)}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
  const signature = key.sign(Buffer.from(input))
  return `${input}.${(signature instanceof Promise ? await signature : signature).toString('base64url')}`
}

export interface DecodedJwt {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  readonly kid: string
  readonly signed: Buffer
  readonly signature: Buffer
}

/** A signature's last character has four unused bits. They must be zero, so a token has only one valid encoding. */
const JWT = /^([A-Za-z0-9_-]{2,1024})\.([A-Za-z0-9_-]{2,65536})\.([A-Za-z0-9_-]{85}[AQgw])$/

/** Decodes a compact JWS without verifying it. */
export function decodeJwt(token: string): DecodedJwt | undefined {
  const match = JWT.exec(token)
  if (match === null) return undefined
  const [header, claims] = [match[1], match[2]].map((part = '') => jsonIn(Buffer.from(part, 'base64url').toString()))
  if (!isPlainObject(header) || !isPlainObject(claims)) return undefined
  if (header.alg !== SIGNING_ALGORITHM || typeof header.kid !== 'string' || 'crit' in header) return undefined
  return {
    header,
    claims,
    kid: header.kid,
    signed: Buffer.from(token.slice(0, token.lastIndexOf('.'))),
    signature: Buffer.from(match[3] as string, 'base64url'),
  }
}

export function verifySignature(jwt: DecodedJwt, publicKey: KeyObject): boolean {
  return nodeVerify('sha256', jwt.signed, publicKey, derSignature(jwt.signature))
}
