import { type Account, userOf } from '../accounts/account-record.ts'
import type { User } from '../accounts/user.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { AuditEvent } from '../audit/events.ts'

/** The result of an operation on a user. A directory of the host has no accounts. */
export type UserResult<A extends Account | undefined = Account | undefined> =
  /** `oneTimePassword` is in this answer, and nowhere else, ever. */
  | { readonly outcome: 'done'; readonly account: A; readonly oneTimePassword?: string }
  | { readonly outcome: 'unchanged'; readonly account: A }
  | { readonly outcome: UserRefusal }

export type AccountResult = UserResult<Account>

export type UserRefusal =
  | 'missing'
  /** The directory of the host does not allow it. */
  | 'refused'
  /** Administrators cannot end their own access in a directory of the host, which does not report whether there are others. */
  | 'yourself'
  | 'factor-missing'
  | 'last-way-in'
  /** The identity elsewhere signs somebody else in. */
  | 'identity-taken'
  /** No identity at this connector signs the account in. */
  | 'identity-missing'
  /** A connector says its details and roles anew at each sign-in, and it has no password here. */
  | 'upstream-owned'
  | 'read-only'
  | 'last-administrator'
  | 'busy'
  | 'role-unusable'
  | 'username-taken'
  /** It was that of a removed user, whom gated apps know by it. */
  | 'username-retired'
  | 'username-unusable'
  /** Somebody else signs in with this address. */
  | 'email-taken'
  /** Somebody else changed the account since it was looked at. */
  | 'conflict'
  /** No mail server is set. */
  | 'no-letters'
  /** A letter needs an address. */
  | 'email-missing'
  /** What was typed is neither the username nor the e-mail address. */
  | 'not-confirmed'

/** A user as administrators see them, suspended ones too. */
export interface ManagedUser<A extends Account | undefined = Account | undefined> {
  readonly user: User
  /** What the embedded directory keeps of the user; undefined in a directory of the host. */
  readonly account: A
}

export const managedAccount = (account: Account): ManagedUser<Account> => ({ user: userOf(account), account })

/** Who administers the service, and from where. */
export interface Actor {
  /** A subject, or the command line. */
  readonly name: string
  readonly address?: string
  readonly requestId?: string
}

/** The operation in the audit trail. Its answer waits for the entry: what nobody can find later is not acknowledged. */
export async function writeAudit(
  audit: Pick<AuditTrail, 'record'>,
  { name, address, requestId }: Actor,
  { changes = {}, ...event }: Pick<AuditEvent, 'event' | 'client' | 'user' | 'sid' | 'changes'>,
): Promise<void> {
  await audit.record({
    ...event,
    result: 'ok',
    actor: name,
    ...(address === undefined ? {} : { address }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(Object.keys(changes).length === 0 ? {} : { changes }),
  })
}
