import type { Account } from '../accounts/account-record.ts'

/** What came of an operation on an account. */
export type AccountResult =
  /** `oneTimePassword` is in this answer, and nowhere else, ever. */
  | { readonly outcome: 'done'; readonly account: Account; readonly oneTimePassword?: string }
  | { readonly outcome: 'unchanged'; readonly account: Account }
  | { readonly outcome: AccountRefusal }

export type AccountRefusal =
  | 'missing'
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
