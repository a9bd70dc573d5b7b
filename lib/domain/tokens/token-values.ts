import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { digestOf } from '../keys/digest.ts'
import { randomBlock } from '../keys/random-block.ts'

/**
 * Authorization codes and refresh tokens on the wire, as one base64url text: 28 random bytes, the second in which the
 * value expires (4 bytes), a 16-byte tag, the 16-byte family ID. The tag (an HMAC over the kind and all else) exposes
 * forged values without the store: only an old token with a valid tag is a replay. If the store lacks the family, the
 * time shows whether the family has expired or was revoked.
 */
export type TokenKind = 'code' | 'refresh'

const RANDOM_BYTES = 28
const END_BYTES = 4
const BODY_BYTES = RANDOM_BYTES + END_BYTES
const TAG_BYTES = 16
const ID_BYTES = 16
/** 64 bytes. The last character has four unused bits. If they were free, a value would have a second spelling. */
const VALUE = /^[A-Za-z0-9_-]{85}[AQgw]$/
/** Characters of a family ID in base64url. */
export const FAMILY_ID_LENGTH = 22

export type TokenValues = ReturnType<typeof tokenValues>

export interface OpenedValue {
  readonly familyId: string
  readonly hash: string
  /** Seconds since the epoch. */
  readonly endsAt: number
}

/** @param tagKeys derived from the root secrets, newest first; all of them are accepted */
export function tokenValues(tagKeys: readonly [Buffer, ...Buffer[]]) {
  // Key objects: with raw bytes, every use of a key would take four times as long.
  const keys = tagKeys.map((key) => createSecretKey(key)) as [KeyObject, ...KeyObject[]]
  const tag = (key: KeyObject, kind: TokenKind, body: Buffer, id: Buffer): Buffer =>
    createHmac('sha256', key).update(kind).update(body).update(id).digest().subarray(0, TAG_BYTES)
  return {
    /** Whether a value has the form of a token. A value tagged with another secret has it too. */
    hasForm: (value: string): boolean => VALUE.test(value),
    newFamilyId: (): string => randomBlock(ID_BYTES).toString('base64url'),
    /** @param endsAt expiry of the unused value, in seconds since the epoch */
    issue(kind: TokenKind, familyId: string, endsAt: number): { readonly value: string; readonly hash: string } {
      const id = Buffer.from(familyId, 'base64url')
      const body = Buffer.alloc(BODY_BYTES)
      randomBlock(RANDOM_BYTES).copy(body)
      body.writeUInt32BE(endsAt, RANDOM_BYTES)
      const value = Buffer.concat([body, tag(keys[0], kind, body, id), id]).toString('base64url')
      return { value, hash: hashOf(value) }
    },
    /** The contents of a value with a valid tag; undefined for anything not issued as this kind. */
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

/** 128 bits of SHA-256: enough against a second preimage, and half the space in the store. */
const hashOf = (value: string): string => digestOf(value, 16)
