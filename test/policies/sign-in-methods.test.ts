import {
  decideRemoval,
  PASSKEY_NAME_MAX_LENGTH,
  passkeyName,
  type Removal,
  type SignInMethods,
  secondStepOf,
} from '../../policies/sign-in-methods.ts'

const methods = (
  password: SignInMethods['password'],
  passkeys: number,
  authenticator: SignInMethods['authenticator'],
): SignInMethods => ({ password, passkeys, authenticator })

it.each<[number, SignInMethods['authenticator'], ReturnType<typeof secondStepOf>]>([
  [0, 'off', 'none'],
  [1, 'off', 'asked'],
  [0, 'on', 'asked'],
  [2, 'on', 'asked'],
])('a second step: with %i passkeys and the app %s: %s', (passkeys, authenticator, decision) =>
  expect(secondStepOf({ passkeys, authenticator })).toBe(decision),
)

const KEEP = { outcome: 'remove', recoveryCodes: 'keep' } as const
const DROP = { outcome: 'remove', recoveryCodes: 'drop' } as const
const LAST = { outcome: 'last-way-in' } as const

it.each<[string, SignInMethods, Removal, ReturnType<typeof decideRemoval>]>([
  ['one passkey of two', methods('set', 2, 'off'), 'passkey', KEEP],
  ['the last passkey beside an app', methods('set', 1, 'on'), 'passkey', KEEP],
  ['the last passkey: the codes go along', methods('set', 1, 'off'), 'passkey', DROP],
  ['the app beside a passkey', methods('set', 1, 'on'), 'authenticator', KEEP],
  ['the app, the last: the codes go along', methods('set', 0, 'on'), 'authenticator', DROP],
  ['the last passkey of an account without a password', methods('none', 1, 'off'), 'passkey', LAST],
  ['the same beside an app, which opens nothing alone', methods('none', 1, 'on'), 'passkey', LAST],
  ['one passkey of two without a password', methods('none', 2, 'off'), 'passkey', KEEP],
  ['the app of an account without a password', methods('none', 1, 'on'), 'authenticator', KEEP],
])('removing: %s', (_, before, removal, decision) => expect(decideRemoval(before, removal)).toEqual(decision))

it.each<[string, string, string | undefined]>([
  ['as it was typed', 'My phone', 'My phone'],
  ['in one line, without invisible characters', '  My\n\tphone\u0000\u202e ', 'My phone'],
  ['as long as it may be', 'x'.repeat(PASSKEY_NAME_MAX_LENGTH), 'x'.repeat(PASSKEY_NAME_MAX_LENGTH)],
  ['counted in characters', '\u{1F511}'.repeat(PASSKEY_NAME_MAX_LENGTH), '\u{1F511}'.repeat(PASSKEY_NAME_MAX_LENGTH)],
  ['too long', 'x'.repeat(PASSKEY_NAME_MAX_LENGTH + 1), undefined],
  ['empty', ' \u200b ', undefined],
])('the name of a passkey: %s', (_, typed, name) => expect(passkeyName(typed)).toBe(name))
