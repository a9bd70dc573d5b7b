import {
  asksMailCode,
  checkMailCode,
  MAIL_CODE_DIGITS,
  MAIL_CODE_SECONDS,
  MAIL_CODE_TRIES,
} from '../../policies/mail-code.ts'

describe('whether a code by mail comes after the password (D-A6)', () => {
  const asked = { address: 'verified', recovered: 'no' } as const
  it.each([
    ['an address is proved', {}, true],
    ['no address is proved', { address: 'none' }, false],
    ['the password was recovered by mail just now', { recovered: 'just-now' }, false],
  ] as const)('%s: %o is %s', (_, facts, expected) => expect(asksMailCode({ ...asked, ...facts })).toBe(expected))
})

describe('a code that was typed', () => {
  it.each([
    ['right', 1, 'right', 'accepted'],
    ['right at the last try', 5, 'right', 'accepted'],
    ['right, and too late', 6, 'right', 'exhausted'],
    ['wrong', 5, 'wrong', 'wrong'],
    ['wrong once too often', 6, 'wrong', 'exhausted'],
    ['after its ten minutes', 1, 'none', 'expired'],
  ] as const)('%s: try %i, %s, is %s', (_, tries, code, expected) => expect(checkMailCode(tries, code)).toBe(expected))

  it('has eight digits, ten minutes and five tries', () =>
    expect([MAIL_CODE_DIGITS, MAIL_CODE_SECONDS, MAIL_CODE_TRIES]).toEqual([8, 600, 5]))
})
