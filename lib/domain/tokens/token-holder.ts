import { releasedClaims } from '../../../policies/claims.ts'
import type { Scope } from '../../../policies/scopes.ts'
import type { Users } from '../accounts/user-directory.ts'

/** Whether a user may still hold tokens, and further claims for the ID token. */
export type TokenHolder =
  | { readonly active: true; readonly profile?: Readonly<Record<string, unknown>> }
  | { readonly active: false }

/**
 * Looks a user up for every issued token, unless that is unnecessary: a directory with `endsTokens` has ended the tokens of a
 * suspended user already, and the profile is needed only where the configuration puts it into ID tokens.
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
