/** Administrators' operations on users in either directory. Every operation that is not rejected is audited. */
import type { Standing } from '../../../policies/roles.ts'
import type { Account } from '../accounts/account-record.ts'
import { rolesOf } from '../accounts/account-search.ts'
import type { SignInPauses } from '../accounts/sign-in-pauses.ts'
import type { RoleChange } from '../accounts/user-administration.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { SessionEnding } from '../sessions/ending.ts'
import { type Actor, type ManagedUser, type UserResult, writeAudit } from './account-result.ts'
import { endLostApps, type LostAccessParts } from './lost-access.ts'

export type UserOperations = ReturnType<typeof userOperations<Account | undefined>>

/** Changes users in a directory, enforces its rule for administrators (policies/roles.ts), and writes audit entries. */
export interface UserChanges<A extends Account | undefined> {
  read(sub: string): Promise<ManagedUser<A> | undefined>
  isRoleName(text: string): boolean
  /** Suspending a user ends all their sessions and tokens. */
  setStatus(before: ManagedUser<A>, status: Standing['status']): Promise<UserResult<A>>
  changeRoles(before: ManagedUser<A>, change: RoleChange): Promise<UserResult<A>>
}

export interface UserParts extends LostAccessParts {
  readonly audit: Pick<AuditTrail, 'record'>
  readonly ending: Pick<SessionEnding, 'endEverything' | 'endAtClient'>
  readonly pauses: Pick<SignInPauses, 'of' | 'end' | 'endNetwork'>
}

export function userOperations<A extends Account | undefined>(changes: UserChanges<A>, parts: UserParts, actor: Actor) {
  const onUser = async (
    sub: string,
    perform: (user: ManagedUser<A>) => Promise<UserResult<A>>,
  ): Promise<UserResult<A>> => {
    const user = await changes.read(sub)
    return user === undefined ? { outcome: 'missing' } : perform(user)
  }

  const changeRoles = (sub: string, change: RoleChange): Promise<UserResult<A>> =>
    onUser(sub, async (before) => {
      const { user, account } = before
      // The connector sets its users' roles at each sign-in, so a change made here would be overwritten.
      if (account?.origin !== undefined) return { outcome: 'upstream-owned' }
      const roles = rolesAfter(user.roles, change)
      if (roles.length === (user.roles ?? []).length) return { outcome: 'unchanged', account }
      const result = await changes.changeRoles(before, change)
      if (result.outcome === 'done')
        await endLostApps(parts, sub, user.roles ?? [], result.account === undefined ? roles : rolesOf(result.account))
      return result
    })

  return {
    /** Also ends all the user's sessions and tokens, and notifies the clients. */
    suspend: (sub: string) => onUser(sub, (user) => changes.setStatus(user, 'suspended')),
    reactivate: (sub: string) => onUser(sub, (user) => changes.setStatus(user, 'active')),
    signOutEverywhere: (sub: string) =>
      onUser(sub, async ({ account }) => {
        await parts.ending.endEverything(sub)
        await writeAudit(parts.audit, actor, { event: 'logout.everywhere', user: sub })
        return { outcome: 'done', account }
      }),
    /**
     * Lifts the pauses that wrong passwords and codes have caused.
     * @param also `network`: lifts the pause of the user's IP address, too, for all users
     */
    unlock: (sub: string, also?: 'network') =>
      onUser(sub, async ({ user, account }) => {
        const { until, network } = await parts.pauses.of(user)
        await parts.pauses.end(user)
        const endsNetwork = also === 'network' && network !== undefined
        if (endsNetwork) await parts.pauses.endNetwork(network.address)
        if (until === undefined && !endsNetwork) return { outcome: network ? 'network-paused' : 'not-paused' }
        const detail = endsNetwork ? { detail: `also for ${network.address}` } : {}
        await writeAudit(parts.audit, actor, { event: 'account.unlocked', user: sub, ...detail })
        return network === undefined || endsNetwork ? { outcome: 'done', account } : { outcome: 'network-paused' }
      }),
    /** @param until end date, which only Portico's own directory supports (account-ends.ts) */
    giveRole: async (sub: string, role: string, until?: string): Promise<UserResult<A>> => {
      if (!changes.isRoleName(role)) return { outcome: 'role-unusable' }
      return until === undefined ? changeRoles(sub, { add: [role], remove: [] }) : { outcome: 'refused' }
    },
    takeRole: (sub: string, role: string) => changeRoles(sub, { add: [], remove: [role] }),
  }
}

export const rolesAfter = (roles: readonly string[] = [], { add, remove }: RoleChange): readonly string[] => [
  ...new Set([...roles.filter((role) => !remove.includes(role)), ...add]),
]
