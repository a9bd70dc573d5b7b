import { PROFILE_FIELDS } from '../../../policies/profile.ts'
import { withDetails } from './account-details.ts'
import { formerAddress } from './account-letters.ts'
import type { Account } from './account-record.ts'
import type { EmbeddedParts } from './embedded-passwords.ts'
import type { ProfileOutcome, SignInDirectory } from './user-directory.ts'

export interface EmbeddedProfiles extends Required<Pick<SignInDirectory, 'profileFields' | 'updateProfile'>> {
  /** An address is proved to be the user's: it counts from now on. `taken`: it signs another account in. */
  proveAddress(sub: string, address: string): Promise<'proved' | 'outdated' | 'taken'>
  /** The address that its user has replaced counts again, because it was somebody else; unverified where another account has it. */
  restoreAddress(sub: string, former: string): Promise<void>
  /** Forgets an address that waits to be proved. */
  dropPendingAddress(sub: string): Promise<void>
}

/** Details that users change themselves. @param addresses what becomes of an address that a user enters */
export function embeddedProfiles(
  { account, change, names, now }: EmbeddedParts,
  addresses: 'are-proved' | 'count-at-once',
): EmbeddedProfiles {
  /** The owner of the address that gives way hears of what happens next, and may undo it: somebody else may have changed it. */
  const withFormer = (current: Account, changed: Account): Account => {
    const formerEmail = formerAddress(current, now())
    return formerEmail === undefined ? changed : { ...changed, formerEmail }
  }
  return {
    profileFields: async (sub) => ((await account(sub))?.source === 'administrator' ? PROFILE_FIELDS : []),
    async updateProfile({ sub, changes }) {
      let outcome: ProfileOutcome = 'updated'
      const changed = await change(sub, (current) => {
        if (current.source !== 'administrator') {
          outcome = 'refused'
          return current
        }
        const { pendingEmail: _before, ...rest } = current
        const { email, ...others } = changes
        // The address that was proved stays until the new one is.
        const waits = addresses === 'are-proved' && typeof email === 'string' && email !== current.person.email
        outcome = waits ? 'proof-sent' : 'updated'
        if (waits) return { ...rest, person: withDetails(current.person, others), pendingEmail: email }
        if (email === undefined) return { ...current, person: withDetails(current.person, changes) }
        return withFormer(current, { ...rest, person: withDetails(current.person, changes) })
      })
      return changed === undefined ? 'missing' : outcome
    },
    async proveAddress(sub, address) {
      const before = await account(sub)
      if (before?.source !== 'administrator') return 'outdated'
      const person = { ...before.person, email: address, email_verified: true }
      if ((await names.addressIn(person, before)) === 'taken') return 'taken'
      let outcome = 'outdated' as 'proved' | 'outdated'
      const proved = await change(sub, (current) => {
        const isMeant = current.status === 'active' && address === (current.pendingEmail ?? current.person.email)
        outcome = isMeant ? 'proved' : 'outdated'
        if (outcome === 'outdated') return current
        const { pendingEmail: _proved, ...rest } = current
        const changed = { ...rest, person: { ...current.person, email: address, email_verified: true } }
        return current.person.email === address ? changed : withFormer(current, changed)
      })
      if (proved === undefined || outcome === 'outdated' || (await names.isHolder(sub, address))) return outcome
      // Another account has proved the same address at the same moment, and was first.
      await change(sub, (current) => ({ ...current, person: { ...before.person } }))
      return 'taken'
    },
    async restoreAddress(sub, former) {
      const before = await account(sub)
      const isFormer = before?.formerEmail?.address === former && now() < before.formerEmail.until
      if (before === undefined || !isFormer) return
      const isTaken =
        (await names.addressIn({ ...before.person, email: former, email_verified: true }, before)) === 'taken'
      await change(sub, ({ formerEmail: _over, pendingEmail: _entered, ...rest }) => ({
        ...rest,
        person: { ...rest.person, email: former, email_verified: !isTaken },
      }))
    },
    async dropPendingAddress(sub) {
      await change(sub, (current) => {
        if (current.pendingEmail === undefined) return current
        const { pendingEmail: _dropped, ...rest } = current
        return rest
      })
    },
  }
}
