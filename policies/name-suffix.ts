/**
 * Which user name an account gets at the first sign-in through an external provider. It is the provider's name for the
 * user, unless another account has or had that name, or it is another account's verified email address. Apps that
 * identify users only by name would otherwise confuse the two accounts.
 *
 * Spec      first sign-in through an external provider or a directory service; D-A5, D-S11 (Remote-User)
 * RFC       OIDC Core s5.7 (only iss and sub together identify a user)
 * Deny      none: a name that is taken gets a suffix
 * Enforced  lib/domain/accounts/identities.ts, lib/protocol/upstream/map-claims.ts
 * Tests     test/policies/name-suffix.test.ts, test/flows/upstream.test.ts
 */
import { canonicalUsername, USERNAME_MAX_LENGTH } from './username.ts'

const SUFFIX_LENGTH = 8

/** The provider's user name, or else the local part of the email address, or else `user`. */
export function requestedName(said: { readonly username?: unknown; readonly email?: unknown }): string {
  const local = typeof said.email === 'string' ? said.email.split('@')[0] : undefined
  const usable = [said.username, local].find(
    (name): name is string => typeof name === 'string' && canonicalUsername(name) !== undefined,
  )
  return usable ?? 'user'
}

/** @param tries number of names that were already taken */
export function nameAfter(wanted: string, tries: number): string {
  if (tries === 0) return wanted
  // Avoids ending the name in half of a surrogate pair.
  const start = wanted.slice(0, USERNAME_MAX_LENGTH - SUFFIX_LENGTH).replace(/[\ud800-\udbff]$/, '')
  return `${start}-${tries + 1}`
}
