/**
 * Tracks which account holds each user name. A name is claimed before its account is written, so two accounts never
 * share one. If apps identify users only by name, a removed user's name stays reserved for that user's subject;
 * otherwise, apps would mistake the next holder for the removed user.
 */
import type { DocumentStore } from '../../ports/documents.ts'
import { changeText } from '../documents.ts'
import { type Account, isRetired, RETIRED, USERNAMES } from './account-record.ts'

export type NameClaim = 'claimed' | 'username-taken' | 'username-retired'

export type UsernameClaims = ReturnType<typeof usernameClaims>

/** @param keepsNames whether apps identify users only by name */
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
    /** The outcome that an administrator's claim to the name would currently have. */
    stateOf: async (canonical: string, sub: string): Promise<'free' | Exclude<NameClaim, 'claimed'>> =>
      stateFor(await documents.read(USERNAMES, canonical), sub, 'administrator'),
    /** @param canonical the name in the canonical form used for comparisons */
    async claim(canonical: string, sub: string, by: Account['source']): Promise<NameClaim> {
      let outcome: NameClaim = 'claimed'
      await changeText(documents, USERNAMES, canonical, async (holder) => {
        const state = await stateFor(holder, sub, by)
        outcome = state === 'free' ? 'claimed' : state
        return state === 'free' ? sub : holder
      })
      return outcome
    },
    /** Subject of the current holder, or `RETIRED` followed by the subject of the former holder. */
    holderOf: (canonical: string): Promise<string | undefined> => documents.read(USERNAMES, canonical),
    /** Transfers a name that the directory service has reassigned to a different user. */
    async pass(canonical: string, from: string, sub: string): Promise<void> {
      await documents.replace(USERNAMES, canonical, from, sub)
    },
    /** Withdraws the claim for an account that was never written. */
    async withdraw(canonical: string, sub: string): Promise<void> {
      await documents.replace(USERNAMES, canonical, sub, undefined)
    },
    /** Call after removing the account. */
    async release(canonical: string, sub: string): Promise<void> {
      const next = (await keepsNames()) ? RETIRED + sub : undefined
      await documents.replace(USERNAMES, canonical, sub, next)
    },
  }
}
