import { admission, isTooLate } from '../../policies/overload.ts'

it.each([
  [0, undefined, 'run'],
  [63, undefined, 'run'],
  [64, undefined, 'wait'],
  [64, 0, 'wait'],
  [64, 500, 'wait'],
  [64, 501, 'refuse'],
  // The place that became free belongs to the oldest request.
  [63, 1, 'wait'],
] as const)('%d in progress, the oldest has waited for %s ms: %s', (inProgress, oldest, verdict) =>
  expect(admission(inProgress, oldest)).toBe(verdict),
)

it('refuses what waited for more than a second', () => expect([1_000, 1_001].map(isTooLate)).toEqual([false, true]))
