import type { Account } from '../../domain/accounts/account-record.ts'
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
import { onAccount, report } from './account-output.ts'
import { withStore } from './store.ts'

type Perform = (operations: AccountOperations, sub: string) => Promise<AccountResult>
type Method = 'suspend' | 'inviteAgain' | 'reactivate' | 'requireNewPassword' | 'unlock' | 'signOutEverywhere'

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

function operation(name: string, method: Method, summary: string, question?: string): Command {
  return {
    name,
    usage: 'USERNAME',
    summary,
    run: async (args, terminal) => {
      const username = args.only('username or subject')
      if (question !== undefined && !(await confirmed(question, args, terminal))) return 1
      return performed(username, (operations, sub) => operations[method](sub), args, terminal)
    },
  }
}

function roleOperation(name: string, method: 'giveRole' | 'takeRole', summary: string): Command {
  return {
    name,
    usage: 'USERNAME ROLE',
    summary,
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
  usage: 'USERNAME --confirm USERNAME',
  summary: 'permanently deletes a user and ends all their sessions and tokens',
  options: { confirm: { type: 'string' } },
  run: (args, terminal) => {
    const [username, typed = ''] = [args.only('username or subject'), args.text('confirm')]
    const message = (account: Account): string => `${account.username} is deleted`
    return performed(username, (operations, sub) => operations.remove(sub, typed), args, terminal, message)
  },
}

const ENDS_ALL = "All of the user's sessions and tokens will end immediately."

export const USER_OPERATIONS: readonly Command[] = [
  operation('user suspend', 'suspend', 'suspends a user and ends all their sessions and tokens', ENDS_ALL),
  operation('user invite', 'inviteAgain', 'sends the invitation email again; the previous link stops working'),
  operation('user reactivate', 'reactivate', 'reactivates a suspended user'),
  operation(
    'user require-password',
    'requireNewPassword',
    'requires a user to choose a new password at the next sign-in',
  ),
  operation('user unlock', 'unlock', 'unlocks a user after too many wrong passwords'),
  operation('user sign-out', 'signOutEverywhere', "ends all of a user's sessions and tokens", ENDS_ALL),
  remove,
  roleOperation('user add-role', 'giveRole', 'adds a role to a user'),
  roleOperation('user remove-role', 'takeRole', 'removes a role from a user'),
]
