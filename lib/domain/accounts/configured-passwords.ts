import type { Signer } from '../keys/signer.ts'

/**
 * Tells whether a configured password is still the one that was hashed, without hashing it again: hundreds of accounts would keep
 * each start waiting. What is kept is an HMAC under a key from the root secret: without that secret nothing can be tried against
 * it, nothing be put in its place, and nobody signs in with it.
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
    /** What to keep of a password and its hash: a hash that somebody else puts in its place is not taken for it. */
    note: (password: HashedPassword): string => sign(textOf(password)),
    isSame: (password: HashedPassword, noted: string | undefined): boolean =>
      noted !== undefined && index(textOf(password), noted) >= 0,
  }
}
