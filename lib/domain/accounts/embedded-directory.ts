import type { SignInMethods } from '../../../policies/sign-in-methods.ts'
import { canonicalUsername } from '../../../policies/username.ts'
import type { AccountSettings } from '../../config/configuration.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { changeDocument } from '../documents.ts'
import {
  ACCOUNTS,
  type Account,
  type AccountList,
  findAccount,
  type HasConnectorTo,
  readAccount,
  userOf,
} from './account-record.ts'
import { type UpsertParts, upsertAccounts } from './configured-accounts.ts'
import { type AccountEffects, accountChange, type ChangeAccount } from './embedded-change.ts'
import { type EmbeddedCreation, embeddedCreation } from './embedded-creation.ts'
import { type EmbeddedParts, type EmbeddedPasswords, embeddedPasswords, passwordIn } from './embedded-passwords.ts'
import { type EmbeddedProfiles, embeddedProfiles } from './embedded-profiles.ts'
import { dropFactors } from './factors/factor-record.ts'
import type { SecondFactorRepositories } from './factors/second-factors.ts'
import { hashForms } from './hash-forms.ts'
import { releaseIdentity } from './identity-claims.ts'
import { type SignInNames, signInNames } from './sign-in-names.ts'
import { trustedDevices } from './trusted-devices.ts'
import type { SignInDirectory, User } from './user-directory.ts'
import { usernameClaims } from './username-claims.ts'

/** User directory in Portico's store: accounts, passwords, and profiles. */
export interface EmbeddedDirectory
  extends Omit<SignInDirectory, keyof EmbeddedPasswords | keyof EmbeddedProfiles>,
    AccountList,
    Pick<SignInNames, 'accountNamed' | 'addressIn' | 'isAddressOfAnother'>,
    EmbeddedCreation,
    EmbeddedPasswords,
    EmbeddedProfiles {
  /** Returns the account with this subject; undefined if there is none. */
  account(sub: string): Promise<Account | undefined>
  /** Finds an account by user name, never by email address. Ignores case. */
  accountByUsername(username: string): Promise<Account | undefined>
  /** See `passwordIn`. */
  passwordOf(sub: string): Promise<SignInMethods['password']>
  /** Changes an account. Returns the new account; undefined if there is none. @throws AddressTaken */
  change: ChangeAccount
  /** Removes an account with its second factors and identities, and ends its sessions and tokens. */
  remove(sub: string): Promise<'removed' | 'missing'>
  /** See `upsertAccounts`. */
  adopt(settings: readonly AccountSettings[]): Promise<void>
}

/** The user directory in Portico's store. @param factors can be omitted if no users sign in, as on the command line */
export function embeddedDirectory(
  documents: DocumentStore,
  effects: AccountEffects,
  { now, passwords, hasConnectorTo = () => false }: UpsertParts & { readonly hasConnectorTo?: HasConnectorTo },
  factors: SecondFactorRepositories = {},
): EmbeddedDirectory {
  const { end, keepsNames = async () => false, emails } = effects
  const account = (sub: string): Promise<Account | undefined> => findAccount(documents, sub)
  const names = signInNames(documents, account)
  const claims = usernameClaims(documents, keepsNames)
  /** Removes an account but keeps its second factors in case a new account is created with the same subject. */
  const removeAccount = async (sub: string): Promise<'removed' | 'missing'> => {
    const found = await account(sub)
    if (found === undefined) return 'missing'
    // End access before the write, in case of a crash, and again after it, to include sessions created in between.
    await end(sub)
    const { before } = await changeDocument<Account>(documents, ACCOUNTS, sub, () => undefined)
    await names.updateIndex(sub, before ?? found)
    const canonical = canonicalUsername(found.username)
    if (canonical !== undefined) await claims.release(canonical, sub)
    await end(sub)
    return 'removed'
  }
  const change = accountChange(documents, names, effects, now)
  const parts: EmbeddedParts = {
    account,
    change,
    names,
    forms: hashForms(documents, now),
    now,
  }
  const directory: EmbeddedDirectory = {
    ...factors,
    ...embeddedCreation({ documents, account, names, claims, now }),
    ...embeddedPasswords(parts),
    ...embeddedProfiles(parts, emails === undefined ? 'count-at-once' : 'are-proved'),
    endsTokens: true,
    reportsRoles: true,
    account,
    change,
    accountByUsername: names.byUsername,
    passwordOf: (sub) => passwordIn(documents, sub, hasConnectorTo),
    accountNamed: names.accountNamed,
    addressIn: names.addressIn,
    isAddressOfAnother: names.isAddressOfAnother,
    async find(sub): Promise<User | undefined> {
      const found = await account(sub)
      if (found === undefined) return undefined
      // Only the directory service, which is not queried here, can allow the sign-in.
      return found.source === 'directory' ? { ...userOf(found, now()), active: false } : userOf(found, now())
    },
    findByLogin: async (text) => {
      const found = await names.accountNamed(text)
      return found === undefined ? undefined : userOf(found, now())
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
