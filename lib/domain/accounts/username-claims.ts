/**
 * Holders of user names. A name is claimed before its account is written, so that two accounts never share one. If apps
 * identify users by name alone, a removed user's name stays with its subject. The next holder would be taken for the
 * former one.
 */
import type { DocumentStore } from '../../ports/documents.ts'
import { changeText } from '../documents.ts'
import { type Account, isRetired, RETIRED, USERNAMES } from './account-record.ts'

export type NameClaim = 'claimed' | 'username-taken' | 'username-retired'

export type UsernameClaims = ReturnType<typeof usernameClaims>

/** @param keepsNames whether apps identify users by name alone */
export function usernameClaims(documents: DocumentStore, keepsNames: () => Promise<boolean>) {
  const stateFor = async (
    holder: string | undefined,
    sub: string,
    by: Account['source'],
  ): Promise<'free' | Exclude<NameClaim, 'claimed'>> => {
    if (holder === undefined || holder === sub || holder === RETIRED + sub) return 'free'
    if (!isRetired(holder)) return 'username-taken'
    // The configuration and the directory service are authoritative for their users' names.
    return by === 'administrator' && (await keepsNames()) ? 'username-retired' : 'free'
  }
  return {
    /** The outcome that an administrator's claim would have now. */
    stateOf: async (canonical: string, sub: string): Promise<'free' | Exclude<NameClaim, 'claimed'>> =>
      stateFor(await documents.read(USERNAMES, canonical), sub, 'administrator'),
    /** @param canonical the name in the one spelling that is compared */
    async claim(canonical: string, sub: string, by: Account['source']): Promise<NameClaim> {
      let outcome: NameClaim = 'claimed'
      await changeText(documents, USERNAMES, canonical, async (holder) => {
        const state = await stateFor(holder, sub, by)
        outcome = state === 'free' ? 'claimed' : state
        return state === 'free' ? sub : holder
      })
      return outcome
    },
    /** Subject of the current holder, or of the former one behind `RETIRED`. */
    holderOf: (canonical: string): Promise<string | undefined> => documents.read(USERNAMES, canonical),
    /** The directory service has given a user's name to another of its users. */
    async pass(canonical: string, from: string, sub: string): Promise<void> {
      await documents.replace(USERNAMES, canonical, from, sub)
    },
    /** Withdraws the claim of an account that was never written. */
    async withdraw(canonical: string, sub: string): Promise<void> {
      await documents.replace(USERNAMES, canonical, sub, undefined)
    },
    /** Call after the account is removed. */
    async release(canonical: string, sub: string): Promise<void> {
      const next = (await keepsNames()) ? RETIRED + sub : undefined
      await documents.replace(USERNAMES, canonical, sub, next)
    },
  }
}
