/**
 * Which users may access which client. A client with roles admits users who have at least one of them; a client without
 * roles admits all users. The host's own rule must also allow the user. A client can also require two factors
 * (second-factor.ts).
 *
 * Spec      GET /authorize, POST /token; client administration; D-A4
 * RFC       none
 * Deny      access_denied access_rule at authorize, invalid_grant access_rule at the code exchange and at every refresh
 * Enforced  lib/domain/accounts/access-rule.ts, lib/domain/tokens/token-holder.ts,
 *           lib/domain/management/lost-access.ts, lib/domain/management/access-review.ts
 * Tests     test/policies/app-access.test.ts, test/flows/app-access.test.ts, test/flows/app-access-races.test.ts
 */

import { endIn, type RoleEnds, rolesAt } from './end-dates.ts'

export interface RoleRule {
  /** The user needs at least one of these roles; never empty. */
  readonly roles: readonly string[]
  /** When a role stops giving access: a date, to its end in UTC, or a time in RFC 3339. */
  readonly until?: RoleEnds
}

export interface AppAccess extends Partial<RoleRule> {
  /** Whether users must sign in with two factors. */
  readonly secondFactor?: boolean
}

export const ACCESS_ROLES_MAX = 50
/** Maximum length of a role name, which comes from the host's directory. */
export const ACCESS_ROLE_MAX_LENGTH = 100

export type AppAccessIssue = 'no-role' | 'too-many-roles' | 'role-repeated' | 'role-unusable' | 'end-unusable'

/** The roles that give access now; undefined if the client has no access rule. @param now in milliseconds */
export const openRoles = (access: AppAccess | undefined, now: number): readonly string[] | undefined =>
  access?.roles && rolesAt(access.roles, access.until, now)

/** Whether the client's access rule admits a user with these roles. @param now milliseconds since the epoch */
export function mayEnter(access: AppAccess | undefined, roles: readonly string[] | undefined, now: number): boolean {
  return entryOf(access, roles, now) !== 'none'
}

/** The user's roles that grant access, `all-users` if the client has no access rule, or `none`. */
export type Entry = readonly string[] | 'all-users' | 'none'

export function entryOf(access: AppAccess | undefined, roles: readonly string[] | undefined, now: number): Entry {
  const open = openRoles(access, now)
  if (open === undefined) return 'all-users'
  const held = open.filter((role) => roles?.includes(role))
  return held.length === 0 ? 'none' : held
}

/** Roles that lose access when a client's access rule changes; `all-users` if there was no rule before. */
export function lostAccess(
  before: AppAccess | undefined,
  after: AppAccess | undefined,
  now: number,
): 'no-users' | 'all-users' | readonly string[] {
  const [held, required] = [openRoles(before, now), openRoles(after, now)]
  if (required === undefined) return 'no-users'
  if (held === undefined) return 'all-users'
  const lost = held.filter((role) => !required.includes(role))
  return lost.length === 0 ? 'no-users' : lost
}

/** The issues in an access rule, each with the role that causes it, if any. */
export function appAccessIssues({
  roles,
  until = {},
}: RoleRule): readonly { readonly code: AppAccessIssue; readonly role?: string }[] {
  if (roles.length === 0) return [{ code: 'no-role' }]
  if (roles.length > ACCESS_ROLES_MAX) return [{ code: 'too-many-roles' }]
  const repeated = roles.filter((role, index) => roles.indexOf(role) !== index)
  return [
    ...[...new Set(repeated)].map((role) => ({ code: 'role-repeated', role }) as const),
    ...roles.filter((role) => !isUsable(role)).map((role) => ({ code: 'role-unusable', role }) as const),
    ...Object.entries(until)
      .filter(([role, end]) => !roles.includes(role) || endIn(end) === undefined)
      .map(([role]) => ({ code: 'end-unusable', role }) as const),
  ]
}

/** Rejects unprintable characters and surrounding spaces, which would make two roles look alike. */
const isUsable = (role: string): boolean =>
  role !== '' &&
  role.length <= ACCESS_ROLE_MAX_LENGTH &&
  role === role.trim() &&
  !/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(role)
