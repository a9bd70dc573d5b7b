import { canonicalAddress, isHeldByAnother, pickAccount, signInAddress } from '../../../policies/sign-in-address.ts'
import { canonicalUsername } from '../../../policies/username.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { changeText } from '../documents.ts'
import { type Account, ADDRESSES, isRetired, NO_KEY, USERNAMES } from './account-record.ts'

/** The new email address is another account's user name; nothing was changed. */
export class AddressTaken extends Error {
  override readonly name = 'AddressTaken'
  override readonly message = 'the email address is the username of another account; nothing was changed'
}

/**
 * Finds the account for text typed at sign-in. The two indexes are only hints: the account itself must have the name or
 * email address, so an outdated or missing index entry never yields an account.
 */
export type SignInNames = ReturnType<typeof signInNames>

/** Called once for a user name and once for an email address, before the account with this subject is read. */
export type OnSubject = (sub: string | undefined) => void

/** Reads the account that an index names. The number of reads is always the same (D-A2). */
const reader =
  (documents: DocumentStore, account: (sub: string) => Promise<Account | undefined>) =>
  async (index: string, key: string | undefined, seen?: OnSubject): Promise<Account | undefined> => {
    const sub = await documents.read(index, key ?? NO_KEY)
    seen?.(sub)
    return account(sub ?? NO_KEY)
  }

export function signInNames(documents: DocumentStore, account: (sub: string) => Promise<Account | undefined>) {
  const behind = reader(documents, account)
  const byUsername = async (username: string, seen?: OnSubject): Promise<Account | undefined> => {
    const canonical = canonicalUsername(username)
    const found = await behind(USERNAMES, canonical, seen)
    return found !== undefined && canonicalUsername(found.username) === canonical ? found : undefined
  }
  const byAddress = async (text: string, seen?: OnSubject): Promise<Account | undefined> => {
    const address = canonicalAddress(text)
    const found = await behind(ADDRESSES, address, seen)
    return addressOf(found) === address ? found : undefined
  }
  /** First come, first served: a claim can be taken over only if its holder no longer has the email address. */
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
    /** Whether a user name is, or is about to become, another account's verified email address. */
    isAddressOfAnother: async (canonical: string, sub: string): Promise<boolean> =>
      isHeldByAnother(await documents.read(ADDRESSES, canonical), sub),
    /**
     * Claims a verified email address before it is written to an account. `taken`: it is another account's user name. A
     * name is claimed before it is compared with email addresses, and an email address before it is compared with
     * names, so if two nodes compete, at least one of them detects the conflict.
     */
    async reserve(sub: string, before: Account | undefined, after: Account): Promise<'free' | 'taken'> {
      const address = addressOf(after)
      if (address === undefined || address === addressOf(before)) return 'free'
      await claim(address, sub)
      return withdrawNameOfAnother(address, sub)
    },
    /** Finds an account by user name or verified email address. The number of reads is always the same (D-A2). */
    async accountNamed(text: string, seen?: OnSubject): Promise<Account | undefined> {
      const [named, addressed] = await Promise.all([byUsername(text, seen), byAddress(text, seen)])
      // An embedded account, even if found by email address, takes precedence over a directory user's name.
      return named?.source === 'directory' ? pickAccount(addressed, named) : pickAccount(named, addressed)
    },
    /**
     * Whether an account can be given these details. `taken`: another account already signs in with it. Use only for
     * error messages: two simultaneous calls may both return `free`, and the claim then decides.
     */
    async addressIn(person: Account['person'], { sub, person: before, origin }: Account): Promise<'free' | 'taken'> {
      const address = origin === undefined ? signInAddress(person) : undefined
      if (address === undefined || address === signInAddress(before)) return 'free'
      const [holder, isName] = await Promise.all([byAddress(address), isNameOfAnother(address, sub)])
      return isName || isHeldByAnother(holder?.sub, sub) ? 'taken' : 'free'
    },
    /** Whether the text is an email address that this account uses to sign in. */
    isHolder: async (sub: string, text: string): Promise<boolean> =>
      (await documents.read(ADDRESSES, canonicalAddress(text) ?? NO_KEY)) === sub,
    /**
     * Updates the email address index after a write. If a crash prevents the update, the next call repeats it; until
     * then, the email address cannot be used to sign in. `taken`: the email address was missing from the index and has
     * become another account's user name.
     */
    async updateIndex(sub: string, before?: Account, after?: Account): Promise<'free' | 'taken'> {
      const former = addressOf(before)
      if (former !== undefined && former !== addressOf(after))
        await documents.replace(ADDRESSES, former, sub, undefined)
      // Read the stored account again, because another node may have removed the email address meanwhile.
      const current = addressOf(await account(sub))
      if (current === undefined || (await claim(current, sub)) === 'unchanged') return 'free'
      return withdrawNameOfAnother(current, sub)
    },
  }
}

/** Ignores email addresses from external providers, which cannot be used to sign in and do not block names (D-A5). */
export function addressOf(account: Account | undefined): string | undefined {
  return account === undefined || account.origin !== undefined ? undefined : signInAddress(account.person)
}
