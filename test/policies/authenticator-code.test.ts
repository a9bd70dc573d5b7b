import { CODE_STEP_SECONDS, decideCode, readCode, stepsAt } from '../../policies/authenticator-code.ts'

it.each<[string, string, string | undefined]>([
  ['six digits', '012345', '012345'],
  ['with spaces and a dash', ' 012-345\u00a0', '012345'],
  ['in Arabic digits', '\u0660\u0661\u0662\u0663\u0664\u0665', '012345'],
  ['in Persian digits', '\u06f0\u06f1\u06f2\u06f3\u06f4\u06f9', '012349'],
  ['in full width', '\uff10\uff11\uff12\uff13\uff14\uff15', '012345'],
  ['with the marks of a direction', '\u200e012345\u200f', '012345'],
  ['five digits', '01234', undefined],
  ['seven digits', '0123456', undefined],
  ['with a letter', '01234a', undefined],
  ['nothing', '', undefined],
])('what was typed as a code: %s', (_, typed, code) => expect(readCode(typed)).toBe(code))

it('the codes of a moment (RFC 6238 s5.2): are that of its step, the one before and the one after', () => {
  expect(stepsAt(59)).toEqual([0, 1, 2])
  expect(stepsAt(CODE_STEP_SECONDS * 1_000)).toEqual([999, 1_000, 1_001])
})

it.each<[string, readonly number[], number, ReturnType<typeof decideCode>]>([
  ['of no step is wrong', [], 7, { outcome: 'wrong' }],
  ['newer than the last is accepted', [8], 7, { outcome: 'accepted', step: 8 }],
  ['that was the last is used', [7], 7, { outcome: 'used' }],
  ['older than the last is used', [6], 7, { outcome: 'used' }],
  ['of two steps counts as the later', [6, 8], 6, { outcome: 'accepted', step: 8 }],
])('a code: %s', (_, matched, lastUsed, decision) => expect(decideCode(matched, lastUsed)).toEqual(decision))
