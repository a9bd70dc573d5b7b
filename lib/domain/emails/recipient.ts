import type { EmailKind } from '../../../policies/emails.ts'
import { decideRecovery, type NoRecovery } from '../../../policies/recovery.ts'
import type { EmailAbout } from './email-about.ts'
import type { Recipient } from './recipient-directory.ts'

/** Why an email is not sent, as shown in the ledger. */
export type NoEmail = NoRecovery | 'unknown' | 'invitation-accepted' | 'nothing-to-prove' | 'late'

/** Determines the recipient from the user's state when the email is handed over. */
export function recipientOf(
  kind: EmailKind,
  user: Recipient | undefined,
  about: EmailAbout,
): { readonly to: string } | { readonly dropped: NoEmail } {
  if (kind === 'test') return about.to === undefined ? { dropped: 'no-address' } : { to: about.to }
  if (user === undefined) return { dropped: 'unknown' }
  if (!user.active) return { dropped: 'suspended' }
  switch (kind) {
    case 'invitation':
      if (user.passwordStamp !== '' || user.linked) return { dropped: 'invitation-accepted' }
      return user.email === undefined ? { dropped: 'no-address' } : { to: user.email }
    case 'address': {
      if (user.source === 'configuration') return { dropped: 'configuration' }
      const to = user.pendingEmail ?? (user.verified ? undefined : user.email)
      return to === undefined ? { dropped: 'nothing-to-prove' } : { to }
    }
    case 'mail-code':
    case 'second-factor-due':
    case 'inactive':
    case 'access-granted':
      if (user.email === undefined) return { dropped: 'no-address' }
      return user.verified ? { to: user.email } : { dropped: 'address-not-proved' }
    default: {
      // Notices about changes to the account also go to a former email address.
      if (kind !== 'recovery' && about.to !== undefined) return { to: about.to }
      const decision = decideRecovery(user)
      return decision === 'email' ? { to: user.email as string } : { dropped: decision }
    }
  }
}
