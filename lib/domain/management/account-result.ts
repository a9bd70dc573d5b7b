import { defined } from '../../config/data/defined.ts'
import { type Account, userOf } from '../accounts/account-record.ts'
import type { User } from '../accounts/user.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { AuditEvent } from '../audit/events.ts'

/** The result of an operation on a user. A host directory has no accounts. */
export type UserResult<A extends Account | undefined = Account | undefined> =
  /** `oneTimePassword` is only in this result. */
  | { readonly outcome: 'done'; readonly account: A; readonly oneTimePassword?: string }
  | { readonly outcome: 'unchanged'; readonly account: A }
  | { readonly outcome: UserRefusal }

export type AccountResult = UserResult<Account>

export type UserRefusal =
  | 'missing'
  | 'refused'
  /** Administrators cannot end their own access in a host directory, which does not report other administrators. */
  | 'yourself'
  | 'factor-missing'
  | 'last-way-in'
  /** The external identity is linked to another user. */
  | 'identity-taken'
  /** No identity at this connector is linked to the account. */
  | 'identity-missing'
  /** The external provider manages details and roles, and the account has no password here. */
  | 'upstream-owned'
  | 'read-only'
  | 'last-administrator'
  | 'busy'
  | 'role-unusable'
  | 'username-taken'
  /** The username of a removed user, by which gated apps know that user. */
  | 'username-retired'
  | 'username-unusable'
  /** Another user signs in with this email address. */
  | 'email-taken'
  /** The account has changed since it was read. */
  | 'conflict'
  /** No mail server is set. */
  | 'no-emails'
  | 'email-missing'
  /** The typed text is neither the username nor the email address. */
  | 'not-confirmed'

/** A user as administrators see them, suspended ones too. */
export interface ManagedUser<A extends Account | undefined = Account | undefined> {
  readonly user: User
  /** The user's record in the embedded directory; undefined in a host directory. */
  readonly account: A
}

export const managedAccount = (account: Account): ManagedUser<Account> => ({ user: userOf(account), account })

export interface Actor {
  /** A subject, or the command line. */
  readonly name: string
  readonly address?: string
  readonly requestId?: string
}

/** Records the operation. The response waits for the entry: an operation without a record is not acknowledged. */
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
