/**
 * An emailed code after the password, if the deployment requires it and the user has no second factor. It proves only
 * the mailbox. It is not a second factor, does not change the ID token, and is omitted after a recovery.
 *
 * Spec      setting `login.mailCode`; D-A6, D-S10
 * RFC       NIST SP 800-63B-4 s3.1.3.1 (email is no authenticator)
 * Deny      the page shows that the code is wrong or must wait, HTTP 422 or 429
 * Enforced  lib/protocol/interaction/mail-code.ts, lib/domain/emails/mail-codes.ts
 * Tests     test/policies/mail-code.test.ts, test/flows/mail-code.test.ts
 */
import { BUDGETS } from './budgets.ts'

export const MAIL_CODE_DIGITS = 8
/** How long a code works after its email was sent, in seconds. */
export const MAIL_CODE_SECONDS = BUDGETS.secondStep.mailCode.windowSeconds
/** After this many wrong codes, the sign-in begins again. */
export const MAIL_CODE_TRIES = BUDGETS.secondStep.mailCode.limit
/** No code within this many seconds after a recovery by email: it would prove the same mailbox. */
export const RECOVERED_SECONDS = 900

/** For a user without a second factor, if the deployment requires codes. */
export function asksMailCode(signIn: {
  /** Whether the user has a verified email address. */
  readonly address: 'verified' | 'none'
  readonly recovered: 'just-now' | 'no'
}): boolean {
  return signIn.address === 'verified' && signIn.recovered === 'no'
}

/** @param tries this one included */
export function checkMailCode(
  tries: number,
  code: 'right' | 'wrong' | 'none',
): 'accepted' | 'wrong' | 'expired' | 'exhausted' {
  if (tries > MAIL_CODE_TRIES) return 'exhausted'
  if (code === 'none') return 'expired'
  return code === 'right' ? 'accepted' : 'wrong'
}
