import { defined } from '../../config/data/defined.ts'
import { type Account, userOf } from '../accounts/account-record.ts'
import type { User } from '../accounts/user.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { AuditEvent } from '../audit/events.ts'

/** The result of an operation on a user. Users in a host directory have no account. */
export type UserResult<A extends Account | undefined = Account | undefined> =
  /** The store contains only a hash of `oneTimePassword`, so the password cannot be shown again. */
  | { readonly outcome: 'done'; readonly account: A; readonly oneTimePassword?: string }
  | { readonly outcome: 'unchanged'; readonly account: A }
  | { readonly outcome: UserRefusal }

export type AccountResult = UserResult<Account>

export type UserRefusal =
  | 'missing'
  | 'refused'
  | 'not-paused'
  /** Sign-ins of all users from the user's network are paused, and only time ends this. */
  | 'network-paused'
  /** In a host directory, administrators cannot remove their own access: there may be no other administrator. */
  | 'yourself'
  | 'factor-missing'
  | 'last-way-in'
  /** The external identity is linked to a different user. */
  | 'identity-taken'
  /** The account has no linked identity from this connector. */
  | 'identity-missing'
  /** The external provider manages details and roles, and the account has no password in Portico. */
  | 'upstream-owned'
  | 'read-only'
  | 'last-administrator'
  | 'busy'
  | 'role-unusable'
  | 'username-taken'
  /** The username belonged to a removed user and cannot be reused, because gated apps identify users by name. */
  | 'username-retired'
  | 'username-unusable'
  /** A different user signs in with this email address. */
  | 'email-taken'
  /** Removing the end date would cancel the offboarding that is planned for it. */
  | 'offboarding-planned'
  /** The account has changed since it was read. */
  | 'conflict'
  /** No mail server is configured. */
  | 'no-emails'
  | 'email-missing'
  /** The user has set a password or a passkey, or was never invited by email. */
  | 'not-invited'
  /** The text typed to confirm the operation is neither the username nor the email address. */
  | 'not-confirmed'

/** A user as shown to administrators; may be suspended. */
export interface ManagedUser<A extends Account | undefined = Account | undefined> {
  readonly user: User
  /** The user's record in the embedded directory; undefined for a host directory. */
  readonly account: A
  /** Whether the end date that a host directory reports has passed. */
  readonly hasEnded?: boolean
}

export const managedAccount = (account: Account, now: number): ManagedUser<Account> => ({
  user: userOf(account, now),
  account,
})

export interface Actor {
  /** A user's subject, or the command line. */
  readonly name: string
  readonly address?: string
  readonly requestId?: string
}

/** Records an operation. The response waits for the audit entry, so an unrecorded operation is never acknowledged. */
export async function writeAudit(
  audit: Pick<AuditTrail, 'record'>,
  { name, address, requestId }: Actor,
  { changes = {}, ...event }: Pick<AuditEvent, 'event' | 'client' | 'user' | 'sid' | 'changes'>,
): Promise<void> {
  await audit.record({
    ...event,
    result: 'ok',
    actor: name,
    ...defined({ address, requestId }),
    ...(Object.keys(changes).length === 0 ? {} : { changes }),
  })
}
