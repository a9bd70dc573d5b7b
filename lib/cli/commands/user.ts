import type { Account } from '../../accounts/account-record.ts'
import { accountActs } from '../../accounts/account-acts.ts'
import type { AccountActs, AccountRefusal, AccountResult } from '../../accounts/account-acts.ts'
import { rolesOf } from '../../accounts/account-search.ts'
import { UsageError } from '../command.ts'
import type { Arguments, Command, ExitCode, Terminal } from '../command.ts'
import { CLI_ACTOR, withStore } from '../store.ts'
import type { OpenStore } from '../store.ts'
import { confirmed } from './confirmed.ts'

const PAGE = 200

const actsOn = ({ directory, storage, ending, audit }: OpenStore): AccountActs =>
  accountActs({ directory, records: storage.records, ending, audit }, { name: CLI_ACTOR })

/** An account as it may be shown: the hash of its password is nobody's business. */
function shown({ passwordHash: _hash, person, ...account }: Account): object {
  return { ...account, ...person }
}

function lineOf(account: Account): string {
  const { username, status, source, sub } = account
  return [username.padEnd(28), status.padEnd(9), source.padEnd(13), sub.padEnd(36), ...rolesOf(account)].join(' ').trimEnd()
}

function usernameOf(args: Arguments): string {
  const [username, ...more] = args.positionals
  if (username === undefined || more.length > 0) throw new UsageError('give one username or subject')
  return username
}

/** People are called by their user name; a subject is understood too. */
async function accountCalled({ directory }: OpenStore, name: string): Promise<Account | undefined> {
  return (await directory.accountByUsername(name)) ?? directory.account(name)
}

const REFUSALS: Readonly<Record<AccountRefusal | 'unchanged', string>> = {
  missing: 'there is no such account',
  'read-only': 'this account comes from the configuration and is changed there',
  'last-administrator': 'somebody must remain who can administer the service; nothing was changed',
  busy: 'somebody else is changing administrators; try again',
  'role-unusable': 'a role is up to 64 lower-case letters, digits and : . _ / -',
  'username-taken': 'this username is already used',
  'username-unusable': 'this cannot be a username',
  unchanged: 'nothing was different, so nothing was changed',
}

/** The one-time password is data, all else is talk. */
function tell(result: AccountResult, args: Arguments, terminal: Terminal, said: string): ExitCode {
  if (result.outcome !== 'done') {
    terminal.err(REFUSALS[result.outcome])
    return result.outcome === 'unchanged' ? 0 : 1
  }
  const { account, oneTimePassword } = result
  if (args.flag('json'))
    terminal.out(JSON.stringify({ ...shown(account), ...(oneTimePassword === undefined ? {} : { oneTimePassword }) }, null, 2))
  else if (oneTimePassword !== undefined) terminal.out(oneTimePassword)
  terminal.err(oneTimePassword === undefined ? said : `${said}; the one-time password is shown this once`)
  return 0
}

const create: Command = {
  name: 'user create',
  usage: 'USERNAME [--name N] [--email E] [--role R …]',
  summary: 'adds a person and prints a one-time password, once',
  options: { name: { type: 'string' }, email: { type: 'string' }, role: { type: 'string', multiple: true } },
  run: (args, terminal) =>
    withStore(terminal, async (store) => {
      const [name, email] = [args.text('name'), args.text('email')]
      const acts = actsOn(store)
      const result = await acts.invite(usernameOf(args), {
        ...(name === undefined ? {} : { name }),
        ...(email === undefined ? {} : { email, email_verified: false }),
      })
      if (result.outcome !== 'done') return tell(result, args, terminal, '')
      let { account } = result
      for (const role of args.list('role')) {
        const given = await acts.giveRole(account.sub, role)
        if (given.outcome === 'done' || given.outcome === 'unchanged') account = given.account
        else terminal.err(`${role}: ${REFUSALS[given.outcome]}`)
      }
      return tell({ ...result, account }, args, terminal, `${account.username} is added`)
    }),
}

const list: Command = {
  name: 'user list',
  usage: '',
  summary: 'lists all people',
  options: {},
  run: (args, terminal) =>
    withStore(terminal, async ({ directory }) => {
      const all: object[] = []
      for (let after: string | undefined; ;) {
        const { accounts } = await directory.list(after, PAGE)
        for (const account of accounts) {
          if (args.flag('json')) all.push(shown(account))
          else terminal.out(lineOf(account))
        }
        after = accounts.at(-1)?.sub
        if (accounts.length < PAGE) break
      }
      if (args.flag('json')) terminal.out(JSON.stringify(all, null, 2))
      return 0
    }),
}

const show: Command = {
  name: 'user show',
  usage: 'USERNAME',
  summary: 'shows a person',
  options: {},
  run: (args, terminal) =>
    withStore(terminal, async (store) => {
      const account = await accountCalled(store, usernameOf(args))
      if (account === undefined) return tell({ outcome: 'missing' }, args, terminal, '')
      terminal.out(JSON.stringify(shown(account), null, 2))
      return 0
    }),
}

function operation(
  name: string,
  summary: string,
  question: string | undefined,
  said: string,
  act: (acts: AccountActs, sub: string) => Promise<AccountResult>,
): Command {
  return {
    name: `user ${name}`,
    usage: 'USERNAME',
    summary,
    options: {},
    run: async (args, terminal) => {
      const username = usernameOf(args)
      if (question !== undefined && !(await confirmed(question, args, terminal))) return 1
      return withStore(terminal, async (store) => {
        const account = await accountCalled(store, username)
        return tell(account === undefined ? { outcome: 'missing' } : await act(actsOn(store), account.sub), args, terminal, said)
      })
    },
  }
}

function roleOperation(name: 'add-role' | 'remove-role', summary: string, act: 'giveRole' | 'takeRole'): Command {
  return {
    name: `user ${name}`,
    usage: 'USERNAME ROLE',
    summary,
    options: {},
    run: (args, terminal) =>
      withStore(terminal, async (store) => {
        const [username, role, ...more] = args.positionals
        if (username === undefined || role === undefined || more.length > 0)
          throw new UsageError('give one username and one role')
        const account = await accountCalled(store, username)
        return tell(
          account === undefined ? { outcome: 'missing' } : await actsOn(store)[act](account.sub, role),
          args,
          terminal,
          'done',
        )
      }),
  }
}

export const USER_COMMANDS: readonly Command[] = [
  create,
  list,
  show,
  operation(
    'suspend',
    'refuses a person and ends all their sessions and tokens',
    'All sessions and tokens of the person end at once. Go on?',
    'done',
    (acts, sub) => acts.suspend(sub),
  ),
  operation('activate', 'lets a suspended person in again', undefined, 'done', (acts, sub) => acts.reactivate(sub)),
  operation(
    'reset',
    'gives a person a new one-time password and signs them out',
    'The current password stops working at once. Go on?',
    'done',
    (acts, sub) => acts.resetPassword(sub),
  ),
  operation(
    'sign-out',
    'ends all sessions and tokens of a person',
    'All sessions and tokens of the person end at once. Go on?',
    'done',
    (acts, sub) => acts.signOutEverywhere(sub),
  ),
  roleOperation('add-role', 'gives a person a role', 'giveRole'),
  roleOperation('remove-role', 'takes a role from a person', 'takeRole'),
]
