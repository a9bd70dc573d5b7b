import { BUDGETS } from '../../policies/budgets.ts'
import {
  causeOf,
  decideThrottle,
  decideTry,
  LONGEST_LOCKOUT_SECONDS,
  type NameHits,
  type ThrottleLimits,
  waitsAfter,
} from '../../policies/sign-in-throttle.ts'

const LIMITS: ThrottleLimits = {
  accountAndAddress: { limit: 3, windowSeconds: 900 },
  address: { limit: 5, windowSeconds: 900 },
  account: { limit: 10, windowSeconds: 900 },
}
const FREE = { count: 1, resetMs: 900_000 }

type Hits = Parameters<typeof decideThrottle>[0]
const check = (changes: Partial<Hits>): ReturnType<typeof decideThrottle> =>
  decideThrottle({ accountAndAddress: FREE, address: FREE, account: FREE, ...changes }, LIMITS)

describe('an attempt to sign in (D-A2)', () => {
  it.each<[string, Partial<Hits>, boolean]>([
    ['the first', {}, true],
    ['the last for this account from here', { accountAndAddress: { count: 3, resetMs: 9 } }, true],
    ['one more', { accountAndAddress: { count: 4, resetMs: 9 } }, false],
    ['the last from here, whatever the account', { address: { count: 5, resetMs: 9 } }, true],
    ['one more, for an account that was not tried yet', { address: { count: 6, resetMs: 9 } }, false],
    [
      'the last for this account from anywhere',
      { account: { count: 10, resetMs: 9 }, accountAndAddress: { count: 2, resetMs: 9 } },
      true,
    ],
    [
      'one more, from an address that has failed before',
      { account: { count: 11, resetMs: 9 }, accountAndAddress: { count: 2, resetMs: 9 } },
      false,
    ],
    ['an account under attack, from an address without failures', { account: { count: 4_000, resetMs: 9 } }, true],
  ])('%s: %s %s', (_, changes, allowed) => expect(check(changes).allowed).toBe(allowed))

  it.each<[string, Partial<Hits>, number]>([
    ['when the window is over', { accountAndAddress: { count: 4, resetMs: 12_001 } }, 13],
    ['after both', { accountAndAddress: { count: 4, resetMs: 12_000 }, address: { count: 6, resetMs: 30_000 } }, 30],
    [
      'when the window of this address is over, not that of the attackers',
      { account: { count: 99, resetMs: 800_000 }, accountAndAddress: { count: 2, resetMs: 5_000 } },
      5,
    ],
    ['after a second at least', { accountAndAddress: { count: 4, resetMs: 0 } }, 1],
    ['after 15 minutes at most', { accountAndAddress: { count: 4, resetMs: 86_400_000 } }, LONGEST_LOCKOUT_SECONDS],
  ])('may be repeated %s', (_, changes, seconds) =>
    expect(check(changes)).toEqual({ allowed: false, retryAfterSeconds: seconds }),
  )

  it('no user waits longer than 15 minutes', () => {
    expect(LONGEST_LOCKOUT_SECONDS).toBe(15 * 60)
    for (const { windowSeconds } of Object.values(BUDGETS.signIn))
      expect(windowSeconds).toBeLessThanOrEqual(LONGEST_LOCKOUT_SECONDS)
  })
})

const waits = (seconds: number) => ({ outcome: 'wait', retryAfterSeconds: seconds })
const ignored = (seconds: number) => ({ outcome: 'ignored', retryAfterSeconds: seconds })

describe('a try under one of several names of an account', () => {
  const fresh: NameHits = { accountAndAddress: FREE, account: FREE }
  const over: NameHits = { accountAndAddress: { count: 4, resetMs: 9_000 }, account: FREE }
  const attacked: NameHits = { accountAndAddress: { count: 2, resetMs: 7_000 }, account: { count: 11, resetMs: 9_000 } }
  it.each<[string, NameHits, NameHits | undefined, object]>([
    ['is open when neither the name nor the account is past a limit', fresh, fresh, { outcome: 'open' }],
    ['must wait when the name is past one', over, over, waits(9)],
    ['must wait for the name, whatever the account', over, fresh, waits(9)],
    ['is ignored when the account alone is past one, from here', fresh, over, ignored(9)],
    ['is made in vain when the account alone is, from anywhere', fresh, attacked, ignored(7)],
    ['is open without a directory of accounts', fresh, undefined, { outcome: 'open' }],
    ['must wait by its name there', over, undefined, waits(9)],
  ])('%s', (_, typed, ofUser, decision) =>
    expect(decideTry({ address: FREE, typed, ofUser }, LIMITS)).toEqual(decision),
  )

  it('waits for the limit of its network address in any case', () =>
    expect(decideTry({ address: { count: 6, resetMs: 9 }, typed: fresh, ofUser: fresh }, LIMITS)).toEqual(waits(1)))
})

