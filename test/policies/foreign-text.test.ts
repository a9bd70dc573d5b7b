import { printable, recordedText } from '../../policies/foreign-text.ts'

const GONE = '\ufffd'

describe('text on a terminal (D-G12)', () => {
  it.each([
    ['an escape sequence', '\u001b[31mred\u001b[0m', `${GONE}[31mred${GONE}[0m`],
    ['the other form of it', '\u009b2Jgone', `${GONE}2Jgone`],
    ['what moves the cursor back', 'a\rb\bc', `a${GONE}b${GONE}c`],
    ['zero, bell, delete', '\0\u0007\u007f', GONE.repeat(3)],
    ['what turns the direction', '\u202egnp.exe\u2066', `${GONE}gnp.exe${GONE}`],
    ['separators that some take for the end of a line', 'a\u2028b\u2029c', `a${GONE}b${GONE}c`],
    ['lines and columns', 'a\n\tb', 'a\n\tb'],
    ['letters of any script', 'Ünïcødé فارسی 日本語 🙂', 'Ünïcødé فارسی 日本語 🙂'],
  ])('%s: %j', (_, text, expected) => {
    expect(printable(text)).toBe(expected)
  })
})

describe('text in a record (D-G12)', () => {
  it.each([
    ['as it is', 'the client is disabled', 'the client is disabled'],
    ['on one line', 'a\nb\tc\r\nd', `a${GONE}b${GONE}c${GONE}${GONE}d`],
    ['of 200 characters', 'x'.repeat(200), 'x'.repeat(200)],
    ['no longer than 200 characters', 'x'.repeat(201), `${'x'.repeat(199)}…`],
    ['no longer, however long it was', 'x'.repeat(50_000), `${'x'.repeat(199)}…`],
  ])('stands %s', (_, text, expected) => {
    expect(recordedText(text)).toBe(expected)
  })
})
