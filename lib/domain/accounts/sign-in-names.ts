import { canonicalAddress, meantBy, signInAddress } from '../../../policies/sign-in-address.ts'
import { canonicalUsername } from '../../../policies/username.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { type Account, ADDRESSES, NOBODY, USERNAMES } from './account-record.ts'

/**
 * Whom a text means that is typed at sign-in. What the two indexes say is a hint, and the account is the truth: it must itself
 * carry what was typed. So a claim that outlived its account, or was never made because a node died, leads to nobody.
 */
export interface SignInNames {
  /** By user name, else by verified address. Reads the same number of times whoever it is, and also for nobody (A2). */
  meant(text: string): Promise<Account | undefined>
  byUsername(username: string): Promise<Account | undefined>
  /**
   * Whether an account may get these details, or gets with them an address that signs somebody else in. It is there to be told
   * to administrators; who is found, also when two are told `free` at once, is decided by the claim alone.
   */
  addressIn(person: Account['person'], account: Account): Promise<'free' | 'taken'>
  /**
   * Brings the index of addresses up to an account that was written. What a node that died has left out is made good by the
   * next call; until then the address leads to nobody.
   */
  settle(sub: string, before?: Account, after?: Account): Promise<void>
}

export function signInNames(
  documents: DocumentStore,
  account: (sub: string) => Promise<Account | undefined>,
): SignInNames {
  const behind = async (index: string, key: string | undefined): Promise<Account | undefined> =>
    account((await documents.read(index, key ?? NOBODY)) ?? NOBODY)
  const byUsername = async (username: string): Promise<Account | undefined> => {
    const canonical = canonicalUsername(username)
    const found = await behind(USERNAMES, canonical)
    return found !== undefined && canonicalUsername(found.username) === canonical ? found : undefined
  }
  const byAddress = async (text: string): Promise<Account | undefined> => {
    const address = canonicalAddress(text)
    const found = await behind(ADDRESSES, address)
    return addressOf(found) === address ? found : undefined
  }
  /** First come, first served: only a claim whose holder does not carry the address any more can be taken over. */
  const claim = async (address: string, sub: string): Promise<void> => {
    for (;;) {
      const holder = await documents.read(ADDRESSES, address)
      if (holder === sub || (holder !== undefined && addressOf(await account(holder)) === address)) return
      if ((await documents.replace(ADDRESSES, address, holder, sub)) === 'replaced') return
    }
  }
  return {
    byUsername,
    async meant(text) {
      const [named, addressed] = await Promise.all([byUsername(text), byAddress(text)])
      return meantBy(named, addressed)
    },
    async addressIn(person, { sub, person: before }) {
      const address = signInAddress(person)
      if (address === undefined || address === signInAddress(before)) return 'free'
      const holder = await byAddress(address)
      return holder === undefined || holder.sub === sub ? 'free' : 'taken'
    },
    async settle(sub, before, after) {
      const left = addressOf(before)
      if (left !== undefined && left !== addressOf(after)) await documents.replace(ADDRESSES, left, sub, undefined)
      // Not what was written, but what stands there now: another node may have given the address back meanwhile.
      const carried = addressOf(await account(sub))
      if (carried !== undefined) await claim(carried, sub)
    },
  }
}

function addressOf(account: Account | undefined): string | undefined {
  return account === undefined ? undefined : signInAddress(account.person)
}
