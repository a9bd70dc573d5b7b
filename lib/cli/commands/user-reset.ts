import type { FactorRecord } from '../../domain/accounts/factors/factor-record.ts'
import { confirmed } from '../terminal/command.ts'
import { findAccount, report } from './account-output.ts'
import { command } from './command.ts'
import { withStore } from './store.ts'

export const userResetCommand = command('user reset', async (args, terminal) => {
  const username = args.only('username, email address, or subject')
  const removes = args.flag('second-factors')
  const question = `The current password${removes ? ', passkeys, and codes' : ''} will stop working immediately.`
  if (!(await confirmed(question, args, terminal))) return 1
  return withStore(terminal, async ({ directory, factors, accountOperations }) => {
    const account = await findAccount({ directory }, username)
    if (account === undefined) return report({ outcome: 'missing' }, args, terminal)
    const before = secondFactorsIn(await factors.read(account.sub))
    const result = await accountOperations.resetPassword(account.sub, removes ? 'remove' : 'keep')
    const found = before === undefined ? 'no second factor' : `${removes ? 'removed' : 'still required'}: ${before}`
    return report(result, args, terminal, `done; ${found}`)
  })
})

/** The user's second factors in words, for support staff. */
function secondFactorsIn(record: FactorRecord | undefined): string | undefined {
  const passkeys = record?.passkeys.length ?? 0
  const found = [
    ...(passkeys === 0 ? [] : [passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`]),
    ...(record?.totp === undefined ? [] : ['authenticator app']),
  ]
  return found.length === 0 ? undefined : found.join(', ')
}
