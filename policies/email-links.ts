/**
 * When a link in an email still works. It works once, before it expires, until a newer email of the same kind is sent,
 * and only while the password and email address are unchanged. A rejected link changes nothing.
 *
 * Spec      pages that emailed links open; D-A6
 * RFC       NIST SP 800-63B-4 s4.2.1.2 (issued recovery codes: 24 hours at most, for email)
 * Deny      a page explains why the link no longer works, HTTP 410
 * Enforced  lib/domain/emails/email-links.ts
 * Tests     test/policies/email-links.test.ts, test/flows/recovery.test.ts
 */

/** The user's state when the link was created. */
export interface LinkBasis {
  /** Changes whenever the password changes, including when one is first set or removed. */
  readonly passwordStamp: string
  /** Digest of the recipient's email address; empty if the link does not depend on the email address. */
  readonly address: string
}

export interface StoredLink extends LinkBasis {
  /** The link's number among sent emails of this kind. Until its email is sent, the number of the previous one. */
  readonly sequence: number
  /** When the link expires, in milliseconds since the epoch. */
  readonly until: number
}

export type LinkVerdict = 'valid' | LinkIssue
/** `unknown`: the link is no longer stored, or never existed. */
export type LinkIssue = 'unknown' | 'newer' | 'used' | 'expired' | 'changed'

/**
 * @param newest number of the newest sent email of this kind
 * @param present the user's current state; undefined if the user would not get an email of this kind
 */
export function validateLink(
  kept: StoredLink | undefined,
  state: 'unused' | 'used',
  newest: number,
  present: LinkBasis | undefined,
  now: number,
): LinkVerdict {
  if (kept === undefined) return 'unknown'
  if (state === 'used') return 'used'
  if (kept.sequence < newest) return 'newer'
  if (now >= kept.until) return 'expired'
  return kept.passwordStamp === present?.passwordStamp && kept.address === present.address ? 'valid' : 'changed'
}
