import type { Account } from './account-record.ts'

/** What users are told of a change of their account. */
export interface AccountLetters {
  /** An address is to be proved. */
  prove(sub: string): Promise<void>
  passwordChanged(sub: string): Promise<void>
  /** @param former the address that was verified until now */
  addressChanged(sub: string, former: string): Promise<void>
}

/** What the user is told of a change. */
export async function tellOf(letters: AccountLetters, before: Account, after: Account): Promise<void> {
  const { sub, passwordHash } = after
  const [was, is] = [before.person, after.person]
  // Whoever has got a one-time password, and chooses another in its place, knows of it.
  const chosen = before.mustChangePassword === true && after.mustChangePassword !== true
  if (
    before.passwordHash !== undefined &&
    passwordHash !== undefined &&
    before.passwordHash !== passwordHash &&
    !chosen
  )
    await letters.passwordChanged(sub)
  if (was.email !== undefined && was.email_verified === true && was.email !== is.email)
    await letters.addressChanged(sub, was.email)
  const entered = is.email !== undefined && is.email !== was.email && is.email_verified !== true
  if ((after.pendingEmail !== undefined && after.pendingEmail !== before.pendingEmail) || entered)
    await letters.prove(sub)
}
