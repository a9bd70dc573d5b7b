/** Functions shared by the user commands. They find an account and report the outcome of an operation. */
import { canonicalAddress } from '../../../policies/sign-in-address.ts'
import type { Account } from '../../domain/accounts/account-record.ts'
import { accountsOf } from '../../domain/accounts/account-search.ts'
import type { AccountResult, UserRefusal } from '../../domain/management/account-result.ts'
import { type Arguments, type ExitCode, json, type Terminal } from '../terminal/command.ts'
import type { OpenStore } from './store.ts'

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

export const REFUSALS: Readonly<Record<UserRefusal | 'unchanged', string>> = {
  missing: 'account not found',
  'not-paused': 'sign-in of this user is not paused',
  'network-paused':
    "the user's own pause is lifted, but sign-in from one IP address stays paused for all users; run: user show",
  refused: 'the directory refused the change; nothing was changed',
  yourself: 'this would remove your own access to the panel; nothing was changed',
  'read-only': 'this account comes from the configuration or the directory; change it there',
  'last-administrator': 'at least one administrator must remain; nothing was changed',
  busy: 'another change to administrators is in progress; try again',
  'role-unusable': 'a role can have up to 64 lowercase letters, digits, and : . _ / -',
  'username-taken': "this username is already in use, or is another account's verified email address",
  'username-retired':
    'a deleted user had this username, and gated apps would mistake the new user for them; choose another',
  'username-unusable': 'a username cannot contain invisible characters, or begin or end with a space',
  'email-taken': 'a different account has verified this email address or uses it as its username; nothing was changed',
  conflict: 'the account was changed in the meantime; try again',
  'not-confirmed': 'nothing was deleted; repeat the username with --confirm',
  'no-emails': 'no mail server is set (SMTP_URL, MAIL_FROM), so no invitation can be sent',
  'email-missing': 'an invitation needs an email address',
  'not-invited': 'no invitation is open for this user; nothing was sent',
  'factor-missing': 'no second factor',
  'last-way-in': 'this is the only way to sign in; nothing was changed',
  'identity-taken': 'this identity is already linked to another account; nothing was changed',
  'identity-missing': 'no identity of this connector is linked to the account',
  'upstream-owned':
    'a connector updates the details and roles of this account at each sign-in, and it has no password here; nothing was changed',
  unchanged: 'no changes',
}

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
