/**
 * Which email address signs a user in: one that is verified, in a canonical form of all its spellings. User names and
 * verified email addresses are one namespace. An account's name cannot be another account's verified email address, or
 * the reverse. An account's name can be its own email address.
 *
 * Spec      sign-in page, `user create`, `import`, first sign-in from an upstream provider; D-A1, D-A2
 * RFC       OIDC Core s5.1 (email_verified); 8265 s3.3 (UsernameCaseMapped)
 * Deny      sign-in finds no account; giving the email address to a second account is refused, HTTP 422; so is the
 *           name, HTTP 409
 * Enforced  lib/domain/accounts/sign-in-names.ts, lib/config/checks/accounts.ts
 * Tests     test/policies/sign-in-address.test.ts, test/flows/sign-in-address.test.ts,
 *           test/flows/sign-in-address-races.test.ts
 */
import { canonicalUsername } from './username.ts'

/** The form under which an email address is stored and looked up; undefined if the text cannot be one. */
export function canonicalAddress(text: string): string | undefined {
  const folded = canonicalUsername(text)
  return folded?.includes('@') === true ? folded : undefined
}

/** The canonical email address that signs this user in. An unverified one does not, because any user may enter it. */
export function signInAddress({
  email,
  email_verified: verified,
}: {
  readonly email?: string | undefined
  readonly email_verified?: boolean | undefined
}): string | undefined {
  return email !== undefined && verified === true ? canonicalAddress(email) : undefined
}

/** Whether another account holds the text. @param holder subject that holds it as the other kind */
export function isHeldByAnother(holder: string | undefined, sub: string): boolean {
  return holder !== undefined && holder !== sub
}

/** @param named the account with this user name @param addressed the account with this email address */
export function pickAccount<Account>(named: Account | undefined, addressed: Account | undefined): Account | undefined {
  return named ?? addressed
}
