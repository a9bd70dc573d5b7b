import {
  CLOCK_DIFFERENCE_MS,
  type ClockStanding,
  type ClockVerdict,
  clockStanding,
  evaluateClock,
} from '../../policies/clock-difference.ts'
import { CLOCK_TOLERANCE_SECONDS } from '../../policies/signing.ts'

const NOW = 1_763_736_000_000

it.each<[ClockVerdict['verdict'], number, string, number, number]>([
  ['in-step', 0, 'the same time', 0, 0],
  ['in-step', 2_000, 'two seconds ahead', -2_000, 0],
  ['ahead', 2_001, 'more than two seconds ahead', -2_001, 0],
  ['in-step', 2_000, 'two seconds behind', 2_000, 0],
  ['behind', 2_001, 'more than two seconds behind', 2_001, 0],
  ['behind', 3_600_000, 'an hour behind', 3_600_000, 0],
  ['in-step', 0, 'an answer that took four seconds', 3_900, 4_000],
  ['behind', 2_500, 'behind, with a slow answer', 6_500, 4_000],
  ['ahead', 2_500, 'ahead, with a slow answer', -2_500, 4_000],
])('%s by %d ms: %s', (verdict, byMs, _about, store, took) =>
  expect(evaluateClock({ askedAt: NOW, storeTime: NOW + store, answeredAt: NOW + took })).toEqual({ verdict, byMs }),
)

it('is reported before two nodes refuse what the other has issued', () =>
  expect(2 * CLOCK_DIFFERENCE_MS).toBeLessThan(CLOCK_TOLERANCE_SECONDS * 1000))

it.each<[ClockStanding, number]>([
  ['in-step', 0],
  ['in-step', 2_000],
  ['in-step', -2_000],
  ['differs', 2_001],
  ['differs', -2_001],
  ['differs', 5_000],
  ['skewed', 5_001],
  ['skewed', -5_001],
])('a node is %s when its clock is ahead by %d ms', (standing, byMs) => expect(clockStanding(byMs)).toBe(standing))
