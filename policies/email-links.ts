/**
 * When a link from an email still works: once, before it expires, until a newer email of its kind is sent, and while
 * password and email address are unchanged. A refused link changes nothing.
 *
 * Spec      pages that emailed links open; D-A6
 * RFC       9700 s4.5 (single use); NIST SP 800-63B-4 s4.2
 * Deny      a page explains why the link does not work any more, HTTP 410
 * Enforced  lib/domain/emails/email-links.ts
 * Tests     test/policies/email-links.test.ts, test/flows/recovery.test.ts
 */

/** The user's state at the creation of a link. */
export interface LinkBasis {
  /** Changes with every change of the password, also from none and to none. */
  readonly passwordStamp: string
  /** Digest of the recipient's email address; empty if it does not matter. */
  readonly address: string
}

export interface StoredLink extends LinkBasis {
  /** The email's number among the sent ones of its kind; before it is sent, the last sent one's number. */
  readonly sequence: number
  /** Milliseconds since the epoch. */
  readonly until: number
}

export type LinkVerdict = 'valid' | LinkIssue
/** `unknown`: the link is not stored, or never existed. */
export type LinkIssue = 'unknown' | 'newer' | 'used' | 'expired' | 'changed'

/**
 * @param newest number of the newest sent email of the kind
 * @param present the user's current state; undefined: the user would get no email of the kind
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
