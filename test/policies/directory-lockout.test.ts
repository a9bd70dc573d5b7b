import { BUDGETS } from '../../policies/budgets.ts'
import { type DirectoryAttempt, decideDirectoryTry, LONGEST_LOCKOUT_SECONDS } from '../../policies/sign-in-throttle.ts'

const STRANGER: DirectoryAttempt = { checkedBy: 'directory', known: false, outcome: 'open' }

it.each<[string, Partial<DirectoryAttempt>, ReturnType<typeof decideDirectoryTry>]>([
  ['a stranger', {}, 'take'],
  ['a stranger whose result is ignored anyway: the directory would count it', { outcome: 'ignored' }, 'untried'],
  ['one who has to wait', { outcome: 'wait' }, 'free'],
  ['a browser that the user knows', { known: true }, 'free'],
  ['an account of the service', { checkedBy: 'local' }, 'free'],
  ['an account of the service, ignored', { checkedBy: 'local', outcome: 'ignored' }, 'free'],
])('%s', (_, more, decision) => expect(decideDirectoryTry({ ...STRANGER, ...more })).toBe(decision))

it('stays below the lockouts that are usual, and ends no later than any throttle', () => {
  expect(BUDGETS.account.directory.limit).toBeLessThan(5)
  expect(BUDGETS.account.directory.windowSeconds).toBeLessThanOrEqual(LONGEST_LOCKOUT_SECONDS)
})
