/**
 * Who holds a user name. A name is claimed before its account is written, so that two accounts never have one. Where apps know users by
 * their names alone, the name of a removed user stays with its subject: whoever got it next would be taken for the one before.
 */
import type { DocumentStore } from '../../ports/documents.ts'
import { changeText } from '../documents.ts'
import { type Account, isRetired, RETIRED, USERNAMES } from './account-record.ts'

export type NameClaim = 'claimed' | 'username-taken' | 'username-retired'

export interface UsernameClaims {
  /** What an administrator's claim would come to now. */
  stateOf(canonical: string, sub: string): Promise<'free' | Exclude<NameClaim, 'claimed'>>
  /** @param canonical the name in the one spelling that is compared */
  claim(canonical: string, sub: string, by: Account['source']): Promise<NameClaim>
  /** Subject of whoever holds a name, or of whoever did. */
  holderOf(canonical: string): Promise<string | undefined>
  /** The directory service has given the name of one of its users to another. */
  pass(canonical: string, from: string, sub: string): Promise<void>
  /** Takes the claim of an account back that was never written. */
  withdraw(canonical: string, sub: string): Promise<void>
  /** After the account was removed. */
  release(canonical: string, sub: string): Promise<void>
}

/** @param keepsNames whether there are apps that know users by their names alone */
export function usernameClaims(documents: DocumentStore, keepsNames: () => Promise<boolean>): UsernameClaims {
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
    stateOf: async (canonical, sub) => judged(await documents.read(USERNAMES, canonical), sub, 'administrator'),
    async claim(canonical, sub, by) {
      let outcome: NameClaim = 'claimed'
      await changeText(documents, USERNAMES, canonical, async (holder) => {
        const state = await judged(holder, sub, by)
        outcome = state === 'free' ? 'claimed' : state
        return state === 'free' ? sub : holder
      })
      return outcome
    },
    holderOf: (canonical) => documents.read(USERNAMES, canonical),
    async pass(canonical, from, sub) {
      await documents.replace(USERNAMES, canonical, from, sub)
    },
    async withdraw(canonical, sub) {
      await documents.replace(USERNAMES, canonical, sub, undefined)
    },
    async release(canonical, sub) {
      const next = (await keepsNames()) ? RETIRED + sub : undefined
      await documents.replace(USERNAMES, canonical, sub, next)
    },
  }
}
