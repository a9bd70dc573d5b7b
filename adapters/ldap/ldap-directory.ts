import { randomBytes, randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { isRightButUnusable } from '../../policies/directory-account-state.ts'
import { filledFilter, filterOfAnyName, isSearchableName, isSendablePassword } from '../../policies/ldap-filter.ts'
import type { Connection, FoundEntry } from './connection.ts'
import { connections } from './connections.ts'
import { binaryAttributes, type DirectoryUser, isUsable, userOf, wantedAttributes } from './entry.ts'
import { failure, isOfServer, isWrongPassword } from './failures.ts'
import { rolesByGroup } from './groups.ts'
import { knownServers } from './servers.ts'
import { type DirectoryPlan, directoryPlan, type LdapDirectorySettings } from './settings.ts'
import { filterOfSub } from './stable-id.ts'

/** A user directory (`accounts` of `createPortico`): users are found and judged, never changed. */
export interface LdapDirectory {
  /** @throws Error when the directory cannot say */
  find(sub: string): Promise<DirectoryUser | undefined>
  /** @throws Error when the directory cannot say */
  authenticate(login: { readonly username: string; readonly password: string }): Promise<DirectoryUser | undefined>
  /** Ends all connections; what is underway fails. */
  close(): Promise<void>
}

/** Of one call, whatever it waits for: below the 10 s after which somebody who waits gives up. */
const OPERATION_MS = 9_000

/**
 * Users of an LDAP server or of Active Directory, by the package ldapts, which is loaded with the first question. No password is
 * sent before TLS is verified; one that is judged has a connection of its own.
 * @throws Error if ldapts is not installed, or if a setting is not to be used; no value is in its message
 */
export function ldapDirectory(settings: LdapDirectorySettings): LdapDirectory {
  const plan = directoryPlan(settings)
  requireDriver()
  const { logger } = settings
  const { searching, alone, close } = connections(plan, knownServers(plan.servers, logger))
  const rolesOf = rolesByGroup(plan)

  const entries = (connection: Connection, filter: string): Promise<readonly FoundEntry[]> =>
    connection.search({
      base: plan.base,
      scope: 'subtree',
      filter,
      attributes: wantedAttributes(plan),
      binary: binaryAttributes(plan),
      // The second one is enough to know that there are several.
      most: 2,
    })

  async function isActive(connection: Connection, entry: FoundEntry): Promise<boolean> {
    if (!isUsable(entry, plan, Date.now())) return false
    if (plan.activeFilter === undefined) return true
    const filter = plan.activeFilter
    const found = await connection.search({ base: entry.dn, scope: 'entry', filter, attributes: ['1.1'], most: 1 })
    return found.length === 1
  }

  async function completed(connection: Connection, entry: FoundEntry): Promise<DirectoryUser> {
    const user = userOf(entry, plan)
    if (!(await isActive(connection, entry))) return { ...user, active: false }
    const roles = await rolesOf(connection, entry.dn)
    return roles === undefined ? user : { ...user, roles }
  }

  const judged = (entry: FoundEntry, password: string, signal: AbortSignal): Promise<PasswordJudgement> =>
    alone((connection) => judgement(connection, entry.dn, password, plan), signal)

  /** As much work as a wrong password makes, for a name that is nobody's: time would tell otherwise. */
  async function judgeNobody(signal: AbortSignal): Promise<undefined> {
    const dn = `cn=${randomUUID()},${plan.base}`
    await alone(async (connection) => {
      await connection.bind(dn, randomBytes(16).toString('base64url')).catch((error: unknown) => {
        if (isOfServer(error)) throw error
      })
    }, signal)
  }

  return {
    async find(sub) {
      const filter = filterOfSub(plan.id, sub)
      if (filter === undefined) return undefined
      const both = `(&${filter}${filterOfAnyName(plan.userFilter)})`
      return searching(async (connection) => {
        const [entry] = await entries(connection, both)
        return entry === undefined ? undefined : completed(connection, entry)
      }, AbortSignal.timeout(OPERATION_MS))
    },
    async authenticate({ username, password }) {
      if (!isSearchableName(username) || !isSendablePassword(password)) return undefined
      const signal = AbortSignal.timeout(OPERATION_MS)
      const filter = filledFilter(plan.userFilter, 'username', username)
      const [entry, another] = await searching((connection) => entries(connection, filter), signal)
      if (another !== undefined) logger?.warn({ code: 'ldap_name_ambiguous' }, 'a user name fits two entries: nobody')
      if (entry === undefined || another !== undefined) return judgeNobody(signal)
      const answer = await judged(entry, password, signal)
      if (answer === 'wrong') return undefined
      if (answer === 'unusable') return { ...userOf(entry, plan), active: false }
      return searching((connection) => completed(connection, entry), signal)
    },
    close,
  }
}

type PasswordJudgement = 'right' | 'wrong' | 'unusable'

/** Whatever else a server says is no judgement. */
async function judgement(
  connection: Connection,
  dn: string,
  password: string,
  { isActiveDirectory }: Pick<DirectoryPlan, 'isActiveDirectory'>,
): Promise<PasswordJudgement> {
  // With an empty name it would be an anonymous bind.
  if (dn === '') throw failure('ldap: an entry without a name')
  try {
    await connection.bind(dn, password)
    return 'right'
  } catch (error) {
    if (!isWrongPassword(error)) throw error
    return isActiveDirectory && isRightButUnusable((error as Error).message) ? 'unusable' : 'wrong'
  }
}

/** At the start, not at the first sign-in, and without loading it. */
function requireDriver(): void {
  try {
    createRequire(import.meta.url).resolve('ldapts')
  } catch {
    throw new Error('ldapDirectory needs the package ldapts: npm install ldapts@9')
  }
}
