import type { Signer } from '../keys/signer.ts'

/**
 * Detects whether a configured password has changed since it was hashed. Hashing it again would slow down every start,
 * so the store also holds an HMAC of the password, keyed from the root secret. Without that secret, an attacker cannot
 * use the HMAC to test passwords or to sign in, and cannot forge a different one.
 */
export type ConfiguredPasswords = ReturnType<typeof configuredPasswords>

export interface HashedPassword {
  readonly sub: string
  readonly password: string
  readonly hash: string
}

export function configuredPasswords({ sign, index }: Signer) {
  const textOf = ({ sub, password, hash }: HashedPassword): string => JSON.stringify([sub, password, hash])
  return {
    /** The HMAC covers the hash, so a hash substituted by an attacker is rejected. */
    note: (password: HashedPassword): string => sign(textOf(password)),
    isSame: (password: HashedPassword, noted: string | undefined): boolean =>
      noted !== undefined && index(textOf(password), noted) >= 0,
  }
}
