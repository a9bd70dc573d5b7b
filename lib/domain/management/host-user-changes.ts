import { decideHostStanding, isHostRoleName, type Standing } from '../../../policies/roles.ts'
import type { HostUsers } from '../accounts/host-users.ts'
import type { User } from '../accounts/user.ts'
import { type Actor, writeAudit } from './account-result.ts'
import { rolesAfter, type UserChanges, type UserParts } from './user-operations.ts'

export const hostStandingOf = ({ roles = [], active }: User): Standing => ({
  roles,
  status: active === false ? 'suspended' : 'active',
})

/** Changes users in a host directory. Returns `refused` if the directory does not provide the required function. */
export function hostUserChanges(
  directory: HostUsers,
  { storage, ending, audit }: Omit<UserParts, 'pauses'>,
  actor: Actor,
): UserChanges<undefined> {
  return {
    async read(sub) {
      const user = await directory.find(sub)
      return user && { user, account: undefined }
    },
    isRoleName: isHostRoleName,
    async setStatus({ user }, status) {
      const before = hostStandingOf(user)
      if (decideHostStanding(before, { ...before, status }, actor.name === user.sub) === 'yourself')
        return { outcome: 'yourself' }
      const outcome = (await directory.suspend?.(user.sub, status === 'suspended')) ?? 'refused'
      if (outcome !== 'done') return { outcome }
      // Run this even if the user was already suspended, to complete an interrupted operation.
      if (status === 'suspended') await ending.endEverything(user.sub)
      const event = status === 'suspended' ? 'account.suspended' : 'account.reactivated'
      const changes = before.status === status ? {} : { status: [before.status, status] as const }
      await writeAudit(audit, actor, { event, user: user.sub, changes })
      return { outcome, account: undefined }
    },
    async changeRoles({ user }, change) {
      const before = hostStandingOf(user)
      const roles = rolesAfter(before.roles, change)
      if (decideHostStanding(before, { ...before, roles }, actor.name === user.sub) === 'yourself')
        return { outcome: 'yourself' }
      const outcome = (await directory.roles?.(user.sub, change)) ?? 'refused'
      if (outcome !== 'done') return { outcome }
      await storage.subjects.changeRoles(user.sub)
      const changes = { roles: [before.roles, roles] as const }
      await writeAudit(audit, actor, { event: 'account.roles-changed', user: user.sub, changes })
      return { outcome, account: undefined }
    },
  }
}
