import type { Account } from '../../domain/accounts/account-record.ts'
import { isGraceDay } from '../../domain/accounts/second-factor-requirement.ts'
import type { AccountOperations } from '../../domain/management/account-operations.ts'
import type { AccountResult } from '../../domain/management/account-result.ts'
import {
  type Arguments,
  type Command,
  confirmed,
  type ExitCode,
  type Terminal,
  UsageError,
} from '../terminal/command.ts'
import { findAccount, onAccount, report } from './account-output.ts'
import { type CommandName, command } from './command.ts'
import { endOption } from './end-option.ts'
import { withStore } from './store.ts'

type Perform = (operations: AccountOperations, sub: string) => Promise<AccountResult>
type Method = 'suspend' | 'inviteAgain' | 'reactivate' | 'requireNewPassword' | 'signOutEverywhere'

function performed(
  username: string,
  perform: Perform,
  args: Arguments,
  terminal: Terminal,
  message?: (account: Account) => string,
): Promise<ExitCode> {
  return withStore(terminal, async (store) => {
    const result = await onAccount(store, username, (sub) => perform(store.accountOperations, sub))
    return report(result, args, terminal, result.outcome === 'done' ? message?.(result.account) : undefined)
  })
}

const operation = (name: CommandName, method: Method, question?: string): Command =>
  command(name, async (args, terminal) => {
    const username = args.only('username, email address, or subject')
    if (question !== undefined && !(await confirmed(question, args, terminal))) return 1
    return performed(username, (operations, sub) => operations[method](sub), args, terminal)
  })

const roleOperation = (name: CommandName, method: 'giveRole' | 'takeRole'): Command =>
  command(name, (args, terminal) => {
    const [username, role, ...more] = args.positionals
    if (username === undefined || role === undefined || more.length > 0)
      throw new UsageError('specify one username and one role')
    const until = method === 'giveRole' ? endOption(args) : undefined
    const perform: Perform = (operations, sub) => operations[method](sub, role, until || undefined)
    return performed(username, perform, args, terminal)
  })

const remove = command('user delete', (args, terminal) => {
  const [username, typed = ''] = [args.only('username, email address, or subject'), args.text('confirm')]
  const message = (account: Account): string => `${account.username} is deleted`
  return performed(username, (operations, sub) => operations.remove(sub, typed), args, terminal, message)
})

const unlock = command('user unlock', (args, terminal) => {
  const username = args.only('username, email address, or subject')
  return withStore(terminal, async (store) => {
    const account = await findAccount(store, username, 'any-email')
    if (account === undefined) return report({ outcome: 'missing' }, args, terminal)
    const result = await store.accountOperations.unlock(account.sub, args.flag('network') ? 'network' : undefined)
    return report(result, args, terminal, `sign-in of ${account.username} is no longer paused`)
  })
})

const grace = command('user grace', (args, terminal) => {
  const [username, until] = [args.only('username, email address, or subject'), args.text('until')]
  if (until === undefined || (until !== '' && !isGraceDay(until, Date.now())))
    throw new UsageError('--until must be a date (YYYY-MM-DD), today or later')
  const perform: Perform = (operations, sub) => operations.grantGrace(sub, until === '' ? undefined : until)
  return performed(username, perform, args, terminal)
})

const ENDS_ALL = "All of the user's sessions and tokens will end immediately."

export const USER_OPERATIONS: readonly Command[] = [
  operation('user suspend', 'suspend', ENDS_ALL),
  operation('user invite', 'inviteAgain'),
  operation('user reactivate', 'reactivate'),
  operation('user require-password', 'requireNewPassword'),
  unlock,
  grace,
  operation('user sign-out', 'signOutEverywhere', ENDS_ALL),
  remove,
  roleOperation('user add-role', 'giveRole'),
  roleOperation('user remove-role', 'takeRole'),
]
