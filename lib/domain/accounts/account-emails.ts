import { LINK_SECONDS } from '../../../policies/emails.ts'
import { type Account, stampIn } from './account-record.ts'

export interface AccountEmails {
  /** Asks the user to verify an email address that they did not enter themselves. */
  prove(sub: string, address: string): Promise<void>
  passwordChanged(sub: string): Promise<void>
  /** @param former the previously verified email address */
  addressChanged(sub: string, former: string): Promise<void>
}

/** A new password or email address invalidates outstanding email links and drops a pending email address. */
export function withConsequences(before: Account, after: Account): Account {
  const isCounted = after.passwordChanges !== before.passwordChanges
  const isOtherPassword = isCounted || stampIn(before) !== stampIn(after)
  const isOtherAddress = before.person.email !== after.person.email
  const { pendingEmail, ...rest } = after
  // Keep the pending email address if this change has just set it.
  const staysPending = pendingEmail !== before.pendingEmail || !(isOtherPassword || isOtherAddress)
  return {
    ...rest,
    ...(pendingEmail !== undefined && staysPending ? { pendingEmail } : {}),
    ...(isOtherPassword && !isCounted && after.source === 'administrator'
      ? { passwordChanges: nextChange(before) }
      : {}),
  }
}

/** The count after one more password change. Comparing hashes would miss a password that was set and then removed. */
export const nextChange = ({ passwordChanges = 0 }: Account): number => passwordChanges + 1

/** The verified email address that the user replaced; after several changes within a short time, the earliest one. */
export function formerAddress({ person, formerEmail }: Account, now: number): Account['formerEmail'] {
  if (formerEmail !== undefined && now < formerEmail.until) return formerEmail
  return person.email !== undefined && person.email_verified === true
    ? { address: person.email, until: now + LINK_SECONDS['not-me'] * 1000 }
    : undefined
}

export async function notifyOfChanges(emails: AccountEmails, before: Account, after: Account): Promise<void> {
  const { sub, passwordHash } = after
  const [was, is] = [before.person, after.person]
  // Users who replace a one-time password do not need an email about it.
  const chosen = before.mustChangePassword === true && after.mustChangePassword !== true
  // Setting an account's first password is not a change, but replacing a suspended password is.
  const hadOne = before.passwordHash !== undefined || before.passwordSuspendedAt !== undefined
  if (hadOne && passwordHash !== undefined && before.passwordHash !== passwordHash && !chosen)
    await emails.passwordChanged(sub)
  if (was.email !== undefined && was.email_verified === true && was.email !== is.email)
    await emails.addressChanged(sub, was.email)
  if (is.email !== undefined && is.email !== was.email && is.email_verified !== true) await emails.prove(sub, is.email)
}
