/** The keys that are derived from the root secrets. RFC 5869 (HKDF). */
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

/** A key of its own for each purpose: one that leaks discloses nothing about the others. `label` distinguishes keys of one purpose. */
function deriveKey(secret: string, purpose: SecretPurpose, label = ''): Buffer {
  const info = label === '' ? `portico-sso/1/${purpose}` : `portico-sso/1/${purpose}/${label}`
  return Buffer.from(hkdfSync('sha256', secret, '', info, BYTES))
}

/** The same as text, base64url: client secrets and the like. */
export function deriveText(secret: string, purpose: SecretPurpose, label = ''): string {
  return deriveKey(secret, purpose, label).toString('base64url')
}

/** One key for each root secret, in their order: the first seals and signs, the others are still accepted. */
export function deriveKeys(
  [first, ...others]: readonly [string, ...string[]],
  purpose: SecretPurpose,
): [Buffer, ...Buffer[]] {
  return [deriveKey(first, purpose), ...others.map((secret) => deriveKey(secret, purpose))]
}
