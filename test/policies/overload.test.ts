import { isBusy, isOverloaded } from '../../policies/overload.ts'

it.each([
  [false, 20, 20, false],
  [false, 20, 5_000, false],
  [false, 5_000, 20, false],
  [false, 1_001, 1_000, false],
  [false, 1_001, 1_001, true],
  [true, 1_001, 751, true],
  [true, 20, 751, true],
  [true, 5_000, 750, false],
])('overloaded before: %s; waits of %d ms, then %d ms: %s', (before, first, second, overloaded) =>
  expect(isOverloaded(before, [first, second])).toBe(overloaded),
)

it('is never overloaded with few requests', () => expect([16, 17].map(isBusy)).toEqual([false, true]))
