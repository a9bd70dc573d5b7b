import { filledFilter, filterOfAnyName, isSearchableName, isSendablePassword } from '../../policies/ldap-filter.ts'
import type { Connection, FoundEntry } from './connection.ts'
import { connections } from './connections.ts'
import type { LdapDirectorySettings } from './directory-options.ts'
import { requireDriver } from './driver.ts'
import { type DirectoryUser, userOf } from './entry.ts'
import { rolesByGroup } from './groups.ts'
import { checkPassword, checkUnknownName } from './password-check.ts'
import { knownServers } from './servers.ts'
import { directoryPlan } from './settings.ts'
import { filterOfSub } from './stable-id.ts'
import { isActive, userEntries } from './user-entries.ts'

/** A directory for Portico's `accounts` setting. Finds and authenticates users, but never changes them. */
export interface LdapDirectory {
  /** The user with this subject; undefined if no entry matches. @throws Error when the directory is unavailable */
  find(sub: string): Promise<DirectoryUser | undefined>
  /**
   * Returns the user, even if disabled, if name and password match; otherwise undefined.
   * @param _hash unused, because the server checks the password
   * @param send called right before the password is sent; if it returns false, the password is not sent
   * @throws Error when the directory is unavailable
   */
  authenticate(
    login: { readonly username: string; readonly password: string },
    _hash?: unknown,
    send?: () => boolean,
  ): Promise<DirectoryUser | undefined>
  /**
   * Finds a user by name, without checking a password or reading roles. An ambiguous name matches no user.
   * @throws Error when the directory is unavailable
   */
  findByLogin(username: string): Promise<DirectoryUser | undefined>
  /** Takes as long as rejecting a wrong password, but checks none. @throws Error when the directory is unavailable */
  rejectUntried(username: string): Promise<void>
  /** Closes all connections. Operations in progress fail. */
  close(): Promise<void>
}

/** Timeout for one call, shorter than the 10 s after which callers give up. */
const OPERATION_MS = 9_000

/**
 * Connects to an LDAP server or Active Directory. Loads the ldapts package on the first request. Sends no password
 * before TLS is verified, and uses a separate connection for each password check.
 * @throws Error if ldapts is not installed or a setting is invalid; the message contains no values
 */
export function ldapDirectory(settings: LdapDirectorySettings): LdapDirectory {
  const plan = directoryPlan(settings)
  requireDriver()
  const { logger } = settings
  const { searching, alone, close } = connections(plan, knownServers(plan.servers, logger))
  const rolesOf = rolesByGroup(plan)

  async function completed(connection: Connection, entry: FoundEntry): Promise<DirectoryUser> {
    const user = userOf(entry, plan)
    if (!(await isActive(connection, plan, entry))) return { ...user, active: false }
    const roles = await rolesOf(connection, entry.dn)
    return roles === undefined ? user : { ...user, roles }
  }

  async function named(username: string, signal: AbortSignal): Promise<FoundEntry | undefined> {
    if (!isSearchableName(username)) return undefined
    const filter = filledFilter(plan.userFilter, 'username', username)
    const [entry, another] = await searching((connection) => userEntries(connection, plan, filter), signal)
    if (another !== undefined)
      logger?.warn({ code: 'ldap-name-ambiguous' }, 'ambiguous user name; treating as no match')
    return another === undefined ? entry : undefined
  }

  return {
    async find(sub) {
      const filter = filterOfSub(plan.id, sub)
      if (filter === undefined) return undefined
      const both = `(&${filter}${filterOfAnyName(plan.userFilter)})`
      return searching(async (connection) => {
        const [entry] = await userEntries(connection, plan, both)
        return entry === undefined ? undefined : completed(connection, entry)
      }, AbortSignal.timeout(OPERATION_MS))
    },
    async authenticate({ username, password }, _hash, send = () => true) {
      if (!isSearchableName(username) || !isSendablePassword(password)) return undefined
      const signal = AbortSignal.timeout(OPERATION_MS)
      const entry = await named(username, signal)
      if (entry === undefined) {
        await alone((connection) => checkUnknownName(connection, plan), signal)
        return undefined
      }
      const login = { dn: entry.dn, password, send }
      const check = await alone((connection) => checkPassword(connection, plan, login), signal)
      if (check === 'invalid') return undefined
      if (check === 'disabled') return { ...userOf(entry, plan), active: false }
      return searching((connection) => completed(connection, entry), signal)
    },
    async findByLogin(username) {
      const entry = await named(username, AbortSignal.timeout(OPERATION_MS))
      return entry === undefined ? undefined : userOf(entry, plan)
    },
    async rejectUntried(username) {
      const signal = AbortSignal.timeout(OPERATION_MS)
      await named(username, signal)
      await alone((connection) => checkUnknownName(connection, plan), signal)
    },
    close,
  }
}
