import { filterOfAnyName } from '../../policies/ldap-filter.ts'
import { openConnection } from './connection.ts'
import type { LdapDirectorySettings } from './directory-options.ts'
import { requireDriver } from './driver.ts'
import { textOf } from './entry.ts'
import { knownServers } from './servers.ts'
import { directoryPlan } from './settings.ts'

/**
 * Counts user names that several users share. Sign-ins with these names fail. Reads the names of all users in pages.
 * @throws Error when the directory is unavailable
 */
export async function sharedNames(settings: LdapDirectorySettings): Promise<number> {
  const plan = directoryPlan(settings)
  requireDriver()
  const { first } = knownServers(plan.servers, settings.logger)
  const never = new AbortController().signal
  const entries = await first(async (server) => {
    const connection = await openConnection(server, { ...plan, signal: AbortSignal.timeout(plan.timeoutMs) })
    try {
      await connection.bind(plan.account.dn, plan.account.password)
      return await connection.search({
        base: plan.base,
        scope: 'subtree',
        filter: filterOfAnyName(plan.userFilter),
        attributes: [plan.attributes.username],
      })
    } finally {
      await connection.close()
    }
  }, never)
  const counts = new Map<string, number>()
  for (const entry of entries) {
    // Normalize names the way servers compare them.
    const name = textOf(entry, plan.attributes.username)?.toLowerCase().trim()
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts.values()].filter((count) => count > 1).length
}
