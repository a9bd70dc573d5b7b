/** A try for an account with wrong passwords in a row (D-G14). */
import {
  afterFailure,
  decidePause,
  FAILURES_BEFORE_PAUSE,
  FAILURES_BETWEEN_PAUSES,
  PAUSE_SECONDS,
} from '../../policies/sign-in-throttle.ts'

it.each([
  ['the first', { tries: 1, open: 100, paused: false }, 'open'],
  ['the last that is open', { tries: 100, open: 100, paused: false }, 'open'],
  ['one more at the same moment', { tries: 101, open: 100, paused: false }, 'paused'],
  ['while sign-ins pause', { tries: 5, open: 110, paused: true }, 'paused'],
  ['after the pause', { tries: 101, open: 110, paused: false }, 'open'],
] as const)('%s: %o is %s', (_, row, expected) => expect(decidePause(row)).toBe(expected))

it.each([
  ['an early one', { tries: 99, open: 100 }, 'go-on'],
  ['the last that was open', { tries: 100, open: 100 }, { open: 110 }],
  ['the last after a pause', { tries: 110, open: 110 }, { open: 120 }],
] as const)('when it is wrong, %s: %o leads to %o', (_, row, expected) => expect(afterFailure(row)).toEqual(expected))

it('a hundred in a row are the most (SP 800-63B s5.2.2), then ten at a time, a quarter of an hour apart', () =>
  expect([FAILURES_BEFORE_PAUSE, FAILURES_BETWEEN_PAUSES, PAUSE_SECONDS]).toEqual([100, 10, 900]))