describe('an attempt from a browser that is known to the account, or for a locked account (D-G14)', () => {
  const fresh: NameHits = { accountAndAddress: FREE, account: FREE }
  const over: NameHits = { accountAndAddress: { count: 40, resetMs: 9_000 }, account: { count: 400, resetMs: 9_000 } }
  const many = { count: 60, resetMs: 9_000 }
  it.each<[string, Partial<Parameters<typeof decideTry>[0]>, object]>([
    [
      'of a known browser is open, however many others try',
      { typed: over, ofUser: over, address: many, locked: true, ofBrowser: { count: 3, resetMs: 9 } },
      { outcome: 'open' },
    ],
    ['of a known browser waits when it tried too often', { ofBrowser: { count: 4, resetMs: 12_000 } }, waits(12)],
    ['is ignored while the account is locked', { locked: true }, ignored(900)],
    ['is open when it is not', { locked: false }, { outcome: 'open' }],
    ['waits for its name all the same', { typed: over, ofUser: over, locked: true }, waits(9)],
  ])('%s', (_, hits, decision) =>
    expect(decideTry({ address: FREE, typed: fresh, ofUser: fresh, ...hits }, LIMITS)).toEqual(decision),
  )
})

describe('how long the next attempt must wait', () => {
  const few = { count: 1, resetMs: 9_000 }
  const last = { count: 3, resetMs: 7_000 }
  const fresh: NameHits = { accountAndAddress: few, account: few }
  const used: NameHits = { accountAndAddress: last, account: few }
  const none = { account: 0, network: 0, of: 'address' }
  it.each<[string, Partial<Parameters<typeof waitsAfter>[0]>, object]>([
    ['after the first', {}, none],
    ['after the last under this name', { typed: used }, { ...none, account: 7 }],
    ['after the last of the account', { ofUser: used }, { ...none, account: 7 }],
    ['after the last of a known browser', { ofBrowser: last }, { ...none, account: 7 }],
    ['in other browsers, after one of a known browser', { typed: used, ofBrowser: few }, { ...none, account: 7 }],
    ['without a directory of accounts', { ofUser: undefined }, none],
    ['after the last from the network', { address: { count: 5, resetMs: 6_000 } }, { ...none, network: 6 }],
    ['while the /48 has room', { site: few }, none],
    ['after the last from the /48', { site: { count: 40, resetMs: 5_000 } }, { account: 0, network: 5, of: 'site' }],
  ])('%s', (_, hits, waits) =>
    expect(waitsAfter({ address: few, typed: fresh, ofUser: fresh, ...hits }, LIMITS)).toEqual(waits),
  )
})

/** By the service's own limits, with counts as the store keeps them. */
describe('an attack within one window', () => {
  function counters() {
    const counts = new Map<string, number>()
    const hit = (key: string) => {
      counts.set(key, (counts.get(key) ?? 0) + 1)
      return { count: counts.get(key) as number, resetMs: 900_000 }
    }
    return (account: string, address: string): boolean =>
      decideThrottle(
        { accountAndAddress: hit(`${account} ${address}`), address: hit(address), account: hit(account) },
        BUDGETS.signIn,
      ).allowed
  }
  const times = (count: number, tried: (index: number) => boolean): number =>
    Array.from({ length: count }, (_, index) => tried(index)).filter(Boolean).length

  it('on one account from one address gets 10 passwords in', () => {
    const attempt = counters()
    expect(times(100, () => attempt('alice', '192.0.2.1'))).toBe(10)
  })

  it('on 100 accounts from one address gets 50 passwords in', () => {
    const attempt = counters()
    expect(times(100, (index) => attempt(`user${index}`, '192.0.2.1'))).toBe(50)
  })

  it('on one account from 50 addresses is slowed to one password an address', () => {
    const attempt = counters()
    expect(times(500, (index) => attempt('alice', `192.0.2.${index % 50}`))).toBe(50)
  })

  it('does not lock the owner out, who comes from another IP address', () => {
    const attempt = counters()
    times(5_000, (index) => attempt('alice', `192.0.2.${index % 250}`))
    expect(attempt('alice', '198.51.100.7')).toBe(true)
    expect(attempt('bob', '198.51.100.7')).toBe(true)
  })
})

describe('a /48 of IPv6', () => {
  const few = { count: 1, resetMs: 900_000 }
  const hits = { address: few, typed: { accountAndAddress: few, account: few }, ofUser: undefined }
  it.each([
    [400, 'open'],
    [401, 'wait'],
  ] as const)('%i wrong passwords from its networks, whatever the accounts: the next is %s', (count, outcome) =>
    expect(decideTry({ ...hits, site: { count, resetMs: 5_000 } }, BUDGETS.signIn).outcome).toBe(outcome),
  )
})

describe('what caused a pause', () => {
  const hits = (count: number, account: number) => ({
    accountAndAddress: { count, resetMs: 9 },
    account: { count: account, resetMs: 9 },
  })
  it.each<[string, Parameters<typeof causeOf>[0], number]>([
    ['attempts from here', { address: FREE, typed: hits(3, 3), ofUser: undefined }, 3],
    ['attempts from anywhere', { address: FREE, typed: hits(1, 1), ofUser: hits(1, 10) }, 10],
    [
      'attempts of known browsers',
      { address: FREE, typed: hits(1, 1), ofUser: hits(1, 1), ofBrowser: hits(4, 4).account },
      4,
    ],
  ])('%s', (_, tried, count) => expect(causeOf(tried, LIMITS)).toEqual({ count, windowSeconds: 900 }))
})
