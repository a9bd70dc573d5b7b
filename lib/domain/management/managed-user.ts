import { type Account, userOf } from '../accounts/account-record.ts'
import type { User } from '../accounts/user.ts'

/** A user as administrators see them, suspended ones too. */
export interface ManagedUser<A extends Account | undefined = Account | undefined> {
  readonly user: User
  /** What the embedded directory keeps of the user; undefined in a directory of the host. */
  readonly account: A
}

export const managedAccount = (account: Account): ManagedUser<Account> => ({ user: userOf(account), account })
