import type { Scope } from '../../../policies/scopes.ts'
import type { Client } from '../clients/client-record.ts'
import type { CallHost } from './host-call.ts'
import type { User } from './user-directory.ts'

/** Further claims of a user, by name; those of scopes that were not granted are not released. */
export type ClaimsFunction = (
  user: User,
  request: { readonly client: Client; readonly scopes: readonly Scope[] },
) => Readonly<Record<string, unknown>> | undefined | Promise<Readonly<Record<string, unknown>> | undefined>

/** All that scopes may release of a user. @throws DenialError temporarily_unavailable */
export type UserClaims = (
  user: User,
  client: Client,
  scopes: readonly Scope[],
) => Promise<Readonly<Record<string, unknown>>>

/**
 * The user's own record comes first, then what the host's function says, then the further claims of the record; without any, `groups`
 * is the list of roles. The host is asked only where a declared scope was granted.
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

/** Hosts are not always written in TypeScript. */
function claimsIn(answer: unknown): Readonly<Record<string, unknown>> {
  if (answer === undefined || answer === null) return {}
  if (typeof answer !== 'object' || Array.isArray(answer))
    throw new Error('the function claims answered with no object')
  return answer as Readonly<Record<string, unknown>>
}
