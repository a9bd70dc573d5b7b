import { ADMIN_ROLE } from '../../../policies/panel-access.ts'
import { accountsOf, rolesOf } from '../accounts/account-search.ts'
import type { EmbeddedDirectory } from '../accounts/embedded-directory.ts'
import type { AccountOperations } from './account-operations.ts'

export type RoleRemoval =
  /** `kept`: number of accounts whose roles come from the configuration or a connector and are read-only. */
  | { readonly outcome: 'done'; readonly taken: number; readonly kept: number }
  | { readonly outcome: 'missing' }
  /** No administrator would remain. */
  | { readonly outcome: 'last-administrator' }

export interface RoleUse {
  readonly role: string
  readonly holders: number
}

/** Returns every role in use and how many accounts hold it. Reads all accounts. */
export async function rolesHeld(directory: Pick<EmbeddedDirectory, 'list'>): Promise<readonly RoleUse[]> {
  const counts = new Map<string, number>()
  for await (const account of accountsOf(directory)) {
    for (const role of rolesOf(account)) counts.set(role, (counts.get(role) ?? 0) + 1)
  }
  return [...counts].map(([role, holders]) => ({ role, holders })).toSorted((a, b) => (a.role < b.role ? -1 : 1))
}

/**
 * Removes a role from all its holders, with an audit entry for each. The administrator role cannot be removed, because
 * without an administrator, no user could grant it again.
 */
export async function removeRole(
  directory: Pick<EmbeddedDirectory, 'list'>,
  operations: Pick<AccountOperations, 'takeRole'>,
  role: string,
): Promise<RoleRemoval> {
  if (role === ADMIN_ROLE) return { outcome: 'last-administrator' }
  let [taken, kept] = [0, 0]
  for await (const account of accountsOf(directory)) {
    if (!rolesOf(account).includes(role)) continue
    const { outcome } = await operations.takeRole(account.sub, role)
    if (outcome === 'done') taken += 1
    else if (outcome === 'read-only' || outcome === 'upstream-owned') kept += 1
  }
  return taken + kept === 0 ? { outcome: 'missing' } : { outcome: 'done', taken, kept }
}
