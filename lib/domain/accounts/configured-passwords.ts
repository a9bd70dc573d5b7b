import { createHmac, timingSafeEqual } from 'node:crypto'
import { DecryptionError, type Seal } from '../keys/seal.ts'

/**
 * Tells whether a configured password is still the one that was hashed, without hashing it again: hundreds of accounts would keep
 * each start waiting. What is kept is an HMAC under a key from the root secret, sealed: without that secret nothing can be tried
 * against it, and nobody signs in with it.
 */
export interface ConfiguredPasswords {
  /** What to keep of a password and its hash: a hash that somebody else puts in its place is not taken for it. */
  note(password: HashedPassword): Promise<string>
  isSame(password: HashedPassword, noted: string | undefined): Promise<boolean>
}

export interface HashedPassword {
  readonly sub: string
  readonly password: string
  readonly hash: string
}

/** @param keys derived from the root secrets, newest first */
export function configuredPasswords(keys: readonly [Buffer, ...Buffer[]], sealer: Seal): ConfiguredPasswords {
  const digest = (key: Buffer, { sub, password, hash }: HashedPassword): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([sub, password, hash]))
      .digest()
  return {
    note: (password) => sealer.seal(digest(keys[0], password), 'configured-password', password.sub),
    async isSame(password, noted) {
      if (noted === undefined) return false
      try {
        const kept = await sealer.open(noted, 'configured-password', password.sub)
        return keys.some((key) => kept.length === 32 && timingSafeEqual(kept, digest(key, password)))
      } catch (error) {
        if (error instanceof DecryptionError) return false
        throw error
      }
    },
  }
}
