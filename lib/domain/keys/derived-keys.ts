/** Keys derived from the root secrets with HKDF (RFC 5869). */
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

/** One key per purpose, so a leaked key reveals nothing about the others. `label` allows several keys per purpose. */
function deriveKey(secret: string, purpose: SecretPurpose, label = ''): Buffer {
  const info = label === '' ? `portico-sso/1/${purpose}` : `portico-sso/1/${purpose}/${label}`
  return Buffer.from(hkdfSync('sha256', secret, '', info, BYTES))
}

/** Returns the derived key as base64url text, for example to use as a client secret. */
export function deriveText(secret: string, purpose: SecretPurpose, label = ''): string {
  return deriveKey(secret, purpose, label).toString('base64url')
}

/** One key per root secret, in the same order. The first one seals and signs; the others only open and verify. */
export function deriveKeys(
  [first, ...others]: readonly [string, ...string[]],
  purpose: SecretPurpose,
): [Buffer, ...Buffer[]] {
  return [deriveKey(first, purpose), ...others.map((secret) => deriveKey(secret, purpose))]
}
