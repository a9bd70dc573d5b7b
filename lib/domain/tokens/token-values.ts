import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { digestOf } from '../keys/digest.ts'
import { randomBlock } from '../keys/random-block.ts'

/**
 * The format of authorization codes and refresh tokens, a single base64url string: 28 random bytes, the expiry time in
 * seconds (4 bytes), a 16-byte tag and the 16-byte family ID. The tag, an HMAC over the kind and the other parts,
 * exposes forged values without reading the store, so only an old token with a valid tag is a replay. If the store does
 * not contain the family, the expiry time shows whether the family has expired or was revoked.
 */
export type TokenKind = 'code' | 'refresh'

const RANDOM_BYTES = 28
const END_BYTES = 4
const BODY_BYTES = RANDOM_BYTES + END_BYTES
const TAG_BYTES = 16
const ID_BYTES = 16
/** 64 bytes. The last character has four unused bits. They must be zero, so a value has only one valid encoding. */
const VALUE = /^[A-Za-z0-9_-]{85}[AQgw]$/
/** Length of a family ID in base64url, in characters. */
export const FAMILY_ID_LENGTH = 22

export type TokenValues = ReturnType<typeof tokenValues>

export interface OpenedValue {
  readonly familyId: string
  readonly hash: string
  /** Seconds since the epoch. */
  readonly endsAt: number
}

/** @param tagKeys keys derived from the root secrets, newest first; all of them are accepted */
export function tokenValues(tagKeys: readonly [Buffer, ...Buffer[]]) {
  // Use key objects, because using a key as raw bytes takes four times as long.
  const keys = tagKeys.map((key) => createSecretKey(key)) as [KeyObject, ...KeyObject[]]
  const tag = (key: KeyObject, kind: TokenKind, body: Buffer, id: Buffer): Buffer =>
    createHmac('sha256', key).update(kind).update(body).update(id).digest().subarray(0, TAG_BYTES)
  return {
    /** Whether a value has the format of a token, even if it was tagged with a different secret. */
    hasForm: (value: string): boolean => VALUE.test(value),
    newFamilyId: (): string => randomBlock(ID_BYTES).toString('base64url'),
    /** @param endsAt when the value expires if unused, in seconds since the epoch */
    issue(kind: TokenKind, familyId: string, endsAt: number): { readonly value: string; readonly hash: string } {
      const id = Buffer.from(familyId, 'base64url')
      const body = Buffer.alloc(BODY_BYTES)
      randomBlock(RANDOM_BYTES).copy(body)
      body.writeUInt32BE(endsAt, RANDOM_BYTES)
      const value = Buffer.concat([body, tag(keys[0], kind, body, id), id]).toString('base64url')
      return { value, hash: hashOf(value) }
    },
    /** Returns the contents of a value with a valid tag; undefined for anything not issued as this kind. */
    open(kind: TokenKind, value: string): OpenedValue | undefined {
      if (!VALUE.test(value)) return undefined
      const bytes = Buffer.from(value, 'base64url')
      const body = bytes.subarray(0, BODY_BYTES)
      const sent = bytes.subarray(BODY_BYTES, BODY_BYTES + TAG_BYTES)
      const id = bytes.subarray(BODY_BYTES + TAG_BYTES)
      if (!keys.some((key) => timingSafeEqual(tag(key, kind, body, id), sent))) return undefined
      return { familyId: id.toString('base64url'), hash: hashOf(value), endsAt: body.readUInt32BE(RANDOM_BYTES) }
    },
  }
}

/** 128 bits of SHA-256. They are enough to prevent a second preimage and take up half as much space in the store. */
const hashOf = (value: string): string => digestOf(value, 16)
