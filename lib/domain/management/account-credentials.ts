import type { Account } from '../accounts/account-record.ts'
import { hashPassword, newOneTimePassword } from '../accounts/factors/passwords.ts'
import { type AccountParts, changeAccount } from './account-changes.ts'
import { type AccountResult, type Actor, writeAudit } from './account-result.ts'
import { type FactorRemoval, type FactorToRemove, removeFactor } from './factor-removal.ts'

/** Operations on a user's credentials: the password and second factors. */
export function accountCredentials(parts: AccountParts, actor: Actor) {
  const { directory, factors, ending, audit } = parts
  const takeFactor = async (account: Account, lost: FactorToRemove): Promise<FactorRemoval['outcome']> => {
    const removal = await removeFactor(factors, account, lost, parts.hasConnectorTo)
    if (removal.outcome === 'removed') {
      const changes = { second_factor: [removal.what, undefined] } as const
      await writeAudit(audit, actor, { event: 'account.second-factor-removed', user: account.sub, changes })
      await parts.emails?.notices.notify('factor-removed', account.sub, {
        ...(lost === 'everything' ? {} : { factor: typeof lost === 'string' ? lost : 'passkey' }),
      })
    }
    return removal.outcome
  }
  return {
    /**
     * Sets a one-time password and ends all sessions and tokens. Keeps second factors unless they were reported lost.
     * If they were removed, a stolen one-time password would be enough to take over the account.
     */
    async resetPassword(sub: string, secondFactors: 'keep' | 'remove' = 'keep'): Promise<AccountResult> {
      // The external provider manages this user's sign-in, so there is no password to reset.
      if ((await directory.account(sub))?.origin !== undefined) return { outcome: 'upstream-owned' }
      const oneTimePassword = newOneTimePassword()
      const passwordHash = await hashPassword(oneTimePassword)
      const edit = ({ passwordSuspendedAt: _over, ...account }: Account): Account => ({
        ...account,
        passwordHash,
        mustChangePassword: true,
      })
      const result = await changeAccount(parts, actor, sub, { event: 'account.password-reset', edit, seen: undefined })
      if (result.outcome !== 'done') return result
      if (secondFactors === 'remove') await takeFactor(result.account, 'everything')
      // End all sessions, because an attacker may know the old password.
      await ending.endEverything(sub)
      return { ...result, oneTimePassword }
    },
    /** Keeps the current password and sessions, but requires a new password at the next sign-in. */
    async requireNewPassword(sub: string): Promise<AccountResult> {
      const account = await directory.account(sub)
      const isRequired = account?.passwordHash === undefined || account.mustChangePassword === true
      if (account !== undefined && account.source === 'administrator' && isRequired)
        return { outcome: 'unchanged', account }
      const edit = (current: Account): Account => ({ ...current, mustChangePassword: true })
      return changeAccount(parts, actor, sub, { event: 'account.password-change-asked', edit, seen: undefined })
    },
    /**
     * Lets the user sign in without a required second factor until the end of a day (UTC).
     * @param until as YYYY-MM-DD; undefined ends the grace
     */
    async grantGrace(sub: string, until: string | undefined): Promise<AccountResult> {
      const account = await directory.account(sub)
      if (account === undefined) return { outcome: 'missing' }
      const before = await factors.change(sub, ({ graceUntil, ...record }) => [
        graceUntil,
        until === graceUntil ? undefined : { ...record, ...(until === undefined ? {} : { graceUntil: until }) },
      ])
      if (before === until) return { outcome: 'unchanged', account }
      await writeAudit(audit, actor, { event: 'second-factor.grace', user: sub, changes: { until: [before, until] } })
      return { outcome: 'done', account }
    },
    /** Removes a lost second factor and ends all sessions and tokens. */
    async removeFactor(sub: string, lost: FactorToRemove): Promise<AccountResult> {
      const account = await directory.account(sub)
      if (account === undefined) return { outcome: 'missing' }
      const outcome = await takeFactor(account, lost)
      if (outcome !== 'removed') return { outcome: outcome === 'missing' ? 'factor-missing' : outcome }
      await ending.endEverything(sub)
      return { outcome: 'done', account }
    },
  }
}
