import { decideEmail, EMAILS, type EmailKind, isLate, LINK_SECONDS } from '../../policies/emails.ts'

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400]
const MIDDLE = 0.5

describe('an email (D-A6)', () => {
  it.each([
    ['recovery', 'recovery', DAY],
    ['invitation', 'invitation', 7 * DAY],
    ['address', 'address', DAY],
    ['test', undefined, HOUR],
    ['new-browser', 'not-me', 3 * DAY],
    ['password-changed', 'not-me', 3 * DAY],
    ['factor-added', 'not-me', 3 * DAY],
    ['factor-removed', 'not-me', 3 * DAY],
    ['recovery-code-used', 'not-me', 3 * DAY],
    ['address-changed', 'not-me', 3 * DAY],
  ] as const)('of the kind %s has the link %s, and is dropped after %d s', (kind, link, seconds) => {
    expect(EMAILS[kind].link).toBe(link)
    expect([seconds - 1, seconds].map((age) => isLate(kind, age))).toEqual([false, true])
  })

  it('has a link that works for 20 minutes, those of invitations and "this was not me" for 7 days', () =>
    expect(LINK_SECONDS).toEqual({
      recovery: 20 * MINUTE,
      address: 20 * MINUTE,
      invitation: 7 * DAY,
      'not-me': 7 * DAY,
    }))
})

describe('an email that was handed over', () => {
  it.each<[string, EmailKind, Parameters<typeof decideEmail>[1], string]>([
    ['the server has taken', 'recovery', 'accepted', 'delivered'],
    ['the server has taken, a test,', 'test', 'accepted', 'delivered'],
    ['the server refuses for good', 'recovery', 'refused', 'failed'],
    ['the server does not want now', 'recovery', 'deferred', 'due'],
    ['the server does not want now, a notice,', 'password-changed', 'deferred', 'due'],
    ['the server does not want now, a test whose answer is looked at,', 'test', 'deferred', 'failed'],
  ])('and that %s (%s, %s) is %s', (_, kind, outcome, state) =>
    expect(decideEmail(kind, outcome, 1, MIDDLE).state).toBe(state),
  )

  it('is tried again after 5 s, 30 s, 2 min, 10 min, half an hour, and then every hour', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 100].map((tries) => decideEmail('recovery', 'deferred', tries, MIDDLE))
    expect(pauses).toEqual(
      [5, 30, 120, 600, 1_800, HOUR, HOUR, HOUR].map((afterSeconds) => ({ state: 'due', afterSeconds })),
    )
  })

  it.each([
    [0, 96],
    [0.25, 108],
    [1, 144],
  ])('a pause of two minutes is spread by a fifth: chance %d gives %d s', (chance, seconds) =>
    expect(decideEmail('recovery', 'deferred', 3, chance)).toEqual({
      state: 'due',
      afterSeconds: expect.closeTo(seconds, 6),
    }),
  )

  it('is taken at the last of many tries as at the first', () =>
    expect(decideEmail('invitation', 'accepted', 170, MIDDLE)).toEqual({ state: 'delivered' }))
})
