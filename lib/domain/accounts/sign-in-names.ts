import { accountMeant, canonicalAddress, isHeldByAnother, signInAddress } from '../../../policies/sign-in-address.ts'
import { canonicalUsername } from '../../../policies/username.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { changeText } from '../documents.ts'
import { type Account, ADDRESSES, isRetired, NOBODY, USERNAMES } from './account-record.ts'

/** The address of a change is the user name of another account; nothing was changed. */
export class AddressTaken extends Error {
  override readonly name = 'AddressTaken'
  override readonly message = 'the email address is the username of another account; nothing was changed'
}

/**
 * Which account a text typed at sign-in identifies. The two indexes are hints, and the account is authoritative: it must itself
 * have the name or address. So an index entry that outlived its account, or is missing because a node died, finds no account.
 */
export interface SignInNames {
  /** By user name, else by verified address; of a user of a directory service the other way round. Always the same number of reads, also for an unknown text (D-A2). */
  meant(text: string): Promise<Account | undefined>
  byUsername(username: string): Promise<Account | undefined>
  /**
   * Whether an account may get these details, or their address signs another account in. For messages to administrators; which
   * account is found, also after two simultaneous answers `free`, is decided by the claim alone.
   */
  addressIn(person: Account['person'], account: Account): Promise<'free' | 'taken'>
  /**
   * Updates the index of addresses after an account was written. A call that a crash prevented is made up for by the next
   * one; until then the address finds no account. `taken`: the index lacked the address, which is now the user name of another account.
   */
  updateIndex(sub: string, before?: Account, after?: Account): Promise<'free' | 'taken'>
  /**
   * Claims the verified address that a write is going to give an account, before that write. `taken`: it is the user name of another
   * account. A name is claimed before its address is looked up, and an address before its name: of two nodes at least one sees the other.
   */
  reserve(sub: string, before: Account | undefined, after: Account): Promise<'free' | 'taken'>
  /** Whether a user name is the verified address of another account, or another account is about to get it. */
  isAddressOfAnother(canonical: string, sub: string): Promise<boolean>
  /** Whether an address signs this account in, and no other. */
  isHolder(sub: string, address: string): Promise<boolean>
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
  /** First come, first served: only a claim whose holder no longer has the address can be taken over. */
  const claim = async (address: string, sub: string): Promise<'claimed' | 'unchanged'> => {
    const { before, after } = await changeText(documents, ADDRESSES, address, async (holder) =>
      holder !== undefined && holder !== sub && addressOf(await account(holder)) === address ? holder : sub,
    )
    return after === before ? 'unchanged' : 'claimed'
  }
  const isNameOfAnother = async (address: string, sub: string): Promise<boolean> => {
    const holder = await documents.read(USERNAMES, address)
    return !isRetired(holder) && isHeldByAnother(holder, sub)
  }
  const withdrawNameOfAnother = async (address: string, sub: string): Promise<'free' | 'taken'> => {
    if (!(await isNameOfAnother(address, sub))) return 'free'
    await documents.replace(ADDRESSES, address, sub, undefined)
    return 'taken'
  }
  return {
    byUsername,
    isAddressOfAnother: async (canonical, sub) => isHeldByAnother(await documents.read(ADDRESSES, canonical), sub),
    async reserve(sub, before, after) {
      const address = addressOf(after)
      if (address === undefined || address === addressOf(before)) return 'free'
      await claim(address, sub)
      return withdrawNameOfAnother(address, sub)
    },
    async meant(text) {
      const [named, addressed] = await Promise.all([byUsername(text), byAddress(text)])
      // An account of our own is judged here alone, also by its address: no name of a directory service comes before that.
      return named?.source === 'directory' ? accountMeant(addressed, named) : accountMeant(named, addressed)
    },
    async addressIn(person, { sub, person: before, origin }) {
      const address = origin === undefined ? signInAddress(person) : undefined
      if (address === undefined || address === signInAddress(before)) return 'free'
      const [holder, isName] = await Promise.all([byAddress(address), isNameOfAnother(address, sub)])
      return isName || isHeldByAnother(holder?.sub, sub) ? 'taken' : 'free'
    },
    async isHolder(sub, text) {
      const address = canonicalAddress(text)
      return address !== undefined && (await documents.read(ADDRESSES, address)) === sub
    },
    async updateIndex(sub, before, after) {
      const former = addressOf(before)
      if (former !== undefined && former !== addressOf(after))
        await documents.replace(ADDRESSES, former, sub, undefined)
      // Not what was written, but what is stored now: another node may have removed the address meanwhile.
      const current = addressOf(await account(sub))
      return current !== undefined && (await claim(current, sub)) === 'claimed'
        ? withdrawNameOfAnother(current, sub)
        : 'free'
    },
  }
}

/** An address that another provider vouches for signs nobody in here, and is in nobody's way (D-A5). */
export function addressOf(account: Account | undefined): string | undefined {
  return account === undefined || account.origin !== undefined ? undefined : signInAddress(account.person)
}
