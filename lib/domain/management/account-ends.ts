import { endOf } from '../../../policies/end-dates.ts'
import { isRoleName } from '../../../policies/roles.ts'
import { defined } from '../../config/data/defined.ts'
import { type Account, accountVersion } from '../accounts/account-record.ts'
import { rolesOf } from '../accounts/account-search.ts'
import { type AccountChangeParts, changeAccount, withRoles } from './account-changes.ts'
import type { AccountResult, Actor } from './account-result.ts'

/** Operations on end dates. `until` is a date or a time that `endIn` reads; undefined removes the end date. */
export function accountEnds(parts: AccountChangeParts, actor: Actor) {
  return {
    /**
     * An end date in the past ends the account immediately. Without an end date, no offboarding is planned.
     * @param plan whether the end date also offboards the user; by default as before. `cancel`: cancels a planned
     *   offboarding together with the end date, which is refused otherwise
     */
    async setEnd(sub: string, until: string | undefined, plan?: 'offboard' | 'cancel'): Promise<AccountResult> {
      const account = await parts.directory.account(sub)
      if (account !== undefined && account.until === until && plan !== 'offboard')
        return { outcome: 'unchanged', account }
      const isPlanned = account?.offboardedBy !== undefined
      if (until === undefined && isPlanned && plan !== 'cancel') return { outcome: 'offboarding-planned' }
      const edit = ({ until: _former, offboardedBy, ...rest }: Account): Account => {
        const by = plan === 'offboard' ? { name: actor.name } : offboardedBy
        return { ...rest, ...defined({ until }), ...(until === undefined ? {} : defined({ offboardedBy: by })) }
      }
      // Until the end date is removed, another administrator can plan an offboarding.
      const seen = until === undefined && !isPlanned && account !== undefined ? accountVersion(account) : undefined
      return changeAccount(parts, actor, sub, { event: 'account.changed', edit, seen, of: 'standing' })
    },
    /** Gives the user a role, or changes the end date of one that the user has. */
    async giveRole(sub: string, role: string, until?: string): Promise<AccountResult> {
      if (!isRoleName(role)) return { outcome: 'role-unusable' }
      const account = await parts.directory.account(sub)
      // The connector sets its users' roles at each sign-in, so a change made here would be overwritten.
      if (account?.origin !== undefined) return { outcome: 'upstream-owned' }
      if (account !== undefined && rolesOf(account).includes(role) && endOf(account.roleEnds, role) === until)
        return { outcome: 'unchanged', account }
      const edit = (current: Account): Account => {
        const kept = rolesOf(current).filter((one) => one !== role)
        const { roleEnds, ...rest } = withRoles(current, kept)
        const ends = until === undefined ? roleEnds : { ...roleEnds, [role]: until }
        return { ...rest, ...defined({ roleEnds: ends }), person: { ...rest.person, roles: [...kept, role] } }
      }
      return changeAccount(parts, actor, sub, { event: 'account.roles-changed', edit, seen: undefined })
    },
  }
}
