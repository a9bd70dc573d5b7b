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

function operation(name: string, method: Method, summary: string, details?: string, question?: string): Command {
  return {
    name,
    arguments: 'USER',
    summary,
    ...(details === undefined ? {} : { details }),
    example: `${name} alice`,
    run: async (args, terminal) => {
      const username = args.only('username, email address, or subject')
      if (question !== undefined && !(await confirmed(question, args, terminal))) return 1
      return performed(username, (operations, sub) => operations[method](sub), args, terminal)
    },
  }
}

function roleOperation(name: string, method: 'giveRole' | 'takeRole', summary: string): Command {
  return {
    name,
    arguments: 'USER ROLE',
    summary,
    example: `${name} alice accounting`,
    run: (args, terminal) => {
      const [username, role, ...more] = args.positionals
      if (username === undefined || role === undefined || more.length > 0)
        throw new UsageError('specify one username and one role')
      return performed(username, (operations, sub) => operations[method](sub, role), args, terminal)
    },
  }
}

const remove: Command = {
  name: 'user delete',
  arguments: 'USER',
  summary: 'Delete a user permanently',
  details: 'Ends all sessions and tokens of the user.',
  options: { confirm: { type: 'string', value: 'USERNAME', help: 'the user name again; required' } },
  example: 'user delete alice --confirm alice',
  run: (args, terminal) => {
    const [username, typed = ''] = [args.only('username, email address, or subject'), args.text('confirm')]
    const message = (account: Account): string => `${account.username} is deleted`
    return performed(username, (operations, sub) => operations.remove(sub, typed), args, terminal, message)
  },
}

const unlock: Command = {
  name: 'user unlock',
  arguments: 'USER',
  summary: 'Unlock a user after wrong passwords',
  details: 'Lifts every pause of passwords, second steps, and emailed codes.',
  options: { network: { type: 'boolean', help: 'also lift the pause of the IP address, for all users' } },
  example: 'user unlock alice@example.com',
  run: (args, terminal) => {
    const username = args.only('username, email address, or subject')
    return withStore(terminal, async (store) => {
      const account = await findAccount(store, username, 'any-email')
      if (account === undefined) return report({ outcome: 'missing' }, args, terminal)
      const result = await store.accountOperations.unlock(account.sub, args.flag('network') ? 'network' : undefined)
      return report(result, args, terminal, `sign-in of ${account.username} is no longer paused`)
    })
  },
}

const grace: Command = {
  name: 'user grace',
  arguments: 'USER',
  summary: 'Grant time to set up a second factor',
  details: 'The grace ends with the day (UTC), or immediately with --until "".',
  options: { until: { type: 'string', value: 'DATE', help: 'last day, as YYYY-MM-DD; required' } },
  example: 'user grace alice --until 2027-01-31',
  run: (args, terminal) => {
    const [username, until] = [args.only('username, email address, or subject'), args.text('until')]
    if (until === undefined || (until !== '' && !isGraceDay(until, Date.now())))
      throw new UsageError('--until must be a date (YYYY-MM-DD), today or later')
    const perform: Perform = (operations, sub) => operations.grantGrace(sub, until === '' ? undefined : until)
    return performed(username, perform, args, terminal)
  },
}

const ENDS_ALL = "All of the user's sessions and tokens will end immediately."

export const USER_OPERATIONS: readonly Command[] = [
  operation('user suspend', 'suspend', 'Suspend a user', 'Ends all sessions and tokens of the user.', ENDS_ALL),
  operation('user invite', 'inviteAgain', 'Send the invitation email again', 'The previous link stops working.'),
  operation('user reactivate', 'reactivate', 'Reactivate a suspended user'),
  operation('user require-password', 'requireNewPassword', 'Require a new password at the next sign-in'),
  unlock,
  grace,
  operation('user sign-out', 'signOutEverywhere', "End all of a user's sessions and tokens", undefined, ENDS_ALL),
  remove,
  roleOperation('user add-role', 'giveRole', 'Add a role to a user'),
  roleOperation('user remove-role', 'takeRole', 'Remove a role from a user'),
]
