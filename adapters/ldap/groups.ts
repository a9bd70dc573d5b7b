import { filledFilter } from '../../policies/ldap-filter.ts'
import type { Connection, FoundEntry } from './connection.ts'
import { canonicalName, canonicalText, isDistinguishedName } from './distinguished-name.ts'
import type { DirectoryPlan } from './settings.ts'

/** Finds the roles that a user's groups grant; undefined if no roles are configured. */
export type RolesOf = (connection: Connection, dn: string) => Promise<readonly string[] | undefined>

const LEVELS_MAX = 10
/** Maximum number of members to look up per request. */
const NAMES_IN_A_FILTER = 50
const nameKey = (name: string): string => `name ${canonicalText(name)}`

export function rolesByGroup({ groups, roles }: Pick<DirectoryPlan, 'groups' | 'roles'>): RolesOf {
  if (roles === undefined) return async () => undefined
  const { base, filter, name, nested } = groups
  // A name that looks like a distinguished name is treated as one.
  const keyOf = (group: string): string => (isDistinguishedName(group) ? canonicalName(group) : nameKey(group))
  const byGroup = new Map(Object.entries(roles).map(([group, given]) => [keyOf(group), given]))
  // If the filter uses this matching rule, Active Directory resolves nested groups itself, so one level is enough.
  const levels = nested && !filter.includes(':1.2.840.113556.1.4.1941:=') ? LEVELS_MAX : 1

  async function groupsWith(connection: Connection, members: readonly string[]): Promise<readonly FoundEntry[]> {
    const found: FoundEntry[] = []
    for (let at = 0; at < members.length; at += NAMES_IN_A_FILTER) {
      const some = members.slice(at, at + NAMES_IN_A_FILTER).map((dn) => filledFilter(filter, 'dn', dn))
      const request = { base, scope: 'subtree', filter: `(|${some.join('')})`, attributes: [name] } as const
      found.push(...(await connection.search(request)))
    }
    return found
  }

  return async (connection, dn) => {
    const seen = new Map<string, FoundEntry>()
    let members: readonly string[] = [dn]
    for (let level = 0; level < levels && members.length > 0; level += 1) {
      const found = await groupsWith(connection, members)
      // Skip groups that were already found, so that cycles end.
      const fresh = new Map(found.map((group) => [canonicalName(group.dn), group] as const))
      for (const known of seen.keys()) fresh.delete(known)
      for (const [canonical, group] of fresh) seen.set(canonical, group)
      members = [...fresh.values()].map((group) => group.dn)
    }
    const named = [...seen].flatMap(([canonical, { values }]) => [
      canonical,
      ...(values.get(name.toLowerCase()) ?? []).map((value) => nameKey(String(value))),
    ])
    return [...new Set(named.flatMap((group) => byGroup.get(group) ?? []))].toSorted()
  }
}
