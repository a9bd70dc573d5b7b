/**
 * A code by mail after the password, where the deployment asks for it and the user has no second factor. It proves the mailbox, so it
 * is no second factor, changes nothing of what the ID token says, and is not asked for right after the password was recovered by mail.
 *
 * Spec      setting `login.mailCode`; D-A6, D-S10
 * RFC       NIST SP 800-63B-4 s3.1.3.1 (mail is no authenticator)
 * Deny      the page says that the code is wrong or must wait, HTTP 422 or 429
 * Enforced  lib/protocol/interaction/mail-code.ts, lib/domain/letters/mail-codes.ts
 * Tests     test/policies/mail-code.test.ts, test/flows/mail-code.test.ts
 */
import { BUDGETS } from './budgets.ts'

export const MAIL_CODE_DIGITS = 8
/** How long a code works, in seconds, from when its letter was handed over. */
export const MAIL_CODE_SECONDS = BUDGETS.secondStep.mailCode.windowSeconds
/** Wrong codes, after which the sign-in begins again. */
export const MAIL_CODE_TRIES = BUDGETS.secondStep.mailCode.limit
/** After a recovery by mail no code is asked for, for so many seconds: it would prove the same mailbox. */
export const RECOVERED_SECONDS = 900

/** Of a user without a second factor, where the deployment wants it. */
export function asksMailCode(signIn: {
  /** Whether there is an address that is proved. */
  readonly address: 'verified' | 'none'
  readonly recovered: 'just-now' | 'no'
}): boolean {
  return signIn.address === 'verified' && signIn.recovered === 'no'
}

/** @param tries with the present one */
export function judgeMailCode(
  tries: number,
  code: 'right' | 'wrong' | 'none',
): 'accepted' | 'wrong' | 'expired' | 'over' {
  if (tries > MAIL_CODE_TRIES) return 'over'
  if (code === 'none') return 'expired'
  return code === 'right' ? 'accepted' : 'wrong'
}
