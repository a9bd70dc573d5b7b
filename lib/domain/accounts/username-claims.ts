/**
 * Who holds a user name. A name is claimed before its account is written, so that two accounts never have one. Where apps know users by
 * their names alone, the name of a removed user stays with its subject: whoever got it next would be taken for the one before.
 */
import type { DocumentStore } from '../../ports/documents.ts'
import { changeText } from '../documents.ts'
import { type Account, isRetired, RETIRED, USERNAMES } from './account-record.ts'

export type NameClaim = 'claimed' | 'username-taken' | 'username-retired'

export type UsernameClaims = ReturnType<typeof usernameClaims>

/** @param keepsNames whether there are apps that know users by their names alone */
export function usernameClaims(documents: DocumentStore, keepsNames: () => Promise<boolean>) {
  const judged = async (
    holder: string | undefined,
    sub: string,
    by: Account['source'],
  ): Promise<'free' | Exclude<NameClaim, 'claimed'>> => {
    if (holder === undefined || holder === sub || holder === RETIRED + sub) return 'free'
    if (!isRetired(holder)) return 'username-taken'
    // Whoever writes the configuration, or runs the directory service, says who is who.
    return by === 'administrator' && (await keepsNames()) ? 'username-retired' : 'free'
  }
  return {
    /** What an administrator's claim would come to now. */
    stateOf: async (canonical: string, sub: string): Promise<'free' | Exclude<NameClaim, 'claimed'>> =>
      judged(await documents.read(USERNAMES, canonical), sub, 'administrator'),
    /** @param canonical the name in the one spelling that is compared */
    async claim(canonical: string, sub: string, by: Account['source']): Promise<NameClaim> {
      let outcome: NameClaim = 'claimed'
      await changeText(documents, USERNAMES, canonical, async (holder) => {
        const state = await judged(holder, sub, by)
        outcome = state === 'free' ? 'claimed' : state
        return state === 'free' ? sub : holder
      })
      return outcome
    },
    /** Subject of whoever holds a name, or of whoever did. */
    holderOf: (canonical: string): Promise<string | undefined> => documents.read(USERNAMES, canonical),
    /** The directory service has given the name of one of its users to another. */
    async pass(canonical: string, from: string, sub: string): Promise<void> {
      await documents.replace(USERNAMES, canonical, from, sub)
    },
    /** Takes the claim of an account back that was never written. */
    async withdraw(canonical: string, sub: string): Promise<void> {
      await documents.replace(USERNAMES, canonical, sub, undefined)
    },
    /** After the account was removed. */
    async release(canonical: string, sub: string): Promise<void> {
      const next = (await keepsNames()) ? RETIRED + sub : undefined
      await documents.replace(USERNAMES, canonical, sub, next)
    },
  }
}
