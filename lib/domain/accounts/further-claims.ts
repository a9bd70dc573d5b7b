import type { Scope } from '../../../policies/scopes.ts'
import type { Client } from '../clients/client-record.ts'
import type { CallHost } from './host-call.ts'
import type { User } from './user-directory.ts'

/** Returns additional claims about a user, keyed by name. Claims for scopes that were not granted are not released. */
export type ClaimsFunction = (
  user: User,
  request: { readonly client: Client; readonly scopes: readonly Scope[] },
) => Readonly<Record<string, unknown>> | undefined | Promise<Readonly<Record<string, unknown>> | undefined>

/** All claims about a user that scopes can release. @throws DenialError temporarily_unavailable */
export type UserClaims = (
  user: User,
  client: Client,
  scopes: readonly Scope[],
) => Promise<Readonly<Record<string, unknown>>>

/**
 * Combines, in order of precedence, the standard claims in the user's record, the claims from the host function, and
 * the additional claims in the record. `groups` defaults to the roles. The host function runs only if a declared scope
 * was granted.
 */
export function userClaims(
  declared: readonly Scope[],
  fromHost: ClaimsFunction | undefined,
  call: CallHost,
): UserClaims {
  return async ({ claims = {}, active: _active, ...user }, client, scopes) => {
    if (!scopes.some((scope) => declared.includes(scope))) return { ...user }
    const given = fromHost === undefined ? {} : await call(() => fromHost({ ...user, claims }, { client, scopes }))
    return { groups: user.roles, ...claims, ...claimsIn(given), ...user }
  }
}

/** Validates at run time, because hosts are not always written in TypeScript. */
function claimsIn(answer: unknown): Readonly<Record<string, unknown>> {
  if (answer === undefined || answer === null) return {}
  if (typeof answer !== 'object' || Array.isArray(answer))
    throw new Error('the function claims answered with no object')
  return answer as Readonly<Record<string, unknown>>
}
