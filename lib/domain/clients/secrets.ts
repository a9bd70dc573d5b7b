import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Environment } from '../../../policies/redirect-uri.ts'

/** A new secret: 256 random bits behind a prefix that scanners know (C3). */
export function newSecret(environment: Environment): string {
  return `sso_${environment === 'live' ? 'live' : 'dev'}_${randomBytes(32).toString('base64url')}`
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

const NOBODY = createHash('sha256').update(randomBytes(32)).digest()

/** Constant-time comparison; an unknown client costs as much as a known one. */
export function secretMatches(secret: string, hash: string | undefined): boolean {
  const kept = hash === undefined ? NOBODY : Buffer.from(hash, 'base64url')
  const sent = createHash('sha256').update(secret).digest()
  return timingSafeEqual(sent, kept.length === sent.length ? kept : NOBODY) && hash !== undefined
}
