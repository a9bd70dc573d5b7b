import type { Account } from '../../domain/accounts/account-record.ts'
import type { AccountOperations } from '../../domain/management/account-operations.ts'
import type { AccountResult } from '../../domain/management/account-result.ts'
import { type Arguments, type Command, confirmed, UsageError } from '../terminal/command.ts'
import { onAccount, report } from './account-output.ts'
import { withStore } from './store.ts'

interface Operation extends Omit<Command, 'run'> {
  readonly question?: string
  readonly perform: (operations: AccountOperations, sub: string, args: Arguments) => Promise<AccountResult>
  readonly message?: (account: Account) => string
}

function operation({ question, perform, message, ...command }: Operation): Command {
  return {
    usage: 'USERNAME',
    ...command,
    run: async (args, terminal) => {
      const username = args.only('username or subject')
      if (question !== undefined && !(await confirmed(question, args, terminal))) return 1
      return withStore(terminal, async (store) => {
        const result = await onAccount(store, username, (sub) => perform(store.accountOperations, sub, args))
        const done = result.outcome === 'done' ? message?.(result.account) : undefined
        return report(result, args, terminal, done)
      })
    },
  }
}

function roleOperation(name: string, summary: string, perform: 'giveRole' | 'takeRole'): Command {
  return {
    name,
    usage: 'USERNAME ROLE',
    summary,
    run: (args, terminal) => {
      const [username, role, ...more] = args.positionals
      if (username === undefined || role === undefined || more.length > 0)
        throw new UsageError('give one username and one role')
      return withStore(terminal, async (store) => {
        const result = await onAccount(store, username, (sub) => store.accountOperations[perform](sub, role))
        return report(result, args, terminal)
      })
    },
  }
}

const ENDS_ALL = 'All sessions and tokens of the user end at once.'

export const USER_OPERATIONS: readonly Command[] = [
  operation({
    name: 'user suspend',
    summary: 'suspends a user and ends all their sessions and tokens',
    question: ENDS_ALL,
    perform: (operations, sub) => operations.suspend(sub),
  }),
  operation({
    name: 'user invite',
    summary: 'sends the invitation email again; the previous link stops working',
    perform: (operations, sub) => operations.inviteAgain(sub),
  }),
  operation({
    name: 'user reactivate',
    summary: 'enables a suspended user',
    perform: (operations, sub) => operations.reactivate(sub),
  }),
  operation({
    name: 'user require-password',
    summary: 'requires a user to choose another password at the next sign-in',
    perform: (operations, sub) => operations.requireNewPassword(sub),
  }),
  operation({
    name: 'user end-pause',
    summary: "ends a user's pause after many wrong passwords",
    perform: (operations, sub) => operations.endPause(sub),
  }),
  operation({
    name: 'user sign-out',
    summary: 'ends all sessions and tokens of a user',
    question: ENDS_ALL,
    perform: (operations, sub) => operations.signOutEverywhere(sub),
  }),
  operation({
    name: 'user delete',
    usage: 'USERNAME --confirm USERNAME',
    summary: 'permanently deletes a user and ends all of their sessions and tokens',
    options: { confirm: { type: 'string' } },
    perform: (operations, sub, args) => operations.remove(sub, args.text('confirm') ?? ''),
    message: ({ username }) => `${username} is deleted`,
  }),
  roleOperation('user add-role', 'gives a user a role', 'giveRole'),
  roleOperation('user remove-role', 'removes a role from a user', 'takeRole'),
]
