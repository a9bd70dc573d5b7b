import { AFTERLIFE_MS, expiryPaceMs, sessionEndsAt } from '../../policies/browser-session.ts'
import { LIFETIMES } from '../../policies/lifetimes.ts'

const HOUR = 3_600_000

it.each([
  ['twelve hours after it was seen last', 0, 0, 12 * HOUR],
  ['later when it is seen again', 0, 5 * HOUR, 17 * HOUR],
  ['seven days after the sign-in, however lately it was seen', 0, 167 * HOUR, 168 * HOUR],
  ['at the earlier of both', 0, 156 * HOUR, 168 * HOUR],
  ['counted from its own sign-in', 100 * HOUR, 100 * HOUR, 112 * HOUR],
])('when a browser session expires (D-S1): %s', (_, startedAt, seenAt, endsAt) =>
  expect(sessionEndsAt({ startedAt, seenAt }, LIFETIMES)).toBe(endsAt),
)

describe('how often expired sessions are searched for (D-S9)', () => {
  it.each([
    ['every minute', LIFETIMES, 60_000],
    ['ten times in a short idle time', { ...LIFETIMES, sessionIdle: 120 }, 12_000],
    ['ten times in a short life', { ...LIFETIMES, sessionAbsolute: 60 }, 6_000],
    ['once a second at most', { ...LIFETIMES, sessionIdle: 1 }, 1_000],
  ])('%s', (_, lifetimes, pace) => expect(expiryPaceMs(lifetimes)).toBe(pace))

  it('a record outlives its session by a day, so that a node that was away still finds it', () =>
    expect(AFTERLIFE_MS).toBe(24 * HOUR))
})
