/**
 * When two user names are the same: after NFKC and case folding, so that no look-alike spelling of one account is
 * another, and none that only looks like it is the same.
 *
 * Spec      decision A2; cases SES-14, SES-19
 * RFC       8265 s3.3 (UsernameCaseMapped)
 * Deny      the account is not created; sign-in finds nobody
 * Enforced  lib/domain/accounts/embedded-directory.ts, lib/domain/accounts/factors/passwords.ts, policies/new-password.ts
 * Tests     test/policies/username.test.ts
 */
export const USERNAME_MAX_LENGTH = 254

/** The form under which an account is kept and found; undefined when it cannot be a user name. */
export function canonicalUsername(username: string): string | undefined {
  if (username.length === 0 || username.length > USERNAME_MAX_LENGTH) return undefined
  const folded = username.normalize('NFKC').toLowerCase().normalize('NFKC')
  // Spaces at the ends, control, format, unassigned and invisible characters cannot be told from nothing by a reader.
  return folded === '' ||
    folded !== folded.trim() ||
    /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(folded)
    ? undefined
    : folded
}

/** Passwords are compared after NFKC, so that the keyboard of another system does not lock anybody out. */
export function canonicalPassword(password: string): string {
  return password.normalize('NFKC')
}
