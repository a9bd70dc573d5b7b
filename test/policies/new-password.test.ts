/** A new password, and one that a user signs in with. */

import { passwordList } from '../../lib/domain/accounts/factors/password-list.ts'
import { NEW_PASSWORD_MAX_LENGTH, newPasswordIssue, passwordWeakness } from '../../policies/new-password.ts'

const isListed = passwordList()
const words =
  'alice-in-wonderland, Alice Liddell, देविका शर्मा, Zoë Müller, a.liddell@example.com, Portico, sso.rabbit-hole.example'.split(
    ', ',
  )
const facts = { words, isListed, secondFactor: 'optional' } as const
const checked = (password: string, repeat = password): string | undefined =>
  newPasswordIssue({ password, repeat }, facts)

it.each([
  ['of fifteen characters', 'fifteen letters', undefined],
  ['of fifteen characters outside of the basic plane', '🦄🐉🦅🐙🦑🐝🦋🐌🐞🐜🦗🦂🐢🦎🐍', undefined],
  ['of words in a row', 'green horse battery paperclip', undefined],
  ['of sixty-four characters', 'seven green lanterns hang above the old harbor wall in november!', undefined],
  ['that is empty', '', 'missing'],
  ['of fourteen characters', 'fourteen chars', 'too_short'],
  ['of fourteen characters that take more units', '🦄'.repeat(14), 'too_short'],
  ['of the greatest length', 'x1y'.repeat(NEW_PASSWORD_MAX_LENGTH).slice(0, NEW_PASSWORD_MAX_LENGTH), 'predictable'],
  ['of more than the greatest length', 'x'.repeat(NEW_PASSWORD_MAX_LENGTH + 1), 'too_long'],
  ['that is the username in capitals', 'ALICE-IN-WONDERLAND', 'is_name'],
  ['that is the email address with a space', ' a.liddell@example.com', 'is_name'],
])('%s', (_name, password, issue) => expect(checked(password)).toBe(issue))

it.each<[string, string]>([
  ['is_name', 'alicealicealice, portico-portico, Rabbit.Hole.2026!, @l1ceL1ddell-1985, Liddell123456789'],
  ['is_name', 'देविका देविका 2026, Zoe.Muller-1985!, MÜLLERMÜLLERMÜLLER'],
  ['predictable', 'aaaaaaaaaaaaaaa, abcdefghijklmno, 123456789012345, 112233445566778, a-b-c-d-e-f-g-h-i'],
  ['predictable', 'qwertzuiop12345, azertyuiop12345, QWERTYUIOPasdfg, 1qaz2wsx3edc4rfv, &é"\'(-è_çà)=&é"'],
  ['predictable', 'PasswordPassword, abcabcabcabcabc, lovelovelovelove1!, ponmlkjihgfedcba, абвгдежзийклмно'],
  ['listed', 'Password20261231, P@ssw0rd20261231!, !!!Sunshine2026!, 5un5h1n3-5un5h1n3, password12password34'],
  ['listed', 'Iloveyou!2345678, pass.word.2026.11, this is a password, Contraseña-2026, ｐａｓｓｗｏｒｄ2026１２３４'],
  ['allowed', 'alice and her nine cats, kx7#Qp2!mZ9vLr4, my password is not yours, qwerty is how it begins'],
  ['allowed', `password ${'and one more word '.repeat(4)}`],
])('%s: %s', (issue, passwords) =>
  expect(passwords.split(', ').filter((password) => (checked(password) ?? 'allowed') !== issue)).toEqual([]),
)

it('needs eight characters beside a second factor', () =>
  expect(
    ['kx7#Qp2', 'kx7#Qp2!', 'alice123', 'abcd1234', 'password1'].map((password) =>
      passwordWeakness(password, { ...facts, secondFactor: 'required' }),
    ),
  ).toEqual(['too_short', undefined, 'is_name', 'predictable', 'listed']))

it('is checked before its repetition', () => {
  expect(checked('fourteen chars', 'others')).toBe('too_short')
  expect(checked('green horse battery', 'green horse buttery')).toBe('repeat_differs')
  expect(checked('green horse battery', '')).toBe('repeat_differs')
})

it('is the same in both forms that a keyboard may send', () =>
  expect(checked('Ångström units x', 'A\u030Angstro\u0308m units x')).toBeUndefined())
