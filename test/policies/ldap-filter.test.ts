import {
  escapedBytes,
  escapedValue,
  filledFilter,
  filterOfAnyName,
  isSearchableName,
  isSendablePassword,
} from '../../policies/ldap-filter.ts'

describe('a value in a filter (RFC 4515 s3, s4)', () => {
  it.each([
    ['letters and digits', 'alice42', 'alice42'],
    ['harmless signs', "o'brien-smith.jr@example.com, =+<>#;|&!~:", "o'brien-smith.jr@example.com, =+<>#;|&!~:"],
    [
      'parentheses',
      'Parens R Us (for all your parenthetical needs)',
      'Parens R Us \\28for all your parenthetical needs\\29',
    ],
    ['an asterisk', '*', '\\2a'],
    ['a backslash', 'C:\\MyFile', 'C:\\5cMyFile'],
    ['an escape is none', '\\2a', '\\5c2a'],
    ['zero, bell, delete', '\0\u0007\u007f', '\\00\\07\\7f'],
    ['letters beyond ASCII', 'Lučić', 'Lu\\c4\\8di\\c4\\87'],
    ['signs of two code units', '🙂', '\\f0\\9f\\99\\82'],
    ['the end of a filter and another one', ')(uid=*', '\\29\\28uid=\\2a'],
    ['nothing', '', ''],
  ])('%s', (_, text, expected) => expect(escapedValue(text)).toBe(expected))

  it('of bytes escapes each of them', () => {
    expect(escapedBytes([0, 4, 0x61, 0xff])).toBe('\\00\\04\\61\\ff')
    expect(escapedBytes(new Uint8Array())).toBe('')
  })
})

describe('a filter with a placeholder', () => {
  it.each([
    ['once', '(uid={username})', 'alice', '(uid=alice)'],
    ['twice', '(|(uid={username})(mail={username}))', 'a*', '(|(uid=a\\2a)(mail=a\\2a))'],
    ['a value that looks like one', '(uid={username})', '{username}{dn}', '(uid={username}{dn})'],
    ['a value that looks like a pattern of replacements', '(uid={username})', "$&$'$`$1", "(uid=$&$'$`$1)"],
  ])('is filled: %s', (_, filter, value, expected) => expect(filledFilter(filter, 'username', value)).toBe(expected))

  it('fits every user with a name', () =>
    expect(filterOfAnyName('(&(objectClass=person)(|(uid={username})(mail={username})))')).toBe(
      '(&(objectClass=person)(|(uid=*)(mail=*)))',
    ))
})

it.each([
  ['letters', 'alice', true],
  ['an asterisk is a letter like others', '*', true],
  ['the longest', 'x'.repeat(254), true],
  ['a longer one', 'x'.repeat(255), false],
  ['nothing', '', false],
  ['blanks', ' \u00a0', false],
  ['a blank at the end', 'alice ', false],
  ['a blank at the beginning', '\u00a0alice', false],
  ['a blank between', 'alice smith', true],
  ['NUL', 'alice\0', false],
  ['a control character', 'ali\u001bce', false],
  ['one of the other range', 'ali\u0085ce', false],
  ['half a sign', 'ali\ud800ce', false],
])('a user name: %s', (_, name, expected) => expect(isSearchableName(name)).toBe(expected))

it.each([
  ['any text', ' pass word\n', true],
  ['the longest', 'x'.repeat(1024), true],
  ['a longer one', 'x'.repeat(1025), false],
  ['nothing', '', false],
  ['blanks', ' \t\u00a0', false],
  ['NUL at the beginning', '\0secret', false],
  ['NUL anywhere', 'sec\0ret', false],
])('a password: %s', (_, password, expected) => expect(isSendablePassword(password)).toBe(expected))
