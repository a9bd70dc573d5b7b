import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { PROFILE_FIELDS } from '../../../policies/profile.ts'
import type { SignInMethods } from '../../../policies/sign-in-methods.ts'
import { canonicalUsername } from '../../../policies/username.ts'
import type { AccountSettings } from '../../config/configuration.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { digestOf } from '../keys/digest.ts'
import { withDetails } from './account-details.ts'
import { ACCOUNTS, type Account, NOBODY, readAccount, userOf, writeAccount } from './account-record.ts'
import { type UpsertParts, upsertAccounts } from './configured-accounts.ts'
import { dropFactors } from './factors/factor-record.ts'
import type { InTurn } from './factors/hashing-line.ts'
import { hashPassword, newOneTimePassword, passwordMatches } from './factors/passwords.ts'
import type { SecondFactorRepositories } from './factors/second-factors.ts'
import { type SignInNames, signInNames } from './sign-in-names.ts'
import { trustedDevices } from './trusted-devices.ts'
import type { OneTimePasswords, PasswordOutcome, ProfileOutcome, SignInDirectory, User } from './user-directory.ts'
import { usernameClaims } from './username-claims.ts'

export interface EmbeddedDirectory extends SignInDirectory {
  readonly oneTimePasswords: OneTimePasswords
  account(sub: string): Promise<Account | undefined>
  accountByUsername(username: string): Promise<Account | undefined>
  /** The account that a text typed at sign-in identifies: by user name, or else by verified address. */
  accountMeant(text: string): Promise<Account | undefined>
  /** Whether an account may get these details; `taken`: their address signs another account in. */
  addressIn: SignInNames['addressIn']
  /** Creates an account; user name and subject are claimed together or not at all. */
  create(
    account: Account,
  ): Promise<'created' | 'username-taken' | 'username-retired' | 'sub-taken' | 'username-unusable'>
  /** Creates an account with a one-time password. The password is in the result only; a hash is stored. */
  invite(username: string, person: Account['person']): Promise<Invitation>
  /**
   * Sets a password; sessions and tokens stay as they are.
   * @param was hash of the one to be replaced; absent: any
   * @param hash where hashing waits for its turn
   */
  changePassword(
    sub: string,
    password: string,
    was?: string,
    hash?: InTurn,
  ): Promise<'changed' | 'outdated' | 'missing'>
  /** Changes an account by compare-and-replace; ends all it holds when it becomes suspended. The same object: no change. */
  change(sub: string, change: (account: Account) => Account): Promise<Account | undefined>
  remove(sub: string): Promise<'removed' | 'missing'>
  list(
    after: string | undefined,
    limit: number,
  ): Promise<{ readonly accounts: readonly Account[]; readonly total: number }>
  /** Writes the accounts of the configuration to the store, and removes those that are no longer in it. */
  adopt(settings: readonly AccountSettings[]): Promise<void>
}

export type Invitation =
  | { readonly outcome: 'created'; readonly account: Account; readonly oneTimePassword: string }
  | { readonly outcome: 'username-taken' | 'username-retired' | 'username-unusable' }

/** What follows from a change of an account. */
export interface AccountEffects {
  /** Ends all that a subject holds, on all devices. */
  end(sub: string): Promise<void>
  /** Who may enter what is judged anew. */
  rolesChanged(sub: string): Promise<void>
  /** Whether names of removed users stay theirs (see `usernameClaims`); absent: they do not. */
  keepsNames?(): Promise<boolean>
}

/**
 * User directory in the service's own store, with argon2id hashes.
 * @param factors passkeys and codes; not needed where nobody signs in, as on the command line
 */
