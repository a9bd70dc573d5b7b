import type { Account } from '../../domain/accounts/account-record.ts'
import { accountsOf, rolesOf } from '../../domain/accounts/account-search.ts'
import type { FactorRecord } from '../../domain/accounts/factors/factor-record.ts'
import type { AccountOperations } from '../../domain/management/account-operations.ts'
import type { AccountResult } from '../../domain/management/account-result.ts'
import { type Command, UsageError } from '../terminal/command.ts'
import { confirmed } from '../terminal/confirmed.ts'
import { accountCalled, actsOn, shown, tell, usernameOf } from './account-answers.ts'
import { withStore } from './store.ts'

function lineOf(account: Account): string {
  const { username, status, source, sub } = account
  return [username.padEnd(28), status.padEnd(9), source.padEnd(13), sub.padEnd(36), ...rolesOf(account)]
    .join(' ')
    .trimEnd()
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
        else tell(given, args, terminal, '')
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
      for await (const account of accountsOf(directory)) {
        if (args.flag('json')) all.push(shown(account))
        else terminal.out(lineOf(account))
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
  act: (acts: AccountOperations, sub: string) => Promise<AccountResult>,
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
        return tell(
          account === undefined ? { outcome: 'missing' } : await act(actsOn(store), account.sub),
          args,
          terminal,
          said,
        )
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

const reset: Command = {
  name: 'user reset',
  usage: 'USERNAME [--second-factors]',
  summary:
    'gives a person a new one-time password and signs them out; passkeys and codes stay, or go with --second-factors',
  options: { 'second-factors': { type: 'boolean' } },
  run: async (args, terminal) => {
    const username = usernameOf(args)
    const too = args.flag('second-factors')
    const question = `The current password${too ? ', passkeys and codes stop' : ' stops'} working at once. Go on?`
    if (!(await confirmed(question, args, terminal))) return 1
    return withStore(terminal, async (store) => {
      const account = await accountCalled(store, username)
      if (account === undefined) return tell({ outcome: 'missing' }, args, terminal, '')
      const before = secondFactorsIn(await store.factors.read(account.sub))
      const result = await actsOn(store).resetPassword(account.sub, too ? 'remove' : 'keep')
      const said =
        before === undefined ? 'there is no second factor' : too ? `removed: ${before}` : `still asked for: ${before}`
      return tell(result, args, terminal, `done; ${said}`)
    })
  },
}

/** In words, for whoever has the person on the phone. */
function secondFactorsIn(record: FactorRecord | undefined): string | undefined {
  const passkeys = record?.passkeys.length ?? 0
  const found = [
    ...(passkeys === 0 ? [] : [passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`]),
    ...(record?.totp === undefined ? [] : ['authenticator app']),
  ]
  return found.length === 0 ? undefined : found.join(', ')
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
  reset,
  operation(
    'require-password',
    'makes a person choose another password at the next sign-in',
    undefined,
    'done',
    (acts, sub) => acts.requireNewPassword(sub),
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
