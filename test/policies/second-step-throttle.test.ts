/** A try at a code. */
import { CODE_DIGITS } from '../../policies/authenticator-code.ts'
import { BUDGETS } from '../../policies/budgets.ts'
import {
  decideSecondStep,
  LONGEST_LOCKOUT_SECONDS,
  type StepKind,
  type StepVerdict,
} from '../../policies/sign-in-throttle.ts'

const { quarter, day } = BUDGETS.secondStep

it.each<[string, StepKind, number, number, StepVerdict['outcome']]>([
  ['the first', 'code', 1, 1, 'try'],
  ['the last of a quarter of an hour', 'code', quarter.limit, quarter.limit, 'try'],
  ['one more', 'code', quarter.limit + 1, quarter.limit + 1, 'wait'],
  ['the last of a day', 'code', 2, day.limit, 'try'],
  ['one more in the same quarter', 'code', 2, day.limit + 1, 'wait'],
  ['one more in the next quarter', 'code', 1, day.limit + 2, 'try'],
  ['a recovery code after many of a day', 'recovery-code', quarter.limit, day.limit * 9, 'try'],
  ['more recovery codes than a quarter has', 'recovery-code', quarter.limit + 1, 1, 'wait'],
])('%s', (_, kind, inQuarter, inDay, outcome) => {
  const hits = { quarter: { count: inQuarter, resetMs: 60_001 }, day: { count: inDay, resetMs: 80_000_000 } }
  expect(decideSecondStep(kind, hits)).toEqual(outcome === 'try' ? { outcome } : { outcome, retryAfterSeconds: 61 })
})

it.each([
  [0, 1],
  [1, 1],
  [10 ** 9, LONGEST_LOCKOUT_SECONDS],
])('with %d ms to go waits %d s', (resetMs, retryAfterSeconds) => {
  const hits = { quarter: { count: 99, resetMs }, day: { count: 99, resetMs: 10 ** 9 } }
  expect(decideSecondStep('code', hits)).toEqual({ outcome: 'wait', retryAfterSeconds })
})

it('finds a code in a month of guessing, day and night, with a chance below one in fifty', () => {
  const perDay = day.limit + 86_400 / quarter.windowSeconds
  expect((30 * perDay * 3) / 10 ** CODE_DIGITS).toBeLessThan(1 / 50)
})
