/**
 * Under which user name the first sign-in of somebody from elsewhere makes an account: the one that their provider says, unless an
 * account has it, or ever had it, or it is the verified address of another account. Apps that know users by their names alone would take one for the other.
 *
 * Spec      first sign-in from an upstream provider or a directory service; D-A5, D-S11 (Remote-User)
 * RFC       OIDC Core s5.7 (no claim but iss and sub together identifies a user)
 * Deny      nothing: a name that is taken gets a suffix
 * Enforced  lib/domain/accounts/identities.ts, lib/protocol/upstream/map-claims.ts
 * Tests     test/policies/name-suffix.test.ts, test/flows/upstream.test.ts
 */
import { canonicalUsername, USERNAME_MAX_LENGTH } from './username.ts'

const SUFFIX_LENGTH = 8

/** What a provider says may be no user name; then the part before the @ of an address, and at last `user`. */
export function wantedName(said: { readonly username?: unknown; readonly email?: unknown }): string {
  const local = typeof said.email === 'string' ? said.email.split('@')[0] : undefined
  const usable = [said.username, local].find(
    (name): name is string => typeof name === 'string' && canonicalUsername(name) !== undefined,
  )
  return usable ?? 'user'
}

/** @param tries how many names were taken before */
export function nameAfter(wanted: string, tries: number): string {
  if (tries === 0) return wanted
  // Half a character at the end could be in no name.
  const start = wanted.slice(0, USERNAME_MAX_LENGTH - SUFFIX_LENGTH).replace(/[\ud800-\udbff]$/, '')
  return `${start}-${tries + 1}`
}
