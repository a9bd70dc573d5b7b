import { isFinalReceipt, notEnded, RECEIPT_TYPE } from '../../policies/offboarding.ts'
import { TOKEN_TYPES } from '../../policies/signing.ts'

it.each([
  ['portico', [], false, []],
  ['portico', [], true, ['external_accounts provider']],
  ['provider', [], true, ['roles provider', 'external_accounts provider']],
  ['directory', [], false, ['roles directory', 'password directory']],
  ['configuration', [], false, ['account configuration', 'roles configuration', 'password configuration']],
  ['host', [], false, ['password host', 'second_factors host']],
  ['host', ['account', 'roles'], false, ['account host', 'roles host', 'password host', 'second_factors host']],
] as const)('of a user of %s (refused: %j, linked: %j), %j stay', (origin, refused, isLinked, left) =>
  expect(notEnded(origin, refused, isLinked).map(({ what, why }) => `${what} ${why}`)).toEqual(left),
)

it.each([
  [0, 0, true],
  [1, 0, false],
  [1, 6_000_000, false],
  [1, 8_000_000, true],
])('with %i apps pending after %i ms, a receipt is final: %j', (pending, after, isFinal) =>
  expect(isFinalReceipt(pending, 1_000, 1_000 + after)).toBe(isFinal),
)

it('the type of a receipt is that of no token', () => expect(Object.values(TOKEN_TYPES)).not.toContain(RECEIPT_TYPE))
