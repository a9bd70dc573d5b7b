import { LINK_SECONDS } from '../../../policies/emails.ts'
import { type Account, stampIn } from './account-record.ts'

export interface AccountEmails {
  /** Asks for proof of an email address that the user did not enter. */
  prove(sub: string, address: string): Promise<void>
  passwordChanged(sub: string): Promise<void>
  /** @param former the email address that was verified before */
  addressChanged(sub: string, former: string): Promise<void>
}

/** A new password or email address ends outstanding email links and drops a pending email address. */
export function withConsequences(before: Account, after: Account): Account {
  const isCounted = after.passwordChanges !== before.passwordChanges
  const isOtherPassword = isCounted || stampIn(before) !== stampIn(after)
  const isOtherAddress = before.person.email !== after.person.email
  const { pendingEmail, ...rest } = after
  // A pending email address that this change itself sets is retained.
  const staysPending = pendingEmail !== before.pendingEmail || !(isOtherPassword || isOtherAddress)
  return {
    ...rest,
    ...(pendingEmail !== undefined && staysPending ? { pendingEmail } : {}),
    ...(isOtherPassword && !isCounted && after.source === 'administrator'
      ? { passwordChanges: nextChange(before) }
      : {}),
  }
}

/** For a password change that leaves no hash to compare: from none to none. */
export const nextChange = ({ passwordChanges = 0 }: Account): number => passwordChanges + 1

/** The verified email address that a user-entered one replaces; the first of several within the period. */
export function formerAddress(account: Account, now: number): Account['formerEmail'] {
  const { person, formerEmail } = account
  if (formerEmail !== undefined && now < formerEmail.until) return formerEmail
  return person.email !== undefined && person.email_verified === true
    ? { address: person.email, until: now + LINK_SECONDS['not-me'] * 1000 }
    : undefined
}

export async function notifyOfChanges(emails: AccountEmails, before: Account, after: Account): Promise<void> {
  const { sub, passwordHash } = after
  const [was, is] = [before.person, after.person]
  // A user who replaces a one-time password needs no email about it.
  const chosen = before.mustChangePassword === true && after.mustChangePassword !== true
  // An account's first password is not a change; one set after a suspended password is.
  const hadOne = before.passwordHash !== undefined || before.passwordSuspendedAt !== undefined
  if (hadOne && passwordHash !== undefined && before.passwordHash !== passwordHash && !chosen)
    await emails.passwordChanged(sub)
  if (was.email !== undefined && was.email_verified === true && was.email !== is.email)
    await emails.addressChanged(sub, was.email)
  if (is.email !== undefined && is.email !== was.email && is.email_verified !== true) await emails.prove(sub, is.email)
}
