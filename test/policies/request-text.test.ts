import { SEARCHED_LENGTHS, searchedText } from '../../policies/request-text.ts'

it.each(Object.entries(SEARCHED_LENGTHS))('%s is searched up to %d characters', (name, length) => {
  const text = 'x'.repeat(length)
  expect(searchedText(name as keyof typeof SEARCHED_LENGTHS, text)).toBe(text)
  expect(searchedText(name as keyof typeof SEARCHED_LENGTHS, `${text}y`)).toBe(text)
})

it('half a character at the end is replaced', () =>
  expect(searchedText('user-agent', `${'x'.repeat(511)}🙂`)).toBe(`${'x'.repeat(511)}\ufffd`))
