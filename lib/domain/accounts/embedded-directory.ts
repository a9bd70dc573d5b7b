import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { SignInMethods } from '../../../policies/sign-in-methods.ts'
import { canonicalUsername } from '../../../policies/username.ts'
import type { AccountSettings } from '../../config/configuration.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { changeDocument } from '../documents.ts'
import { unverified } from './account-details.ts'
import { type AccountLetters, tellOf, withConsequences } from './account-letters.ts'
import {
  ACCOUNTS,
  type Account,
  findAccount,
  type HasConnectorTo,
  readAccount,
  userOf,
  writeAccount,
} from './account-record.ts'
import { type UpsertParts, upsertAccounts } from './configured-accounts.ts'
import { type EmbeddedParts, type EmbeddedPasswords, embeddedPasswords, passwordIn } from './embedded-passwords.ts'
import { type EmbeddedProfiles, embeddedProfiles } from './embedded-profiles.ts'
import { dropFactors } from './factors/factor-record.ts'
import { hashPassword, newOneTimePassword } from './factors/passwords.ts'
import type { SecondFactorRepositories } from './factors/second-factors.ts'
import { hashForms } from './hash-forms.ts'
import { releaseIdentity } from './identity-claims.ts'
import { AddressTaken, type SignInNames, signInNames } from './sign-in-names.ts'
import { trustedDevices } from './trusted-devices.ts'
import type { SignInDirectory, User } from './user-directory.ts'
import { usernameClaims } from './username-claims.ts'

export interface EmbeddedDirectory
  extends Omit<SignInDirectory, keyof EmbeddedPasswords | keyof EmbeddedProfiles>,
    EmbeddedPasswords,
    EmbeddedProfiles {
  account(sub: string): Promise<Account | undefined>
  accountByUsername(username: string): Promise<Account | undefined>
  /** Whether the account has a password (see `passwordIn`). */
  passwordOf(sub: string): Promise<SignInMethods['password']>
  /** The account that a text typed at sign-in identifies: by user name, or else by verified address. */
  accountMeant(text: string): Promise<Account | undefined>
  /** Whether an account may get these details; `taken`: their address signs another account in. */
  addressIn: SignInNames['addressIn']
  isAddressOfAnother: SignInNames['isAddressOfAnother']
  /** Whether an account of this subject could be created under this name now. */
  usernameIn(username: string, sub: string): Promise<'free' | NotCreated['outcome']>
  /** Creates an account; user name, verified address and subject are claimed together or not at all. */
  create(account: Account): Promise<CreateOutcome>
  /** Creates an account with a one-time password. The password is in the result only; a hash is stored. */
  invite(username: string, person: Account['person']): Promise<Invitation>
  /**
   * Creates an account without a password: its first one is chosen by the letter that invites its user.
   * @param connector by which its user is to sign in instead
   */
  inviteByLetter(username: string, person: Account['person'], connector?: string): Promise<CreatedAccount>
  /** Changes an account by compare-and-replace, and tells its user by letter what they should know; ends all it holds when it becomes suspended. The same object: no change. @throws AddressTaken */
  change(sub: string, change: (account: Account) => Account, tells?: 'tell-nobody'): Promise<Account | undefined>
  remove(sub: string): Promise<'removed' | 'missing'>
  list(
    after: string | undefined,
    limit: number,
  ): Promise<{ readonly accounts: readonly Account[]; readonly total: number }>
  /** Writes the accounts of the configuration to the store, and removes those that are no longer in it. */
  adopt(settings: readonly AccountSettings[]): Promise<void>
}

type CreateOutcome = 'created' | 'sub-taken' | NotCreated['outcome']
/** `email-taken`: the verified address is the user name of another account. */
type NotCreated = { readonly outcome: 'username-taken' | 'username-retired' | 'username-unusable' | 'email-taken' }
export type CreatedAccount = { readonly outcome: 'created'; readonly account: Account } | NotCreated
export type Invitation =
  | { readonly outcome: 'created'; readonly account: Account; readonly oneTimePassword: string }
  | NotCreated

/** What follows from a change of an account. */
export interface AccountEffects {
  /** Ends all that a subject holds, on all devices. */
  end(sub: string): Promise<void>
  /** Who may enter what is judged anew. */
  rolesChanged(sub: string): Promise<void>
  /** Whether names of removed users stay theirs (see `usernameClaims`); absent: they do not. */
  keepsNames?(): Promise<boolean>
  /** Absent where no letters are sent: then an address that a user enters counts at once, unverified. */
  readonly letters?: AccountLetters
}

/**
 * User directory in the service's own store, with argon2id hashes.
 * @param factors passkeys and codes; not needed where nobody signs in, as on the command line
 */
