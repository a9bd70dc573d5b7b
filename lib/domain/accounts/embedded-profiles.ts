import { PROFILE_FIELDS } from '../../../policies/profile.ts'
import { withDetails } from './account-details.ts'
import type { EmbeddedParts } from './embedded-passwords.ts'
import type { ProfileOutcome, SignInDirectory } from './user-directory.ts'

export interface EmbeddedProfiles extends Required<Pick<SignInDirectory, 'profileFields' | 'updateProfile'>> {
  /** An address is proved to be the user's: it counts from now on. `taken`: it signs another account in. */
  proveAddress(sub: string, address: string): Promise<'proved' | 'outdated' | 'taken'>
}

/** Details that users change themselves. @param addresses what becomes of an address that a user enters */
export function embeddedProfiles(
  { account, change, names }: EmbeddedParts,
  addresses: 'are-proved' | 'count-at-once',
): EmbeddedProfiles {
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
        return waits
          ? { ...rest, person: withDetails(current.person, others), pendingEmail: email }
          : { ...(email === undefined ? current : rest), person: withDetails(current.person, changes) }
      })
      return changed === undefined ? 'missing' : outcome
    },
    async proveAddress(sub, address) {
      const before = await account(sub)
      if (before === undefined) return 'outdated'
      const person = { ...before.person, email: address, email_verified: true }
      if ((await names.addressIn(person, before)) === 'taken') return 'taken'
      let outcome = 'outdated' as 'proved' | 'outdated'
      await change(sub, (current) => {
        outcome = address === (current.pendingEmail ?? current.person.email) ? 'proved' : 'outdated'
        const { pendingEmail: _proved, ...rest } = current
        return outcome === 'proved'
          ? { ...rest, person: { ...current.person, email: address, email_verified: true } }
          : current
      })
      return outcome
    },
  }
}
