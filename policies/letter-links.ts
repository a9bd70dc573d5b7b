/**
 * When a link from a letter still works: once, in its time, as long as no newer letter of its kind was sent, and as long as the
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
  /** Security stamp of the password then; empty without one. */
  readonly passwordStamp: string
  /** Digest of the address that the letter went to. */
  readonly address: string
}

export interface KeptLink extends LinkBasis {
  /** Of the newest that was handed over, and of one that is on its way. */
  readonly digests: readonly string[]
  /** Milliseconds since the epoch. */
  readonly until: number
}

export type LinkVerdict = 'valid' | LinkFault
/** `unknown`: no such link is kept, or none was ever made. */
export type LinkFault = 'unknown' | 'newer' | 'used' | 'expired' | 'changed'

/**
 * @param kept the newest of its kind and user
 * @param present what is true of the user now
 * @param shown digest of the one that was opened
 */
export function judgeLink(
  kept: KeptLink | undefined,
  shown: string,
  state: 'unused' | 'used',
  present: LinkBasis,
  now: number,
): LinkVerdict {
  if (kept === undefined) return 'unknown'
  if (!kept.digests.includes(shown)) return 'newer'
  if (state === 'used') return 'used'
  if (now >= kept.until) return 'expired'
  return kept.passwordStamp === present.passwordStamp && kept.address === present.address ? 'valid' : 'changed'
}