export function embeddedDirectory(
  documents: DocumentStore,
  { end, rolesChanged, keepsNames = async () => false, letters }: AccountEffects,
  { now, passwords, hasConnectorTo = () => false }: UpsertParts & { readonly hasConnectorTo?: HasConnectorTo },
  factors: SecondFactorRepositories = {},
): EmbeddedDirectory {
  const account = (sub: string): Promise<Account | undefined> => findAccount(documents, sub)
  const names = signInNames(documents, account)
  const claims = usernameClaims(documents, keepsNames)
  /** Removes an account, and leaves the second factors for an account that replaces it under the same subject. */
  const removeAccount = async (sub: string): Promise<'removed' | 'missing'> => {
    const found = await account(sub)
    if (found === undefined) return 'missing'
    // Once first, so that a crash in between leaves nothing valid, and once more for what was created in between.
    await end(sub)
    const { before } = await changeDocument<Account>(documents, ACCOUNTS, sub, () => undefined)
    await names.updateIndex(sub, before ?? found)
    const canonical = canonicalUsername(found.username)
    if (canonical !== undefined) await claims.release(canonical, sub)
    await end(sub)
    return 'removed'
  }
  const add = async (
    username: string,
    person: Account['person'],
    entry: Pick<Account, 'passwordHash' | 'mustChangePassword' | 'invitedBy'>,
  ): Promise<CreatedAccount> => {
    const fresh: Account = {
      sub: randomUUID(),
      username,
      ...entry,
      status: 'active',
      source: 'administrator',
      person,
      createdAt: now(),
      changedAt: now(),
    }
    const outcome = await directory.create(fresh)
    if (outcome === 'sub-taken') throw new Error('a random subject is taken')
    return outcome === 'created' ? { outcome, account: fresh } : { outcome }
  }
  const parts: EmbeddedParts = {
    account,
    change: (...sent) => directory.change(...sent),
    names,
    forms: hashForms(documents, now),
    now,
  }
  const directory: EmbeddedDirectory = {
    ...factors,
    ...embeddedPasswords(parts),
    ...embeddedProfiles(parts, letters === undefined ? 'count-at-once' : 'are-proved'),
    endsTokens: true,
    tellsRoles: true,
    account,
    accountByUsername: names.byUsername,
    passwordOf: (sub) => passwordIn(documents, sub, hasConnectorTo),
    accountMeant: names.meant,
    addressIn: names.addressIn,
    isAddressOfAnother: names.isAddressOfAnother,
    async usernameIn(username, sub) {
      const canonical = canonicalUsername(username)
      if (canonical === undefined) return 'username-unusable'
      return (await names.isAddressOfAnother(canonical, sub)) ? 'username-taken' : claims.stateOf(canonical, sub)
    },
    async find(sub): Promise<User | undefined> {
      const found = await account(sub)
      if (found === undefined) return undefined
      // Only its directory service, which is not asked here, can say whether it may sign in.
      return found.source === 'directory' ? { ...userOf(found), active: false } : userOf(found)
    },
    findByLogin: async (text) => {
      const found = await names.meant(text)
      return found === undefined ? undefined : userOf(found)
    },
    async create(fresh) {
      const canonical = canonicalUsername(fresh.username)
      if (canonical === undefined) return 'username-unusable'
      const claim = await claims.claim(canonical, fresh.sub, fresh.source)
      if (claim !== 'claimed') return claim
      const isAddress = await names.isAddressOfAnother(canonical, fresh.sub)
      const address = isAddress ? 'free' : await names.reserve(fresh.sub, undefined, fresh)
      const fits = !isAddress && address === 'free'
      if (fits && (await documents.replace(ACCOUNTS, fresh.sub, undefined, writeAccount(fresh))) === 'replaced') {
        await names.updateIndex(fresh.sub, undefined, fresh)
        return 'created'
      }
      if (!isAddress) await names.updateIndex(fresh.sub, fresh)
      const holder = await account(fresh.sub)
      if (holder === undefined || canonicalUsername(holder.username) !== canonical)
        await claims.withdraw(canonical, fresh.sub)
      return isAddress ? 'username-taken' : address === 'taken' ? 'email-taken' : 'sub-taken'
    },
    async invite(username, person) {
      const oneTimePassword = newOneTimePassword()
      const password = { passwordHash: await hashPassword(oneTimePassword), mustChangePassword: true }
      const made = await add(username, person, password)
      return made.outcome === 'created' ? { ...made, oneTimePassword } : made
    },
    inviteByLetter: (username, person, connector) =>
      add(username, person, connector === undefined ? {} : { invitedBy: connector }),
    async change(sub, change, tells) {
      const attempts: [before: Account, after: Account][] = []
      const { before, after } = await changeDocument<Account>(documents, ACCOUNTS, sub, async (before) => {
        // Another change was faster: the address that the attempt claimed is released.
        for (const [from, to] of attempts.splice(0)) await names.updateIndex(sub, to, from)
        if (before === undefined) return 'keep'
        const edited = change(before)
        const after = edited === before ? before : withConsequences(before, { ...edited, changedAt: now() })
        attempts.push([before, after])
        if ((await names.reserve(sub, before, after)) === 'taken') throw new AddressTaken()
        // Once first, so that a crash in between leaves nothing that was judged by the roles before.
        if (hasOtherRoles(before, after)) await rolesChanged(sub)
        return after
      })
      if (before === undefined || after === undefined) return undefined
      // Also when it was suspended before: an attempt that was interrupted in between is finished by the next.
      if (after.status === 'suspended') await end(sub)
      if (hasOtherRoles(before, after)) await rolesChanged(sub)
      // A name that was created while this account gave the address up and got it back.
      if ((await names.updateIndex(sub, before, after)) === 'taken')
        return directory.change(sub, unverified, 'tell-nobody')
      if (letters !== undefined && after !== before && tells === undefined) await tellOf(letters, before, after)
      return after
    },
    async remove(sub) {
      const identities = (await account(sub))?.identities ?? []
      const outcome = await removeAccount(sub)
      for (const identity of identities) await releaseIdentity(documents, identity, sub)
      await dropFactors(documents, sub)
      await trustedDevices(documents, now).removeAll(sub)
      return outcome
    },
    async list(after, limit) {
      const { documents: page, total } = await documents.list(ACCOUNTS, after, limit)
      return { accounts: page.map(({ value }) => readAccount(value)), total }
    },
    adopt: (settings) => upsertAccounts(directory, removeAccount, names, settings, { passwords, now }),
  }
  return directory
}

const hasOtherRoles = (before: Account, after: Account): boolean =>
  !isDeepStrictEqual(before.person.roles, after.person.roles)
