/** A new password. */
import { NEW_PASSWORD_MAX_LENGTH, newPasswordIssue } from '../../policies/new-password.ts'

const names = ['Alice@Example.com', 'alice-in-wonderland']
const checked = (password: string, repeat = password): string | undefined =>
  newPasswordIssue({ password, repeat, names })

it.each([
  ['of twelve characters', 'twelve chars', undefined],
  ['of twelve characters outside of the basic plane', '🦄'.repeat(12), undefined],
  ['of words in a row', 'correct horse battery staple', undefined],
  ['that is empty', '', 'missing'],
  ['of eleven characters', 'eleven char', 'too_short'],
  ['of eleven characters that take more units', '🦄'.repeat(11), 'too_short'],
  ['of the greatest length', 'x'.repeat(NEW_PASSWORD_MAX_LENGTH), undefined],
  ['of more than the greatest length', 'x'.repeat(NEW_PASSWORD_MAX_LENGTH + 1), 'too_long'],
  ['that is the username in capitals', 'ALICE-IN-WONDERLAND', 'is_username'],
  ['that is the email address with a space', ' alice@example.com', 'is_username'],
])('%s', (_name, password, issue) => expect(checked(password)).toBe(issue))

it('must be typed twice alike', () => {
  expect(checked('correct horse battery', 'correct horse buttery')).toBe('repeat_differs')
  expect(checked('correct horse battery', '')).toBe('repeat_differs')
})

it('is the same in both forms that a keyboard may send', () =>
  expect(checked('Ångström units', 'A\u030Angstro\u0308m units')).toBeUndefined())
