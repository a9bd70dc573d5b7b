import type { Connection, FoundEntry } from './connection.ts'
import { binaryAttributes, isUsable, requestedAttributes } from './entry.ts'
import type { DirectoryPlan } from './settings.ts'

/** User entries that match a filter. Returns at most two, because a second match proves that the name is ambiguous. */
export const userEntries = (
  connection: Connection,
  plan: DirectoryPlan,
  filter: string,
): Promise<readonly FoundEntry[]> =>
  connection.search({
    base: plan.base,
    scope: 'subtree',
    filter,
    attributes: requestedAttributes(plan),
    binary: binaryAttributes(plan),
    most: 2,
  })

/** Whether the user can sign in, according to the entry and `activeFilter`. */
export async function isActive(connection: Connection, plan: DirectoryPlan, entry: FoundEntry): Promise<boolean> {
  if (!isUsable(entry, plan, Date.now())) return false
  if (plan.activeFilter === undefined) return true
  const request = { base: entry.dn, scope: 'entry', filter: plan.activeFilter, attributes: ['1.1'], most: 1 } as const
  return (await connection.search(request)).length === 1
}
