/** The users that administrators manage: accounts in the embedded directory, or users in a host directory. */
import { hasEnded } from '../../../policies/end-dates.ts'
import { OWN_ROLES } from '../../../policies/roles.ts'
import { userOf } from '../accounts/account-record.ts'
import {
  type AccountFilter,
  type AccountPage,
  accountsOf,
  everyAccount,
  rolesOf,
  searchAccounts,
} from '../accounts/account-search.ts'
import type { EmbeddedDirectory } from '../accounts/embedded-directory.ts'
import type { HostUsers } from '../accounts/host-users.ts'
import type { User } from '../accounts/user.ts'
import { type Actor, type ManagedUser, managedAccount } from './account-result.ts'
import type { UserOperations } from './user-operations.ts'

export interface UserCapabilities {
  /** Whether users can be listed without a search. */
  readonly list: boolean
  readonly search: boolean
  readonly suspend: boolean
  readonly roles: boolean
  /** Whether users are Portico accounts, which the panel can filter, count, create, edit and remove. */
  readonly accounts: boolean
}

export interface ManagedUsers {
  /** Functions that the directory supports. The panel hides all others and rejects form submissions for them. */
  readonly capabilities: UserCapabilities
  read(sub: string): Promise<ManagedUser | undefined>
  /**
   * Returns one page of users. A host directory applies only the filter's `text`.
   * @returns undefined if the directory does not support listing or searching
   */
  list(filter: AccountFilter, cursor: string | undefined, limit: number): Promise<UserPage | undefined>
  /** All users, read page by page; empty if the directory cannot list users. */
  everyone(): AsyncGenerator<User>
  /** Roles to choose from, starting with Portico's own. */
  knownRoles(): Promise<readonly string[]>
  operations(actor: Actor): UserOperations
}

export interface UserPage extends Pick<AccountPage, 'matched' | 'next'> {
  readonly users: readonly ManagedUser[]
  /** Total number of users, matching or not; undefined if the directory does not report it. */
  readonly total?: number
}

export const managedAccounts = (
  directory: EmbeddedDirectory,
  operations: ManagedUsers['operations'],
  now: () => number,
): ManagedUsers => ({
  capabilities: { list: true, search: true, suspend: true, roles: true, accounts: true },
  async read(sub) {
    const account = await directory.account(sub)
    return account && managedAccount(account, now())
  },
  async list(filter, cursor, limit) {
    const { accounts, ...page } = await searchAccounts(directory, filter, cursor, limit)
    return { ...page, users: accounts.map((account) => managedAccount(account, now())) }
  },
  async *everyone() {
    for await (const account of accountsOf(directory)) yield userOf(account, now())
  },
  async knownRoles() {
    const held = (await everyAccount(directory)).flatMap(rolesOf)
    return [...new Set([...OWN_ROLES, ...held.toSorted()])]
  },
  operations,
})

/** Number of users to request in each call to the host's `list`. */
const STEP = 200

export function managedHostUsers(
  directory: HostUsers,
  operations: ManagedUsers['operations'],
  now: () => number,
): ManagedUsers {
  const managed = (user: User): ManagedUser => ({ user, account: undefined, hasEnded: hasEnded(user.until, now()) })
  return {
    capabilities: {
      list: directory.list !== undefined,
      search: directory.search !== undefined,
      suspend: directory.suspend !== undefined,
      roles: directory.roles !== undefined,
      accounts: false,
    },
    async read(sub) {
      const user = await directory.find(sub)
      return user && managed(user)
    },
    async list({ text = '' }, cursor, limit) {
      const page = await (text === '' ? directory.list?.(cursor, limit) : directory.search?.(text, cursor, limit))
      return page && { ...page, users: page.users.map(managed) }
    },
    async *everyone() {
      // Stop at a repeated cursor, so a misbehaving directory cannot make a download endless.
      const seen = new Set<string>()
      for (let after: string | undefined; ; ) {
        const page = await directory.list?.(after, STEP)
        yield* page?.users ?? []
        if (page?.next === undefined || seen.has(page.next)) return
        seen.add(page.next)
        after = page.next
      }
    },
    knownRoles: async () => OWN_ROLES,
    operations,
  }
}
