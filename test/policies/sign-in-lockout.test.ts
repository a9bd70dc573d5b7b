/** A try for an account with wrong passwords in a row (D-G14). */
import {
  afterFailure,
  decideLockout,
  FAILURES_BEFORE_LOCKOUT,
  FAILURES_BETWEEN_LOCKOUTS,
  LOCKOUT_SECONDS,
} from '../../policies/sign-in-throttle.ts'

it.each([
  ['the first', { tries: 1, open: 100, locked: false }, 'open'],
  ['the last that is open', { tries: 100, open: 100, locked: false }, 'open'],
  ['one more at the same moment', { tries: 101, open: 100, locked: false }, 'locked'],
  ['while sign-ins are locked', { tries: 5, open: 110, locked: true }, 'locked'],
  ['after the lockout', { tries: 101, open: 110, locked: false }, 'open'],
] as const)('%s: %o is %s', (_, row, expected) => expect(decideLockout(row)).toBe(expected))

it.each([
  ['an early one', { tries: 99, open: 100 }, 'go-on'],
  ['the last that was open', { tries: 100, open: 100 }, { open: 110 }],
  ['the last after a lockout', { tries: 110, open: 110 }, { open: 120 }],
] as const)('when it is wrong, %s: %o leads to %o', (_, row, expected) => expect(afterFailure(row)).toEqual(expected))

it('a hundred in a row are the most (NIST SP 800-63B-4 s3.2.2), then ten at a time, a quarter of an hour apart', () =>
  expect([FAILURES_BEFORE_LOCKOUT, FAILURES_BETWEEN_LOCKOUTS, LOCKOUT_SECONDS]).toEqual([100, 10, 900]))
