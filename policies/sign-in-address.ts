/**
 * Which address signs a person in: one that is known to be theirs, in a form in which all its spellings are the same. A user
 * name comes first: a text that is somebody's user name means them and nobody else, whoever's address it may be.
 *
 * Spec      decisions A1, A2; ux.md A1 (email or username)
 * RFC       OIDC Core s5.1 (email_verified); 8265 s3.3 (UsernameCaseMapped)
 * Deny      sign-in finds nobody; who would give the address to a second account is told, HTTP 422
 * Enforced  lib/domain/accounts/sign-in-names.ts
 * Tests     test/policies/sign-in-address.test.ts, test/flows/sign-in-address.test.ts
 */
import { canonicalUsername } from './username.ts'

/** The form under which an address is kept and found; undefined when the text cannot be one. */
export function canonicalAddress(text: string): string | undefined {
  const folded = canonicalUsername(text)
  return folded?.includes('@') === true ? folded : undefined
}

/** The address that signs this person in, in that form. One that nobody has proved signs nobody in: anybody may have typed it. */
export function signInAddress({
  email,
  email_verified: proved,
}: {
  readonly email?: string | undefined
  readonly email_verified?: boolean | undefined
}): string | undefined {
  return email !== undefined && proved === true ? canonicalAddress(email) : undefined
}

/** Whom a text means. @param named whose user name it is @param addressed whose address it is */
export function meantBy<Account>(named: Account | undefined, addressed: Account | undefined): Account | undefined {
  return named ?? addressed
}
