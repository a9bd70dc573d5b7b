/**
 * Which email address signs a user in: one that is verified, in a canonical form of all its spellings. User names and verified
 * addresses are one namespace: no account gets a text as its name while it is the verified address of another account, or the
 * reverse. An account can have its own address as its name.
 *
 * Spec      sign-in page, `user create`, `import`, first sign-in from an upstream provider; D-A1, D-A2
 * RFC       OIDC Core s5.1 (email_verified); 8265 s3.3 (UsernameCaseMapped)
 * Deny      sign-in finds no account; giving the address to a second account is refused, HTTP 422; so is the name, HTTP 409
 * Enforced  lib/domain/accounts/sign-in-names.ts, lib/config/checks/accounts.ts
 * Tests     test/policies/sign-in-address.test.ts, test/flows/sign-in-address.test.ts, test/flows/sign-in-address-races.test.ts
 */
import { canonicalUsername } from './username.ts'

/** The form under which an address is stored and found; undefined when the text cannot be one. */
export function canonicalAddress(text: string): string | undefined {
  const folded = canonicalUsername(text)
  return folded?.includes('@') === true ? folded : undefined
}

/** The address that signs this user in, in that form. An unverified one does not: anybody may have entered it. */
export function signInAddress({
  email,
  email_verified: verified,
}: {
  readonly email?: string | undefined
  readonly email_verified?: boolean | undefined
}): string | undefined {
  return email !== undefined && verified === true ? canonicalAddress(email) : undefined
}

/** Whether an account cannot get a text of one kind. @param holder subject that holds it as the other kind */
export function isHeldByAnother(holder: string | undefined, sub: string): boolean {
  return holder !== undefined && holder !== sub
}

/** Which account a text means. @param named whose user name it is @param addressed whose address it is */
export function accountMeant<Account>(named: Account | undefined, addressed: Account | undefined): Account | undefined {
  return named ?? addressed
}
