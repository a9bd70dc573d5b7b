/**
 * Who may enter which app. A client that names roles is for users who have one of them; one that names none is for everybody. The
 * host's own rule is asked as well, and both must say yes.
 *
 * Spec      GET /authorize, POST /token; administration of clients; D-A4
 * RFC       none
 * Deny      access_denied access_rule at authorize, invalid_grant access_rule at the code exchange and at every refresh
 * Enforced  lib/domain/accounts/access-rule.ts, lib/domain/tokens/token-holder.ts, lib/domain/management/lost-access.ts, lib/domain/management/access-review.ts
 * Tests     test/policies/app-access.test.ts, test/flows/app-access.test.ts, test/flows/app-access-races.test.ts
 */

/** The rule of one client. */
export interface AppAccess {
  /** Users need one of them; never empty. */
  readonly roles: readonly string[]
}

/** A client names so many roles at most. */
export const ACCESS_ROLES_MAX = 50
/** A host's directory may call its roles what it likes. */
export const ACCESS_ROLE_MAX_LENGTH = 100

export type AppAccessIssue = 'no-role' | 'too-many-roles' | 'role-repeated' | 'role-unusable'

/** Whether a user with these roles may enter, as far as the rule of the client says. */
export function mayEnter(access: AppAccess | undefined, roles: readonly string[] = []): boolean {
  return entryOf(access, roles) !== 'none'
}

/** What lets a user in: the roles of the rule that they have, `everybody` without a rule, or nothing. */
export type Entry = readonly string[] | 'everybody' | 'none'

export function entryOf(access: AppAccess | undefined, roles: readonly string[] = []): Entry {
  if (access === undefined) return 'everybody'
  const held = access.roles.filter((role) => roles.includes(role))
  return held.length === 0 ? 'none' : held
}

/** Roles that let somebody in before and do not any more; `everybody` when there was no rule. */
export function lostAccess(
  before: AppAccess | undefined,
  after: AppAccess | undefined,
): 'nobody' | 'everybody' | readonly string[] {
  if (after === undefined) return 'nobody'
  if (before === undefined) return 'everybody'
  const lost = before.roles.filter((role) => !after.roles.includes(role))
  return lost.length === 0 ? 'nobody' : lost
}

/** What is wrong with a rule, with the role that it is about. */
export function appAccessIssues({
  roles,
}: AppAccess): readonly { readonly fault: AppAccessIssue; readonly role?: string }[] {
  if (roles.length === 0) return [{ fault: 'no-role' }]
  if (roles.length > ACCESS_ROLES_MAX) return [{ fault: 'too-many-roles' }]
  const repeated = roles.filter((role, index) => roles.indexOf(role) !== index)
  return [
    ...[...new Set(repeated)].map((role) => ({ fault: 'role-repeated', role }) as const),
    ...roles.filter((role) => !isUsable(role)).map((role) => ({ fault: 'role-unusable', role }) as const),
  ]
}

/** Printable, and without spaces around it: nobody could tell such a role from another. */
const isUsable = (role: string): boolean =>
  role !== '' &&
  role.length <= ACCESS_ROLE_MAX_LENGTH &&
  role === role.trim() &&
  !/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(role)
