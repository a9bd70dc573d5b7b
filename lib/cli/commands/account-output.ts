/** Functions shared by the user commands. They find an account and report the outcome of an operation. */
import { canonicalAddress } from '../../../policies/sign-in-address.ts'
import type { Account } from '../../domain/accounts/account-record.ts'
import { accountsOf } from '../../domain/accounts/account-search.ts'
import type { AccountResult, UserRefusal } from '../../domain/management/account-result.ts'
import { type Arguments, type ExitCode, json, type Terminal } from '../terminal/command.ts'
import type { OpenStore } from './store.ts'
import refusals from './user-refusals.json' with { type: 'json' }

/** The account without its password hash. */
export function accountData(stored: Account): object {
  const { passwordHash: _hash, configuredPassword: _note, keptStamp: _stamp, person, ...account } = stored
  return { ...account, ...person }
}

/**
 * Finds an account by username, email address, or subject.
 * @param by `any-email`: also by an unverified email address that only this account has. Not for commands that give or
 * take access, because the address can be another person's.
 */
export async function findAccount(
  { directory }: Pick<OpenStore, 'directory'>,
  name: string,
  by: 'verified-email' | 'any-email' = 'verified-email',
): Promise<Account | undefined> {
  const found =
    (await directory.accountByUsername(name)) ?? (await directory.accountNamed(name)) ?? (await directory.account(name))
  const address = canonicalAddress(name)
  if (found !== undefined || by !== 'any-email' || address === undefined) return found
  const matches: Account[] = []
  for await (const account of accountsOf(directory))
    if (canonicalAddress(account.person.email ?? '') === address) matches.push(account)
  return matches.length === 1 ? matches[0] : undefined
}

export async function onAccount(
  store: Pick<OpenStore, 'directory'>,
  name: string,
  perform: (sub: string) => Promise<AccountResult>,
): Promise<AccountResult> {
  const account = await findAccount(store, name)
  return account === undefined ? { outcome: 'missing' } : perform(account.sub)
}

export const REFUSALS: Readonly<Record<UserRefusal | 'unchanged', string>> = refusals

/** Prints the outcome of an operation: the one-time password to `out`, messages to `err`. */
export function report(result: AccountResult, args: Arguments, terminal: Terminal, done = 'done'): ExitCode {
  if (result.outcome !== 'done') {
    terminal.err(REFUSALS[result.outcome])
    return result.outcome === 'unchanged' || result.outcome === 'not-paused' ? 0 : 1
  }
  const { account, oneTimePassword } = result
  if (args.flag('json'))
    terminal.out(json({ ...accountData(account), ...(oneTimePassword === undefined ? {} : { oneTimePassword }) }))
  else if (oneTimePassword !== undefined) terminal.out(oneTimePassword)
  terminal.err(oneTimePassword === undefined ? done : `${done}; the one-time password is shown only once`)
  return 0
}
