/** A notification that was sent (Back-Channel Logout s2.5, s2.8; D-S8). */
import {
  type DeliveryVerdict,
  decideDelivery,
  LEASE_SECONDS,
  RETRY_AFTER_SECONDS,
  type TryOutcome,
} from '../../policies/delivery-retry.ts'

const answered = (status: number): TryOutcome => ({ kind: 'answered', status })
const TIMEOUT: TryOutcome = { kind: 'no-answer', why: 'timeout' }
const MIDDLE = 0.5

it.each<[string, TryOutcome, DeliveryVerdict['state']]>([
  ['200', answered(200), 'delivered'],
  ['204', answered(204), 'delivered'],
  ['400: the client has understood and says no', answered(400), 'failed'],
  ['201 is not success', answered(201), 'due'],
  ['202 is not success', answered(202), 'due'],
  ['301: redirects are not followed', answered(301), 'due'],
  ['307', answered(307), 'due'],
  ['401', answered(401), 'due'],
  ['404', answered(404), 'due'],
  ['500', answered(500), 'due'],
  ['503', answered(503), 'due'],
  ['no answer', TIMEOUT, 'due'],
  ['no answer, which may change', { kind: 'no-answer', why: 'no key', final: false }, 'due'],
  ['an address that is not allowed', { kind: 'no-answer', why: 'address not allowed', final: true }, 'failed'],
])('%s', (_, outcome, state) => expect(decideDelivery(outcome, 1, MIDDLE).state).toBe(state))

it('is tried seven times: immediately, then after 1 s, 10 s, 1 min, 5 min, 15 min and 1 h', () => {
  const verdicts = [1, 2, 3, 4, 5, 6, 7].map((tries) => decideDelivery(TIMEOUT, tries, MIDDLE))
  expect(verdicts).toEqual([
    ...[1, 10, 60, 300, 900, 3_600].map((afterSeconds) => ({ state: 'due', afterSeconds })),
    { state: 'failed' },
  ])
  expect(RETRY_AFTER_SECONDS).toEqual([1, 10, 60, 300, 900, 3_600])
})

it.each([
  [0, 48],
  [0.25, 54],
  [1, 72],
])('a pause of a minute is spread by a fifth: chance %d gives %d s', (chance, seconds) =>
  expect(decideDelivery(TIMEOUT, 3, chance)).toEqual({ state: 'due', afterSeconds: expect.closeTo(seconds, 6) }),
)

it('has the pauses of the configuration; none means one try', () => {
  expect(decideDelivery(TIMEOUT, 1, MIDDLE, [5])).toEqual({ state: 'due', afterSeconds: 5 })
  expect(decideDelivery(TIMEOUT, 1, MIDDLE, [])).toEqual({ state: 'failed' })
})

it('a success at the last try is a success', () =>
  expect(decideDelivery(answered(200), 7, MIDDLE)).toEqual({ state: 'delivered' }))

it('a worker holds it for 15 seconds', () => expect(LEASE_SECONDS).toBe(15))
