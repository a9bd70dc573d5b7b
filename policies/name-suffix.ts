/**
 * Which user name an account gets at its owner's first sign-in through an external provider: the provider's name for
 * the user, unless an account has or had it, or it is another account's verified email address. Apps that identify
 * users by name alone would confuse the two.
 *
 * Spec      first sign-in from an upstream provider or a directory service; D-A5, D-S11 (Remote-User)
 * RFC       OIDC Core s5.7 (no claim but iss and sub together identifies a user)
 * Deny      nothing: a name that is taken gets a suffix
 * Enforced  lib/domain/accounts/identities.ts, lib/protocol/upstream/map-claims.ts
 * Tests     test/policies/name-suffix.test.ts, test/flows/upstream.test.ts
 */
import { canonicalUsername, USERNAME_MAX_LENGTH } from './username.ts'

const SUFFIX_LENGTH = 8

/** Falls back to the local part of the email address, then to `user`. */
export function requestedName(said: { readonly username?: unknown; readonly email?: unknown }): string {
  const local = typeof said.email === 'string' ? said.email.split('@')[0] : undefined
  const usable = [said.username, local].find(
    (name): name is string => typeof name === 'string' && canonicalUsername(name) !== undefined,
  )
  return usable ?? 'user'
}

/** @param tries how many names were taken before */
export function nameAfter(wanted: string, tries: number): string {
  if (tries === 0) return wanted
  // A name cannot end in half a surrogate pair.
  const start = wanted.slice(0, USERNAME_MAX_LENGTH - SUFFIX_LENGTH).replace(/[\ud800-\udbff]$/, '')
  return `${start}-${tries + 1}`
}
