import { LINK_SECONDS } from '../../../policies/letters.ts'
import { type Account, stampIn } from './account-record.ts'

/** What users are told of a change of their account. */
export interface AccountLetters {
  /** An address that somebody else has entered is to be proved. */
  prove(sub: string, address: string): Promise<void>
  passwordChanged(sub: string): Promise<void>
  /** @param former the address that was verified until now */
  addressChanged(sub: string, former: string): Promise<void>
}

/**
 * What follows of itself from a change: with another password, or another address, what was begun under the old one ends. That is links of
 * letters, and an address that waits to be proved.
 */
export function withConsequences(before: Account, after: Account): Account {
  const isCounted = after.passwordChanges !== before.passwordChanges
  const isOtherPassword = isCounted || stampIn(before) !== stampIn(after)
  const isOtherAddress = before.person.email !== after.person.email
  const { pendingEmail, ...rest } = after
  // What this very change has entered stays.
  const staysPending = pendingEmail !== before.pendingEmail || !(isOtherPassword || isOtherAddress)
  return {
    ...rest,
    ...(pendingEmail !== undefined && staysPending ? { pendingEmail } : {}),
    ...(isOtherPassword && !isCounted && after.source === 'administrator'
      ? { passwordChanges: nextChange(before) }
      : {}),
  }
}

/** For a change of the password that leaves no other hash behind: from none to none. */
export const nextChange = ({ passwordChanges = 0 }: Account): number => passwordChanges + 1

/** The verified address that gives way to another one which its user has entered; the first, where there are several in that time. */
export function formerAddress(account: Account, now: number): Account['formerEmail'] {
  const { person, formerEmail } = account
  if (formerEmail !== undefined && now < formerEmail.until) return formerEmail
  return person.email !== undefined && person.email_verified === true
    ? { address: person.email, until: now + LINK_SECONDS['not-me'] * 1000 }
    : undefined
}

/** What the user is told of a change. */
export async function tellOf(letters: AccountLetters, before: Account, after: Account): Promise<void> {
  const { sub, passwordHash } = after
  const [was, is] = [before.person, after.person]
  // Whoever has got a one-time password, and chooses another in its place, knows of it.
  const chosen = before.mustChangePassword === true && after.mustChangePassword !== true
  // The first password of an account is no change; one after it was taken back is.
  const hadOne = before.passwordHash !== undefined || before.passwordSuspendedAt !== undefined
  if (hadOne && passwordHash !== undefined && before.passwordHash !== passwordHash && !chosen)
    await letters.passwordChanged(sub)
  if (was.email !== undefined && was.email_verified === true && was.email !== is.email)
    await letters.addressChanged(sub, was.email)
  if (is.email !== undefined && is.email !== was.email && is.email_verified !== true) await letters.prove(sub, is.email)
}
