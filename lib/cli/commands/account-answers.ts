/** What the commands about people have in common: who is meant, who acts, and how an outcome is told. */

import type { Account } from '../../domain/accounts/account-record.ts'
import { type AccountOperations, accountOperations } from '../../domain/management/account-operations.ts'
import type { AccountRefusal, AccountResult } from '../../domain/management/account-result.ts'
import { type Arguments, type ExitCode, type Terminal, UsageError } from '../terminal/command.ts'
import { CLI_ACTOR, type OpenStore } from './store.ts'

export const actsOn = ({ directory, factors, storage, consents, ending, audit }: OpenStore): AccountOperations =>
  accountOperations({ directory, factors, records: storage.records, consents, ending, audit }, { name: CLI_ACTOR })

/** An account as it may be shown: the hash of its password is nobody's business. */
export function shown({ passwordHash: _hash, person, ...account }: Account): object {
  return { ...account, ...person }
}

export function usernameOf(args: Arguments): string {
  const [username, ...more] = args.positionals
  if (username === undefined || more.length > 0) throw new UsageError('give one username or subject')
  return username
}

/** People are called by their user name; a subject is understood too. */
export async function accountCalled({ directory }: OpenStore, name: string): Promise<Account | undefined> {
  return (await directory.accountByUsername(name)) ?? directory.account(name)
}

export const REFUSALS: Readonly<Record<AccountRefusal | 'unchanged', string>> = {
  missing: 'there is no such account',
  'read-only': 'this account comes from the configuration and is changed there',
  'last-administrator': 'somebody must remain who can administer the service; nothing was changed',
  busy: 'somebody else is changing administrators; try again',
  'role-unusable': 'a role is up to 64 lower-case letters, digits and : . _ / -',
  'username-taken': 'this username is already used',
  'username-unusable': 'this cannot be a username',
  'email-taken': 'another account has this address, verified; nothing was changed',
  conflict: 'somebody else changed this account meanwhile; try again',
  'not-confirmed': 'nothing was deleted: give --confirm and the username',
  'factor-missing': 'there is no second factor',
  'last-way-in': 'this is the only way in; nothing was changed',
  unchanged: 'nothing was different, so nothing was changed',
}

/** The one-time password is data, all else is talk. */
export function tell(result: AccountResult, args: Arguments, terminal: Terminal, said: string): ExitCode {
  if (result.outcome !== 'done') {
    terminal.err(REFUSALS[result.outcome])
    return result.outcome === 'unchanged' ? 0 : 1
  }
  const { account, oneTimePassword } = result
  if (args.flag('json'))
    terminal.out(
      JSON.stringify({ ...shown(account), ...(oneTimePassword === undefined ? {} : { oneTimePassword }) }, null, 2),
    )
  else if (oneTimePassword !== undefined) terminal.out(oneTimePassword)
  terminal.err(oneTimePassword === undefined ? said : `${said}; the one-time password is shown this once`)
  return 0
}
