import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Environment } from '../../../policies/redirect-uri.ts'
import { digestOf } from '../keys/digest.ts'

/** 256 random bits with a prefix that secret scanners recognize (D-C3). */
export function newSecret(environment: Environment): string {
  return `sso_${environment === 'live' ? 'live' : 'dev'}_${randomBytes(32).toString('base64url')}`
}

export const hashSecret = (secret: string): string => digestOf(secret)

const UNKNOWN_CLIENT = Buffer.from(digestOf(randomBytes(32)))

/** Compares in constant time; an unknown client takes as long as a known one. */
export function secretMatches(secret: string, hash: string | undefined): boolean {
  const stored = hash === undefined ? UNKNOWN_CLIENT : Buffer.from(hash)
  const sent = Buffer.from(digestOf(secret))
  return timingSafeEqual(sent, stored.length === sent.length ? stored : UNKNOWN_CLIENT) && hash !== undefined
}
