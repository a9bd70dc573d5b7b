import type { Account } from '../accounts/account-record.ts'
import { hashPassword, newOneTimePassword } from '../accounts/factors/passwords.ts'
import { type AccountParts, changeAccount } from './account-changes.ts'
import { type AccountResult, type Actor, writeAudit } from './account-result.ts'
import { type FactorRemoval, type FactorToRemove, removeFactor } from './factor-removal.ts'

/** How a user signs in: the password, second factors, and the lockout after many wrong passwords. */
export function accountCredentials(parts: AccountParts, actor: Actor) {
  const { directory, factors, ending, lockouts, audit } = parts
  const takeFactor = async (account: Account, lost: FactorToRemove): Promise<FactorRemoval['outcome']> => {
    const removal = await removeFactor(factors, account, lost, parts.hasConnectorTo)
    if (removal.outcome === 'removed') {
      const changes = { second_factor: [removal.what, undefined] } as const
      await writeAudit(audit, actor, { event: 'account.second-factor-removed', user: account.sub, changes })
      await parts.emails?.notices.notify('factor-removed', account.sub, {
        factor: removal.what.startsWith('passkey') ? 'passkey' : 'authenticator',
      })
    }
    return removal.outcome
  }
  return {
    /**
     * Sets a one-time password and ends all sessions and tokens. Second factors stay unless reported lost: otherwise a
     * stolen one-time password would be enough to take over the account.
     */
    async resetPassword(sub: string, secondFactors: 'keep' | 'remove' = 'keep'): Promise<AccountResult> {
      // The external provider manages its users' details.
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
      // The password was lost, or an attacker has found it.
      await ending.endEverything(sub)
      return { ...result, oneTimePassword }
    },
    /** Leaves the password and the sessions as they are; the next sign-in requires a new password. */
    async requireNewPassword(sub: string): Promise<AccountResult> {
      const account = await directory.account(sub)
      const isRequired = account?.passwordHash === undefined || account.mustChangePassword === true
      if (account !== undefined && account.source === 'administrator' && isRequired)
        return { outcome: 'unchanged', account }
      const edit = (current: Account): Account => ({ ...current, mustChangePassword: true })
      return changeAccount(parts, actor, sub, { event: 'account.password-change-asked', edit, seen: undefined })
    },
    /** Removes a lost second factor, and ends all sessions and tokens. */
    async removeFactor(sub: string, lost: FactorToRemove): Promise<AccountResult> {
      const account = await directory.account(sub)
      if (account === undefined) return { outcome: 'missing' }
      const outcome = await takeFactor(account, lost)
      if (outcome !== 'removed') return { outcome: outcome === 'missing' ? 'factor-missing' : outcome }
      await ending.endEverything(sub)
      return { outcome: 'done', account }
    },
    /** Unlocks sign-ins from unknown browsers after many wrong passwords in a row. */
    async unlock(sub: string): Promise<AccountResult> {
      const account = await directory.account(sub)
      if (account === undefined) return { outcome: 'missing' }
      const until = await lockouts.lockedUntil(sub)
      await lockouts.end(sub)
      if (until === undefined) return { outcome: 'unchanged', account }
      await writeAudit(audit, actor, { event: 'account.unlocked', user: sub })
      return { outcome: 'done', account }
    },
  }
}
