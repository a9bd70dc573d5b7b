import { accountState, isValidButDisabled } from '../../policies/directory-account-state.ts'

/** 2026-01-01T00:00:00Z: 425 years, 103 of them leap years, after 1601. */
const NOW_MS = 1_767_225_600_000
const NOW_TICKS = (425n * 365n + 103n) * 86_400n * 10_000_000n
const ticks = (seconds: number): string => String(NOW_TICKS + BigInt(seconds) * 10_000_000n)

it.each([
  ['a normal one', '512', undefined, 'active'],
  ['one whose password never expires', '66048', '0', 'active'],
  ['a disabled one', '514', '0', 'disabled'],
  ['a disabled one among other flags', '66050', undefined, 'disabled'],
  ['one that never expires', '512', '9223372036854775807', 'active'],
  ['one that expires in a second', '512', ticks(1), 'active'],
  ['one that expires now', '512', ticks(0), 'expired'],
  ['one that expired a second ago', '512', ticks(-1), 'expired'],
  ['one that expired long ago and is disabled', '514', '1', 'disabled'],
  ['one whose flags are not shown', undefined, '0', 'unreadable'],
  ['one whose flags are no number', 'NORMAL', '0', 'unreadable'],
  ['one whose end is no number', '512', 'never', 'unreadable'],
])('an account of Active Directory: %s', (_, userAccountControl, accountExpires, expected) =>
  expect(accountState({ userAccountControl, accountExpires }, NOW_MS)).toBe(expected),
)

describe('a server’s reason for a refused bind', () => {
  const said = (data: string) =>
    `80090308: LdapErr: DSID-0C09044E, comment: AcceptSecurityContext error, data ${data}, v4563`
  it.each([
    ['the password has expired', said('532'), true],
    ['the account is disabled', said('533'), true],
    ['the account has expired', said('701'), true],
    ['the password must be replaced', said('773'), true],
    ['no such user', said('525'), false],
    ['a wrong password', said('52e'), false],
    // Said whether the password was right or not.
    ['the account is locked', said('775'), false],
    ['a longer number', said('5330'), false],
    ['nothing', '', false],
    ['a number in another place', '533', false],
  ])('%s', (_, diagnostic, expected) => expect(isValidButDisabled(diagnostic)).toBe(expected))
})
