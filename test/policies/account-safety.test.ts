import {
  type AccountFacts,
  evaluateSafety,
  isNewDevice,
  isRated,
  NEW_DEVICE_MS,
  PASSWORD_OLD_MS,
} from '../../policies/account-safety.ts'

const SAFE: AccountFacts = { password: { ageMs: 1 }, secondStep: 'on', recoveryCodes: { left: 10 }, newDevices: 0 }
const toImprove = (facts: AccountFacts): readonly string[] =>
  evaluateSafety(facts)
    .filter(({ verdict }) => verdict === 'improve')
    .map(({ check }) => check)

describe('the checks of an account', () => {
  it.each<[string, Partial<AccountFacts>, readonly string[]]>([
    ['are all fine', {}, []],
    ['take a password of unknown age as it is', { password: {} }, []],
    ['hint at an old password', { password: { ageMs: PASSWORD_OLD_MS } }, ['password']],
    ['miss a second step', { secondStep: 'off' }, ['second-step']],
    ['miss recovery codes', { recoveryCodes: { left: 0 } }, ['recovery-codes']],
    ['find too few of them', { recoveryCodes: { left: 2 } }, ['recovery-codes']],
    ['point at a new device', { newDevices: 1 }, ['devices']],
  ])('%s', (_name, more, expected) => expect(toImprove({ ...SAFE, ...more })).toEqual(expected))

  it('rate an account only if its second step is among them', () =>
    expect([isRated(['devices', 'second-step']), isRated(['password', 'devices'])]).toEqual([true, false]))

  it('are left out where they cannot be made', () =>
    expect(evaluateSafety({ newDevices: 0 })).toEqual([{ check: 'devices', verdict: 'fine' }]))
})

describe('a device', () => {
  const NOW = 10 * NEW_DEVICE_MS
  const known = { browser: 'Firefox', system: 'Linux', signedInAt: NOW - 5 * NEW_DEVICE_MS }
  const fresh = { browser: 'Chrome', system: 'Windows', signedInAt: NOW - 1 }

  it.each<[string, Parameters<typeof isNewDevice>[0], boolean]>([
    ['is new when no earlier one is of its kind', fresh, true],
    ['is not new when one of its kind was there', { ...fresh, browser: 'Firefox', system: 'Linux' }, false],
    ['is not new after a day', { ...fresh, signedInAt: NOW - NEW_DEVICE_MS }, false],
    ['is not new when it is the first', { ...fresh, signedInAt: known.signedInAt }, false],
  ])('%s', (_name, device, expected) => expect(isNewDevice(device, [known, device], NOW)).toBe(expected))

  it('is not new when it is the only one', () => expect(isNewDevice(fresh, [fresh], NOW)).toBe(false))
})
