import { type AppAccess, mayEnter } from '../../../policies/app-access.ts'
import type { Storage } from '../../ports/storage.ts'
import { userOf } from '../accounts/account-record.ts'
import { accountsOf } from '../accounts/account-search.ts'
import { displayName } from '../accounts/display-name.ts'
import type { EmbeddedDirectory } from '../accounts/embedded-directory.ts'
import type { User } from '../accounts/user-directory.ts'
import { type FindUser, signedInTo } from './lost-access.ts'

/** Maximum number of users listed by name; the rest are only counted. */
export const NAMED_MAX = 12

/** The users affected when a client's access rule becomes narrower. */
export interface AccessImpact {
  /** Number of users who lose access; with a host directory, only signed-in users are counted. */
  readonly losing: number
  readonly known: 'all-users' | 'signed-in'
  /** Number of affected users who are signed in to the client. */
  readonly signedIn: number
  readonly named: readonly { readonly sub: string; readonly name: string }[]
}

export interface AccessImpactParts {
  readonly storage: Pick<Storage, 'sessions' | 'subjects'>
  /** Portico's user directory; undefined if the host provides its own. */
  readonly directory: Pick<EmbeddedDirectory, 'list'> | undefined
  readonly find: FindUser
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

export async function accessImpact(
  { storage, directory, find, now }: AccessImpactParts,
  clientId: string,
  before: AppAccess | undefined,
  after: AppAccess,
): Promise<AccessImpact> {
  const isHit = (roles: readonly string[] | undefined): boolean =>
    mayEnter(before, roles, now()) && !mayEnter(after, roles, now())
  const signedIn: User[] = []
  for await (const { subject } of signedInTo(storage, clientId)) {
    const user = await find(subject)
    if (user !== undefined && isHit(user.roles)) signedIn.push(user)
  }
  const losing: User[] = directory === undefined ? signedIn : []
  let count = losing.length
  if (directory !== undefined)
    for await (const account of accountsOf(directory)) {
      const user = userOf(account, now())
      if (user.active === false || !isHit(user.roles)) continue
      count += 1
      if (losing.length < NAMED_MAX) losing.push(user)
    }
  return {
    losing: count,
    known: directory === undefined ? 'signed-in' : 'all-users',
    signedIn: signedIn.length,
    named: losing.slice(0, NAMED_MAX).map((user) => ({ sub: user.sub, name: displayName(user) })),
  }
}