export function embeddedDirectory(
  documents: DocumentStore,
  { end, rolesChanged, keepsNames = async () => false }: AccountEffects,
  { now, passwords }: UpsertParts,
  factors: SecondFactorRepositories = {},
): EmbeddedDirectory {
  const account = async (sub: string): Promise<Account | undefined> => {
    const text = await documents.read(ACCOUNTS, sub)
    return text === undefined ? undefined : readAccount(text)
  }
  const names = signInNames(documents, account)
  const claims = usernameClaims(documents, keepsNames)
  /** Removes an account, and leaves the second factors for an account that replaces it under the same subject. */
  const removeAccount = async (sub: string): Promise<'removed' | 'missing'> => {
    const found = await account(sub)
    if (found === undefined) return 'missing'
    // Once first, so that a crash in between leaves nothing valid, and once more for what was created in between.
    await end(sub)
    let latest = found
    for (;;) {
      const text = await documents.read(ACCOUNTS, sub)
      if (text === undefined) break
      latest = readAccount(text)
      if ((await documents.replace(ACCOUNTS, sub, text, undefined)) === 'replaced') break
    }
    await names.updateIndex(sub, latest)
    const canonical = canonicalUsername(found.username)
    if (canonical !== undefined) await claims.release(canonical, sub)
    await end(sub)
    return 'removed'
  }
  const directory: EmbeddedDirectory = {
    ...factors,
    endsTokens: true,
    tellsRoles: true,
    account,
    accountByUsername: names.byUsername,
    accountMeant: names.meant,
    addressIn: names.addressIn,
    async find(sub): Promise<User | undefined> {
      const found = await account(sub)
      return found === undefined ? undefined : userOf(found)
    },
    async authenticate({ username, password }, hash = (work) => work()) {
      const found = await names.meant(username)
      const matches = await hash(() => passwordMatches(password, found?.passwordHash))
      // The comparison is slow: a password that was replaced meanwhile must not sign in. Also read for an unknown name (D-A2).
      const current = await account(found?.sub ?? NOBODY)
      if (!matches || current === undefined || current.passwordHash !== found?.passwordHash) return undefined
      return { ...userOf(current), passwordStamp: stampOf(current) }
    },
    async passwordStampOf(sub) {
      const found = await account(sub)
      return found?.passwordHash === undefined ? undefined : stampOf(found)
    },
    profileFields: async (sub) => ((await account(sub))?.source === 'administrator' ? PROFILE_FIELDS : []),
    async updateProfile({ sub, changes }) {
      let outcome: ProfileOutcome = 'updated'
      const changed = await directory.change(sub, (current) => {
        outcome = current.source === 'administrator' ? 'updated' : 'refused'
        return outcome === 'updated' ? { ...current, person: withDetails(current.person, changes) } : current
      })
      return changed === undefined ? 'missing' : outcome
    },
    async create(fresh) {
      const canonical = canonicalUsername(fresh.username)
      if (canonical === undefined) return 'username-unusable'
      const claim = await claims.claim(canonical, fresh.sub, fresh.source)
      if (claim !== 'claimed') return claim
      if ((await documents.replace(ACCOUNTS, fresh.sub, undefined, writeAccount(fresh))) === 'replaced') {
        await names.updateIndex(fresh.sub, undefined, fresh)
        return 'created'
      }
      const holder = await account(fresh.sub)
      if (holder === undefined || canonicalUsername(holder.username) !== canonical)
        await claims.withdraw(canonical, fresh.sub)
      return 'sub-taken'
    },
    async invite(username, person) {
      const oneTimePassword = newOneTimePassword()
      const account: Account = {
        sub: randomUUID(),
        username,
        passwordHash: await hashPassword(oneTimePassword),
        mustChangePassword: true,
        status: 'active',
        source: 'administrator',
        person,
        createdAt: now(),
        changedAt: now(),
      }
      const outcome = await directory.create(account)
      if (outcome === 'sub-taken') throw new Error('a random subject is taken')
      return outcome === 'created' ? { outcome, account, oneTimePassword } : { outcome }
    },
    oneTimePasswords: {
      async stampOf(sub) {
        const found = await account(sub)
        // Without a password there is none to be replaced.
        return found?.mustChangePassword === true && found.passwordHash !== undefined ? stampOf(found) : undefined
      },
      async replace({ sub, stamp, password }, hash = (work) => work()) {
        const found = await account(sub)
        if (found?.mustChangePassword !== true || stampOf(found) !== stamp) return 'outdated'
        if (await hash(() => passwordMatches(password, found.passwordHash))) return 'same-password'
        const passwordHash = await hash(() => hashPassword(password))
        let outcome: PasswordOutcome = 'outdated'
        const changed = await directory.change(sub, (current) => {
          outcome = current.mustChangePassword === true && stampOf(current) === stamp ? 'replaced' : 'outdated'
          const { mustChangePassword: _done, ...rest } = current
          return outcome === 'replaced' ? { ...rest, passwordHash, passwordSetAt: now() } : current
        })
        return changed === undefined ? 'outdated' : outcome
      },
    },
    async change(sub, change) {
      for (;;) {
        const text = await documents.read(ACCOUNTS, sub)
        if (text === undefined) return undefined
        const before = readAccount(text)
        const edited = change(before)
        const after = edited === before ? before : { ...edited, changedAt: now() }
        const hasOtherRoles = !isDeepStrictEqual(before.person.roles, after.person.roles)
        // Once first, so that a crash in between leaves nothing that was judged by the roles before.
        if (hasOtherRoles) await rolesChanged(sub)
        if (edited !== before && (await documents.replace(ACCOUNTS, sub, text, writeAccount(after))) === 'changed')
          continue
        // Also when it was suspended before: an attempt that was interrupted in between is finished by the next.
        if (after.status === 'suspended') await end(sub)
        if (hasOtherRoles) await rolesChanged(sub)
        await names.updateIndex(sub, before, after)
        return after
      }
    },
    async changePassword(sub, password, was, hash = (work) => work()) {
      const passwordHash = await hash(() => hashPassword(password))
      let outcome = 'changed' as 'changed' | 'outdated'
      const changed = await directory.change(sub, (current) => {
        outcome = was === undefined || current.passwordHash === was ? 'changed' : 'outdated'
        const { mustChangePassword: _done, ...rest } = current
        return outcome === 'changed' ? { ...rest, passwordHash, passwordSetAt: now() } : current
      })
      return changed === undefined ? 'missing' : outcome
    },
    async remove(sub) {
      const outcome = await removeAccount(sub)
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

/** Whether the account has a password. */
export async function passwordIn(documents: DocumentStore, sub: string): Promise<SignInMethods['password']> {
  const text = await documents.read(ACCOUNTS, sub)
  return text === undefined || readAccount(text).passwordHash === undefined ? 'none' : 'set'
}

/** The security stamp of a password: another password has another one, and it discloses nothing about the password. */
function stampOf({ passwordHash = '' }: Account): string {
  return digestOf(passwordHash)
}
