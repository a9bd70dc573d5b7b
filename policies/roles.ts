/**
 * Role names, and protection against losing the last administrator: the last active one can neither lose the role nor
 * be suspended. If the other administrators are unknown, administrators can neither remove their own role nor suspend
 * themselves.
 *
 * Spec      users and roles in the panel, `role` and `user` commands; D-A3
 * RFC       none
 * Deny      last-administrator, yourself, role-unusable: the page or the command shows why, and nothing is changed
 * Enforced  lib/domain/management/last-administrator.ts, lib/domain/management/account-invitations.ts,
 *           lib/domain/management/host-user-changes.ts, lib/domain/transfer/transfer-line.ts
 * Tests     test/policies/roles.test.ts, test/flows/panel-users.test.ts
 */
import { ADMIN_ROLE, HELPDESK_ROLE, VIEWER_ROLE } from './panel-access.ts'

/** Roles that Portico defines. They are listed even if no user has them. */
export const OWN_ROLES = [ADMIN_ROLE, VIEWER_ROLE, HELPDESK_ROLE] as const
export const ROLE_MAX_LENGTH = 64

/** Roles appear in tokens and claims, so they are lowercase words with the usual separators and no spaces. */
export function isRoleName(text: string): boolean {
  return text.length <= ROLE_MAX_LENGTH && /^[a-z0-9](?:[a-z0-9:._/-]*[a-z0-9])?$/.test(text)
}

export interface Standing {
  readonly roles: readonly string[]
  readonly status: 'active' | 'suspended'
}

export function isAdministrator({ roles, status }: Standing): boolean {
  return status === 'active' && roles.includes(ADMIN_ROLE)
}

/** @param others number of other active administrators */
export function decideStanding(before: Standing, after: Standing, others: number): 'allowed' | 'last-administrator' {
  return isAdministrator(before) && !isAdministrator(after) && others === 0 ? 'last-administrator' : 'allowed'
}

/**
 * For users in the host's directory. Portico does not know the directory's other administrators, so administrators
 * cannot remove their own role or suspend themselves.
 * @param isSelf whether the administrator is changing their own account
 */
export function decideHostStanding(before: Standing, after: Standing, isSelf: boolean): 'allowed' | 'yourself' {
  return isSelf && isAdministrator(before) && !isAdministrator(after) ? 'yourself' : 'allowed'
}

export const HOST_ROLE_MAX_LENGTH = 200

/** Role names from a host's directory can be any visible text without surrounding spaces. */
export function isHostRoleName(text: string): boolean {
  return text !== '' && text.length <= HOST_ROLE_MAX_LENGTH && text === text.trim() && !/\p{C}/u.test(text)
}
