/**
 * When a link from a letter still works: once, in its time, as long as no newer letter of its kind was handed over, and as long as the
 * password and the address are those that it was made for. What it refuses changes nothing.
 *
 * Spec      pages that letters lead to; D-A6
 * RFC       9700 s4.5 (single use); NIST SP 800-63B-4 s4.2
 * Deny      a page explains why the link does not work any more, HTTP 410
 * Enforced  lib/domain/letters/letter-links.ts
 * Tests     test/policies/letter-links.test.ts, test/flows/recovery.test.ts
 */

/** What a link was made for. */
export interface LinkBasis {
  /** Another one with every change of the password, also from none and to none. */
  readonly passwordStamp: string
  /** Digest of the address that the letter went to; empty where the address does not matter. */
  readonly address: string
}

export interface KeptLink extends LinkBasis {
  /** The letter's place among those of its kind that were handed over; on its way, it has that of the last before it. */
  readonly sequence: number
  /** Milliseconds since the epoch. */
  readonly until: number
}

export type LinkVerdict = 'valid' | LinkFault
/** `unknown`: no such link is kept, or none was ever made. */
export type LinkFault = 'unknown' | 'newer' | 'used' | 'expired' | 'changed'

/**
 * @param newest number of the newest letter of the kind that was handed over
 * @param present what is true of the user now; undefined: no letter of the kind would go to them
 */
export function judgeLink(
  kept: KeptLink | undefined,
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
