/**
 * What a role may be called, and who must keep theirs: there is always an active administrator, so the last one can
 * neither lose the role nor be suspended. Where nobody can know who the others are, one cannot do it to oneself.
 *
 * Spec      users and roles in the panel, `role` and `user` commands; D-A3
 * RFC       none
 * Deny      last-administrator, yourself, role-unusable: the page or the command says why, and nothing is changed
 * Enforced  lib/domain/management/last-administrator.ts, lib/domain/management/account-invitations.ts,
 *           lib/domain/management/host-user-changes.ts
 * Tests     test/policies/roles.test.ts, test/flows/panel-users.test.ts
 */
import { ADMIN_ROLE, VIEWER_ROLE } from './panel-access.ts'

/** Roles that the service itself defines; listed even if nobody has them. */
export const OWN_ROLES = [ADMIN_ROLE, VIEWER_ROLE] as const
export const ROLE_MAX_LENGTH = 64

/** Roles appear in tokens and claims: lower-case words with the usual separators, no spaces. */
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

export type StandingDecision = 'allowed' | 'last-administrator'

/** @param others how many other active administrators there are */
export function decideStanding(before: Standing, after: Standing, others: number): StandingDecision {
  return isAdministrator(before) && !isAdministrator(after) && others === 0 ? 'last-administrator' : 'allowed'
}

export type HostStandingDecision = 'allowed' | 'yourself'

/**
 * Users of a host's directory: whether there are other administrators cannot be known, so the one who asks stays one.
 * @param isSelf the administrator is about to change their own account
 */
export function decideHostStanding(before: Standing, after: Standing, isSelf: boolean): HostStandingDecision {
  return isSelf && isAdministrator(before) && !isAdministrator(after) ? 'yourself' : 'allowed'
}

export const HOST_ROLE_MAX_LENGTH = 200

/** Roles of a host's directory have names of its own: text that can be seen, without blanks at the ends. */
export function isHostRoleName(text: string): boolean {
  return text !== '' && text.length <= HOST_ROLE_MAX_LENGTH && text === text.trim() && !/\p{C}/u.test(text)
}
