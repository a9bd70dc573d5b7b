/** The keys that follow from the root secrets. */
import { createHmac } from 'node:crypto'
import { deriveKeys, deriveText, type SecretPurpose } from '../../../lib/domain/keys/derived-keys.ts'

const SECRET = 'Jx0l1cN2uYfF6nqM8sVbR4tWzK7eHdPa'

const purposes: readonly SecretPurpose[] = [
  'cookies',
  'csrf',
  'first-party-client',
  'token-tag',
  'challenges',
  'recovery-codes',
]

it('are HKDF-SHA256 without salt (RFC 5869)', () => {
  // The first block by hand: PRK = HMAC(zeros, secret), T(1) = HMAC(PRK, info | 0x01).
  const key = createHmac('sha256', Buffer.alloc(32)).update(SECRET).digest()
  const block = createHmac('sha256', key)
    .update('portico-sso/1/cookies')
    .update(Buffer.from([1]))
    .digest()
  expect(deriveKeys([SECRET], 'cookies')).toEqual([block])
})

it('differ by purpose, label and secret, and are always the same', () => {
  const keys = [
    ...purposes.map((purpose) => deriveText(SECRET, purpose)),
    deriveText(SECRET, 'first-party-client', 'sso-admin'),
    deriveText(SECRET, 'first-party-client', 'sso-portal'),
    deriveText(SECRET.toLowerCase(), 'cookies'),
  ]
  expect(new Set(keys).size).toBe(purposes.length + 3)
  expect(deriveText(SECRET, 'cookies')).toBe(keys[0])
  expect(keys[0]).toMatch(/^[\w-]{43}$/)
})

it('are one for each secret, in their order', () => {
  const keys = deriveKeys([SECRET, SECRET.toLowerCase()], 'cookies').map((key) => key.toString('base64url'))
  expect(keys).toEqual([deriveText(SECRET, 'cookies'), deriveText(SECRET.toLowerCase(), 'cookies')])
})
