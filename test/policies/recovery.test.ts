import { BUDGETS } from '../../policies/budgets.ts'
import { decidePace, decideRecovery } from '../../policies/recovery.ts'

describe('emails after "Forgot your password?" to one user (D-A6)', () => {
  it.each([
    ['the first', 1, 1, 'send'],
    ['the second, at once', 2, 2, 'send'],
    ['the third, at once', 3, 3, 'silent'],
    ['the third, a quarter of an hour later', 3, 1, 'send'],
    ['the fourth, too soon after it', 4, 2, 'silent'],
    ['the fifth, a quarter of an hour later', 5, 1, 'send'],
    ['the sixth in an hour, however long after the one before', 6, 1, 'silent'],
    ['the first of a new hour, just after the last of the one before', 1, 2, 'send'],
    ['and the second of it', 2, 3, 'silent'],
  ] as const)('%s: number %d in the hour, %d in the quarter, is %s', (_, hour, quarter, verdict) =>
    expect(decidePace({ hour, quarter })).toBe(verdict),
  )

  it('are five in an hour, two of them immediately, and then one every quarter of an hour; 20 requests from an IP address', () =>
    expect(BUDGETS.emails).toMatchObject({
      recoveryInHour: { limit: 5, windowSeconds: 3_600 },
      recoveryInQuarter: { limit: 2, windowSeconds: 900 },
      recoveryRequests: { limit: 20, windowSeconds: 900 },
    }))
})

describe('users who have forgotten a password', () => {
  const USER = { active: true, source: 'directory', email: 'a@example.com', verified: true } as const

  it.each([
    ['gets an email', 'email', {}],
    ['and is suspended', 'suspended', { active: false }],
    ['and stands in the configuration', 'configuration', { source: 'configuration' }],
    ['and has no address', 'no-address', { email: undefined, verified: false }],
    ['and has an address that no user has proved', 'address-not-proved', { verified: false }],
    [
      'and is suspended in the configuration, without an address',
      'suspended',
      { active: false, source: 'configuration', email: undefined, verified: false },
    ],
    ['and is configured without one', 'configuration', { source: 'configuration', email: undefined, verified: false }],
  ] as const)('%s: %s', (_, decision, row) => expect(decideRecovery({ ...USER, ...row })).toBe(decision))
})
