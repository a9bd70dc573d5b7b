import type { Account } from '../accounts/account-record.ts'

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
