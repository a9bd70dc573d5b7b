import { mayEnter, openRoles } from '../../../policies/app-access.ts'
import { ADMIN_ROLE } from '../../../policies/panel-access.ts'
import type { Account } from '../accounts/account-record.ts'
import { accountsOf, rolesOf } from '../accounts/account-search.ts'
import type { EmbeddedDirectory } from '../accounts/embedded-directory.ts'
import { everyClient } from '../clients/client-pages.ts'
import type { Client } from '../clients/client-record.ts'
import type { ClientRegistry } from '../clients/registry.ts'
import { isChangedHere } from './account-changes.ts'
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
export const rolesHeld = (directory: Pick<EmbeddedDirectory, 'list'>): Promise<readonly RoleUse[]> =>
  countRoles(accountsOf(directory))

export async function countRoles(accounts: Iterable<Account> | AsyncIterable<Account>): Promise<readonly RoleUse[]> {
  const counts = new Map<string, number>()
  for await (const account of accounts) {
    for (const role of rolesOf(account)) counts.set(role, (counts.get(role) ?? 0) + 1)
  }
  return [...counts].map(([role, holders]) => ({ role, holders })).toSorted((a, b) => (a.role < b.role ? -1 : 1))
}

/** The clients that each role opens now. Reads all clients. */
export async function clientsByRole(
  clients: Pick<ClientRegistry, 'list'>,
  now: number,
): Promise<ReadonlyMap<string, readonly Client[]>> {
  const opened = new Map<string, Client[]>()
  for await (const client of everyClient(clients))
    for (const role of openRoles(client.access, now) ?? []) opened.set(role, [...(opened.get(role) ?? []), client])
  return opened
}

export interface RoleRemovalImpact {
  readonly losing: number
  /** As in `RoleRemoval`. */
  readonly kept: number
  /** The clients limited to the role, each with the active users who lose it, and with those who still have access. */
  readonly apps: readonly { readonly client: Client; readonly losing: number; readonly left: number }[]
}

/** What removing the role from all its holders changes. Reads all accounts and clients. */
export async function roleRemovalImpact(
  directory: Pick<EmbeddedDirectory, 'list'>,
  clients: Pick<ClientRegistry, 'list'>,
  role: string,
  now: number,
): Promise<RoleRemovalImpact> {
  const apps = ((await clientsByRole(clients, now)).get(role) ?? []).map((client) => ({ client, losing: 0, left: 0 }))
  let [losing, kept] = [0, 0]
  for await (const account of accountsOf(directory)) {
    const before = rolesOf(account)
    const after = hasFixedRoles(account) ? before : before.filter((held) => held !== role)
    if (after.length < before.length) losing += 1
    else if (before.includes(role)) kept += 1
    if (account.status !== 'active') continue
    for (const app of apps) {
      if (mayEnter(app.client.access, after, now)) app.left += 1
      else if (mayEnter(app.client.access, before, now)) app.losing += 1
    }
  }
  return { losing, kept, apps }
}

const hasFixedRoles = (account: Account): boolean => !isChangedHere(account, 'details') || account.origin !== undefined

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
