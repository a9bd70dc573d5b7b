import { BUDGETS, type Budget, checkLimit, slowedBy } from '../../policies/budgets.ts'

const rows: readonly Budget[] = Object.values(BUDGETS).flatMap((group): readonly Budget[] => Object.values(group))

it('no two rows share the keys of their counters', () =>
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length))

describe('requests a minute and address (D-G7)', () => {
  it.each([
    ['discovery', 60],
    ['jwks', 60],
    ['authorize', 20],
    ['token', 30],
    ['userinfo', 60],
    ['revocation', 30],
    ['introspection', 30],
    ['logout', 30],
    ['frontchannelLogout', 30],
    ['registerSession', 30],
    ['pages', 120],
    ['metrics', 60],
  ] as const)('%s: %i', (name, limit) => expect(BUDGETS.requests[name]).toMatchObject({ limit, windowSeconds: 60 }))

  it('exists for each endpoint of the table, and for no other', () =>
    expect(Object.keys(BUDGETS.requests)).toHaveLength(12))
})

describe('a hit (RFC 6585 s4)', () => {
  const LIMIT = { limit: 3, windowSeconds: 60 }

  it.each([
    ['the first', 1, 60_000, { allowed: true }],
    ['the last that is allowed', 3, 1_000, { allowed: true }],
    ['the first beyond: come again when the window is over', 4, 31_001, { allowed: false, retryAfterSeconds: 32 }],
    ['one of many beyond', 4_000, 60_000, { allowed: false, retryAfterSeconds: 60 }],
    ['at the very end of the window: a whole second at least', 4, 0, { allowed: false, retryAfterSeconds: 1 }],
    ['a window without an end: the window at most', 4, 9_000_000, { allowed: false, retryAfterSeconds: 60 }],
  ] as const)('%s', (_, count, resetMs, verdict) => expect(checkLimit(LIMIT, { count, resetMs })).toEqual(verdict))
})

it.each([
  ['as it is', 30, 10],
  ['one in each of its windows, when the slow one is exceeded', 31, 1],
])('a budget next to a slow one: %s', (_, count, limit) => {
  const [quarter, day] = [
    { limit: 10, windowSeconds: 900 },
    { limit: 30, windowSeconds: 86_400 },
  ]
  expect(slowedBy(quarter, day, count)).toEqual({ limit, windowSeconds: 900 })
})
