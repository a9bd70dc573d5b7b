/** Keys derived from the root secrets. RFC 5869 (HKDF). */
import { hkdfSync } from 'node:crypto'

export type SecretPurpose =
  | 'cookies'
  | 'csrf'
  | 'seal'
  | 'audit'
  | 'configured-passwords'
  | 'secret-id'
  | 'first-party-client'
  | 'token-tag'
  | 'challenges'
  | 'recovery-codes'
  | 'mail-codes'
  | 'doctor'
  | 'backup'
  | 'settings-digest'

const BYTES = 32

/** One key per purpose: a leaked key discloses nothing about the others. `label` separates keys of one purpose. */
function deriveKey(secret: string, purpose: SecretPurpose, label = ''): Buffer {
  const info = label === '' ? `portico-sso/1/${purpose}` : `portico-sso/1/${purpose}/${label}`
  return Buffer.from(hkdfSync('sha256', secret, '', info, BYTES))
}

/** The derived key as base64url text, for example for client secrets. */
export function deriveText(secret: string, purpose: SecretPurpose, label = ''): string {
  return deriveKey(secret, purpose, label).toString('base64url')
}

/** One key per root secret, in the same order. The first seals and signs; the others are still accepted. */
export function deriveKeys(
  [first, ...others]: readonly [string, ...string[]],
  purpose: SecretPurpose,
): [Buffer, ...Buffer[]] {
  return [deriveKey(first, purpose), ...others.map((secret) => deriveKey(secret, purpose))]
}
