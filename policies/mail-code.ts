/**
 * A code that is emailed once the password has been checked, if the deployment requires it and the user has no second
 * factor. The code proves only access to the mailbox: it is not a second factor, does not change the ID token, and is
 * skipped after a recovery.
 *
 * Spec      setting `login.mailCode`; D-A6, D-S10
 * RFC       NIST SP 800-63B-4 s3.1.3.1 (email is not an authenticator)
 * Deny      the page reports that the code is wrong or that the user must wait, HTTP 422 or 429
 * Enforced  lib/protocol/interaction/mail-code.ts, lib/domain/emails/mail-codes.ts
 * Tests     test/policies/mail-code.test.ts, test/flows/mail-code.test.ts
 */
import { BUDGETS } from './budgets.ts'

export const MAIL_CODE_DIGITS = 8
/** How long a code works after its email is sent, in seconds. */
export const MAIL_CODE_SECONDS = BUDGETS.secondStep.mailCode.windowSeconds
/** After this many wrong codes, the sign-in starts over. */
export const MAIL_CODE_TRIES = BUDGETS.secondStep.mailCode.limit
/** How long after a recovery by email no code is required, in seconds. The recovery proved access to the mailbox. */
export const RECOVERED_SECONDS = 900

/** Whether a user without a second factor must enter a code, if the deployment requires codes. */
export function asksMailCode(signIn: {
  /** Whether the user has a verified email address. */
  readonly address: 'verified' | 'none'
  readonly recovered: 'just-now' | 'no'
}): boolean {
  return signIn.address === 'verified' && signIn.recovered === 'no'
}

/** @param tries number of attempts so far, including this one */
export function checkMailCode(
  tries: number,
  code: 'right' | 'wrong' | 'none',
): 'accepted' | 'wrong' | 'expired' | 'exhausted' {
  if (tries > MAIL_CODE_TRIES) return 'exhausted'
  if (code === 'none') return 'expired'
  return code === 'right' ? 'accepted' : 'wrong'
}
