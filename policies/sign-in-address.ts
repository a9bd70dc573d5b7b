/**
 * Which email address signs a user in: a verified one, in a canonical form shared by all its spellings. User names and
 * verified email addresses share one namespace. An account's name cannot be another account's verified email address,
 * or vice versa, but it can be the account's own email address.
 *
 * Spec      sign-in page, `user create`, `import`, first sign-in through an external provider; D-A1, D-A2
 * RFC       OIDC Core s5.1 (email_verified); 8265 s3.3 (UsernameCaseMapped)
 * Deny      sign-in finds no account; adding the email address to a second account is rejected, HTTP 422, and so is
 *           the name, HTTP 409
 * Enforced  lib/domain/accounts/sign-in-names.ts, lib/config/checks/accounts.ts
 * Tests     test/policies/sign-in-address.test.ts, test/flows/sign-in-address.test.ts,
 *           test/flows/sign-in-address-races.test.ts
 */
import { canonicalUsername } from './username.ts'

/** The form in which an email address is stored and looked up; undefined if the text cannot be an email address. */
export function canonicalAddress(text: string): string | undefined {
  const folded = canonicalUsername(text)
  return folded?.includes('@') === true ? folded : undefined
}

/** The canonical email address that signs this user in. It must be verified, because any user can enter any address. */
export function signInAddress(user: {
  readonly email?: string | undefined
  readonly email_verified?: boolean | undefined
}): string | undefined {
  const { email, email_verified: verified } = user
  return email !== undefined && verified === true ? canonicalAddress(email) : undefined
}

/** Whether a different account uses this user name or email address. @param holder the subject that uses it */
export function isHeldByAnother(holder: string | undefined, sub: string): boolean {
  return holder !== undefined && holder !== sub
}

/** @param named the account with this user name @param addressed the account with this email address */
export function pickAccount<Account>(named: Account | undefined, addressed: Account | undefined): Account | undefined {
  return named ?? addressed
}
