import { releasedClaims } from '../../../policies/claims.ts'
import type { Scope } from '../../../policies/scopes.ts'
import type { Users } from '../accounts/user-directory.ts'

/** Whether a user may still hold tokens, and what the ID token says of them besides. */
export type TokenHolder =
  | { readonly active: true; readonly profile?: Readonly<Record<string, unknown>> }
  | { readonly active: false }

/**
 * Looks a user up for every token that is issued, unless there is nothing to find out: a directory that ends all tokens in
 * the step that suspends a user has done so, and the profile is asked for only where the configuration puts it into ID tokens.
 */
export function tokenHolders(
  users: Pick<Users, 'find' | 'endsTokens'>,
  idTokenClaims: 'none' | 'scopes',
): (subject: string, scopes: readonly Scope[]) => Promise<TokenHolder> {
  return async (subject, scopes) => {
    if (users.endsTokens && idTokenClaims === 'none') return { active: true }
    const user = await users.find(subject)
    if (user === undefined) return { active: false }
    return idTokenClaims === 'none' ? { active: true } : { active: true, profile: releasedClaims(scopes, { ...user }) }
  }
}
