import { decideHostStanding, isHostRoleName, type Standing } from '../../../policies/roles.ts'
import type { HostUsers } from '../accounts/host-users.ts'
import type { User } from '../accounts/user.ts'
import type { RoleChange } from '../accounts/user-administration.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { AuditEvent } from '../audit/events.ts'
import type { SessionEnding } from '../sessions/ending.ts'
import { type Actor, writeAudit } from './actor.ts'
import { endLostApps, type LostAccessParts } from './lost-access.ts'

/** `yourself`: an administrator may not end their own access here, since nobody can know whether there are others. */
export type HostAccountOutcome = 'done' | 'refused' | 'missing' | 'unchanged' | 'yourself' | 'role-unusable'

/** What administrators do to users of the host's directory, each operation in the audit trail. */
export interface HostAccountOperations {
  /** Ends all that the user holds, once the directory has suspended them. `refused` too where the directory cannot. */
  suspend(sub: string): Promise<HostAccountOutcome>
  reactivate(sub: string): Promise<HostAccountOutcome>
  signOutEverywhere(sub: string): Promise<HostAccountOutcome>
  giveRole(sub: string, role: string): Promise<HostAccountOutcome>
  takeRole(sub: string, role: string): Promise<HostAccountOutcome>
}

export interface HostAccountParts extends LostAccessParts {
  readonly audit: Pick<AuditTrail, 'record'>
  readonly ending: Pick<SessionEnding, 'endEverything' | 'endAtClient'>
}

const standingOf = ({ roles = [], active }: User): Standing => ({
  roles,
  status: active === false ? 'suspended' : 'active',
})

export function hostAccountOperations(
  directory: HostUsers,
  parts: HostAccountParts,
  actor: Actor,
): HostAccountOperations {
  const record = (event: AuditEvent['event'], user: string, changes: AuditEvent['changes'] = {}): Promise<void> =>
    writeAudit(parts.audit, actor, { event, user, changes })

  const setStatus = async (sub: string, status: Standing['status']): Promise<HostAccountOutcome> => {
    const user = await directory.find(sub)
    if (user === undefined) return 'missing'
    const before = standingOf(user)
    if (decideHostStanding(before, { ...before, status }, actor.name === sub) === 'yourself') return 'yourself'
    const outcome = (await directory.suspend?.(sub, status === 'suspended')) ?? 'refused'
    if (outcome !== 'done') return outcome
    // Also where it was suspended already: of an operation that was cut off, this is the rest.
    if (status === 'suspended') await parts.ending.endEverything(sub)
    const event = status === 'suspended' ? 'account.suspended' : 'account.reactivated'
    await record(event, sub, before.status === status ? {} : { status: [before.status, status] })
    return outcome
  }

  const changeRoles = async (sub: string, change: RoleChange): Promise<HostAccountOutcome> => {
    const user = await directory.find(sub)
    if (user === undefined) return 'missing'
    const before = standingOf(user)
    const left = before.roles.filter((role) => !change.remove.includes(role))
    const roles = [...new Set([...left, ...change.add])]
    if (roles.length === before.roles.length) return 'unchanged'
    if (decideHostStanding(before, { ...before, roles }, actor.name === sub) === 'yourself') return 'yourself'
    const outcome = (await directory.roles?.(sub, change)) ?? 'refused'
    if (outcome !== 'done') return outcome
    await parts.storage.subjects.changeRoles(sub)
    await endLostApps(parts, sub, before.roles, roles)
    await record('account.roles-changed', sub, { roles: [before.roles, roles] })
    return outcome
  }

  return {
    suspend: (sub) => setStatus(sub, 'suspended'),
    reactivate: (sub) => setStatus(sub, 'active'),
    async signOutEverywhere(sub) {
      if ((await directory.find(sub)) === undefined) return 'missing'
      await parts.ending.endEverything(sub)
      await record('logout.everywhere', sub)
      return 'done'
    },
    giveRole: async (sub, role) =>
      isHostRoleName(role) ? changeRoles(sub, { add: [role], remove: [] }) : 'role-unusable',
    takeRole: (sub, role) => changeRoles(sub, { add: [], remove: [role] }),
  }
}
