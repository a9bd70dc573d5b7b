import { addressWithoutValues, isName, printable, recordedText } from '../../policies/foreign-text.ts'

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

describe('an address that may be shown', () => {
  it.each([
    [
      'a registered one, as it is',
      'https://app.example.com:8443/auth/callback',
      'https://app.example.com:8443/auth/callback',
    ],
    ['one without a path', 'https://pve.example.com:8006', 'https://pve.example.com:8006'],
    ['one of an app on a phone', 'com.example.app://callback/', 'com.example.app://callback/'],
    [
      'of its query the names alone',
      'https://app.example/page?code=abc&access_token=eyJ&x',
      'https://app.example/page?code&access_token&x',
    ],
    ['no name that is a value', 'https://app.example/?alice@example.com&a b=1', 'https://app.example/?…&…'],
    ['without its fragment', 'https://app.example/#id_token=eyJ', 'https://app.example/'],
    [
      'no part of a path that is no name',
      `https://app.example/reset/${'k'.repeat(41)}/now`,
      'https://app.example/reset/…/now',
    ],
    ['nothing where credentials are', 'https://alice:hunter2@app.example/cb', '…'],
    ['nothing where credentials may be', 'https:alice:hunter2@app.example', '…'],
    ['nothing with somebody in its path', 'https://app.example/alice@example.com', '…'],
    ['nothing that is no address', 'sso_live_secret', '…'],
    [
      'no longer than other text',
      `https://app.example/${'a/'.repeat(150)}`,
      `https://app.example/${'a/'.repeat(89)}a…`,
    ],
  ])('%s', (_, address, shown) => {
    expect(addressWithoutValues(address)).toBe(shown)
  })

  it('has names of parameters and scopes that are words', () => {
    expect(['offline_access', 'openid', 'groups:read', 'a-b.c'].every(isName)).toBe(true)
    expect(['', 'alice@example.com', 'a b', '_x', 'x'.repeat(31), 'ключ'].some(isName)).toBe(false)
  })
})
