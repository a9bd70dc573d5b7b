import { decideInactivity } from '../../policies/inactivity.ts'

const DAY = 86_400_000
const rule = { emailAfterDays: 60, suspendAfterDays: 90 }

it.each<[string, number, number | undefined, boolean, ReturnType<typeof decideInactivity>]>([
  ['a user who signed in lately', 59, undefined, true, 'none'],
  ['after the days of the email', 60, undefined, true, 'email'],
  ['once only', 80, 60, true, 'none'],
  ['again after another sign-in', 150 - 80, 60 - 80, true, 'email'],
  ['after the days of the suspension', 90, 60, true, 'suspend'],
  ['a rule that is new: first the email', 400, undefined, true, 'email'],
  ['and its days', 429, 400, true, 'none'],
  ['then', 430, 400, true, 'suspend'],
  ['without an address: no email', 89, undefined, false, 'none'],
  ['without an address', 90, undefined, false, 'suspend'],
])('%s', (_name, idle, emailed, hasEmail, expected) => {
  const emailedAt = emailed === undefined ? undefined : emailed * DAY
  expect(decideInactivity(rule, { activeAt: 0, emailedAt, hasEmail, now: idle * DAY })).toBe(expected)
})

it('without emails, the suspension alone', () =>
  expect(
    [89, 90].map((idle) =>
      decideInactivity(
        { suspendAfterDays: 90 },
        { activeAt: 0, emailedAt: undefined, hasEmail: true, now: idle * DAY },
      ),
    ),
  ).toEqual(['none', 'suspend']))
