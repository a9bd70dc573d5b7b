import { PROFILE_FIELDS, type ProfileField } from '../../../policies/profile.ts'
import { formerAddress } from './account-emails.ts'
import { type Account, isChangedHere, withDetails } from './account-record.ts'
import type { EmbeddedParts } from './embedded-passwords.ts'
import { AddressTaken } from './sign-in-names.ts'
import type { ProfileChange, ProfileOutcome } from './user-directory.ts'

export type EmbeddedProfiles = ReturnType<typeof embeddedProfiles>

/** Details that users can change themselves. @param addresses whether new email addresses must be verified first */
export function embeddedProfiles(parts: EmbeddedParts, addresses: 'are-proved' | 'count-at-once') {
  const { account, change, now } = parts
  /** An attacker may have changed the email address, so the owner of the former one is notified and can undo it. */
  const withFormer = (current: Account, changed: Account): Account => {
    const formerEmail = formerAddress(current, now())
    return formerEmail === undefined ? changed : { ...changed, formerEmail }
  }
  return {
    /** All fields if Portico manages the account; otherwise none. */
    async profileFields(sub: string): Promise<readonly ProfileField[]> {
      const found = await account(sub)
      return found !== undefined && isChangedHere(found) ? PROFILE_FIELDS : []
    },
    /** Changes details. If Portico sends emails, a new email address must be verified first. */
    async updateProfile({ sub, changes }: ProfileChange): Promise<ProfileOutcome> {
      let outcome: ProfileOutcome = 'updated'
      const changed = await change(sub, (current) => {
        if (!isChangedHere(current)) {
          outcome = 'refused'
          return current
        }
        const { pendingEmail: _before, ...rest } = current
        const { email, ...others } = changes
        // The verified email address stays in effect until the new one is verified.
        const waits = addresses === 'are-proved' && typeof email === 'string' && email !== current.person.email
        outcome = waits ? 'proof-needed' : 'updated'
        if (waits) return { ...rest, person: withDetails(current.person, others), pendingEmail: email }
        if (email === undefined) return { ...current, person: withDetails(current.person, changes) }
        return withFormer(current, { ...rest, person: withDetails(current.person, changes) })
      })
      return changed === undefined ? 'missing' : outcome
    },
    /** Puts a verified email address into effect. `taken`: another account already uses it to sign in. */
    proveAddress: (sub: string, address: string) =>
      putVerified(parts, sub, address, (current) => {
        const isMeant = current.status === 'active' && address === (current.pendingEmail ?? current.person.email)
        if (!isChangedHere(current) || !isMeant) return current
        const { pendingEmail: _proved, ...rest } = current
        const changed = { ...rest, person: { ...current.person, email: address, email_verified: true } }
        return current.person.email === address ? changed : withFormer(current, changed)
      }),
    /** Restores an email address that an attacker may have replaced. */
    restoreAddress: (sub: string, former: string) =>
      putVerified(parts, sub, former, (current) => {
        const { formerEmail, pendingEmail: _entered, ...rest } = current
        const isFormer = formerEmail?.address === former && now() < formerEmail.until
        if (!isFormer || current.status !== 'active') return current
        return { ...rest, person: { ...current.person, email: former, email_verified: true } }
      }),
    /** Discards an email address that the user has entered but not verified. */
    async dropPendingAddress(sub: string): Promise<void> {
      await change(sub, (current) => {
        if (current.pendingEmail === undefined) return current
        const { pendingEmail: _dropped, ...rest } = current
        return rest
      })
    },
  }
}

/** If two accounts claim the same email address at the same time, only the first one succeeds. */
async function putVerified(
  { account, change, names }: EmbeddedParts,
  sub: string,
  address: string,
  edit: (current: Account) => Account,
): Promise<'proved' | 'outdated' | 'taken'> {
  const before = await account(sub)
  if (before === undefined) return 'outdated'
  const person = { ...before.person, email: address, email_verified: true }
  if ((await names.addressIn(person, before)) === 'taken') return 'taken'
  let was = before
  let isDone = false
  try {
    await change(sub, (current) => {
      was = current
      const next = edit(current)
      isDone = next !== current
      return next
    })
  } catch (error) {
    if (error instanceof AddressTaken) return 'taken'
    throw error
  }
  if (!isDone || (await names.isHolder(sub, address))) return isDone ? 'proved' : 'outdated'
  await change(sub, (current) => (current.person.email === address ? withAddressOf(was, current) : current), 'silent')
  return 'taken'
}

function withAddressOf({ person, formerEmail }: Account, current: Account): Account {
  const { formerEmail: _later, person: present, ...rest } = current
  const { email: _email, email_verified: _verified, ...others } = present
  return {
    ...rest,
    ...(formerEmail === undefined ? {} : { formerEmail }),
    person: {
      ...others,
      ...(person.email === undefined ? {} : { email: person.email, email_verified: person.email_verified === true }),
    },
  }
}
