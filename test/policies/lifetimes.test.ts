import {
  FRONTCHANNEL_TICKET_SECONDS,
  familySeconds,
  LIFETIMES,
  LOGOUT_TOKEN_SECONDS,
  refreshAge,
} from '../../policies/lifetimes.ts'

const DAY = 86_400

describe('how long things live (D-T2, D-T3, D-S1, D-S6, D-S8)', () => {
  it.each([
    ['authorizationCode', 120],
    ['accessToken', 900],
    ['idToken', 900],
    ['refreshTokenIdle', 7 * DAY],
    ['refreshTokenAbsolute', 30 * DAY],
    ['sessionIdle', DAY / 2],
    ['sessionAbsolute', 7 * DAY],
    ['interaction', 900],
  ] as const)('%s: %i seconds', (name, seconds) => expect(LIFETIMES[name]).toBe(seconds))

  it('a logout token and the front-channel ticket: 120 seconds', () =>
    expect([LOGOUT_TOKEN_SECONDS, FRONTCHANNEL_TICKET_SECONDS]).toEqual([120, 120]))
})

it.each([
  ['fresh', 'just issued', 0, 0],
  ['fresh', 'one second before the idle end', 0, 7 * DAY - 1],
  ['idle', 'at the idle end', 0, 7 * DAY],
  ['fresh', 'used since', DAY, 7 * DAY],
  ['fresh', 'one second before the absolute end', 29 * DAY, 30 * DAY - 1],
  ['absolute', 'at the absolute end, however lately it was used', 30 * DAY - 1, 30 * DAY],
  ['absolute', 'past both', 0, 31 * DAY],
])('the age of a refresh token: %s: %s', (age, _, usedAt, now) =>
  expect(refreshAge(now, usedAt, { signedInAt: 0 }, LIFETIMES)).toBe(age),
)

describe('how long the record of a family must stay', () => {
  it.each([
    ['without offline_access: while its access token lives', 900, false, 0, 0],
    ['fresh: until the idle end', 7 * DAY, true, 0, 0],
    ['used lately: until the absolute end', DAY, true, 29 * DAY, 29 * DAY],
    ['just before the end: while its last access token lives', 900, true, 30 * DAY - 1, 30 * DAY - 1],
  ])('%s', (_, seconds, offline, usedAt, now) =>
    expect(familySeconds(now, { usedAt, signedInAt: 0, offline }, LIFETIMES)).toBe(seconds),
  )

  it('outlives whatever can still be presented of it, at every age', () => {
    const lifetimes = { ...LIFETIMES, accessToken: 5, refreshTokenIdle: 20, refreshTokenAbsolute: 50 }
    for (let usedAt = 0; usedAt < 60; usedAt += 1) {
      const end = usedAt + familySeconds(usedAt, { usedAt, signedInAt: 0, offline: true }, lifetimes)
      expect(end).toBeGreaterThanOrEqual(usedAt + lifetimes.accessToken)
      for (let later = end; later < end + 100; later += 1)
        expect(refreshAge(later, usedAt, { signedInAt: 0 }, lifetimes)).not.toBe('fresh')
    }
  })
})
