import {
  fitsHeader,
  type HeaderNameIssue,
  headerList,
  headerNameIssue,
  IDENTITY_FACTS,
} from '../../policies/identity-headers.ts'

it.each([
  ['alice', true],
  ['Zoë Ångström 中', true],
  ['a,b', true],
  ['', false],
  [' alice', false],
  ['alice ', false],
  ['a\r\nRemote-User: root', false],
  ['a\u0000', false],
  ['a\u0085b', false],
  ['a\tb', false],
  ['x'.repeat(2_000), true],
  ['ü'.repeat(1_001), false],
])('a header carries %j: %j', (text, fits) => expect(fitsHeader(text)).toBe(fits))

it.each<[readonly string[], string | undefined, readonly string[]]>([
  [[], undefined, []],
  [['editor'], 'editor', []],
  [['editor', 'líder'], 'editor,líder', []],
  [['a,b', 'editor', 'c\nd'], 'editor', ['a,b', 'c\nd']],
  [['a,b'], undefined, ['a,b']],
  [['x'.repeat(1_000), 'y'.repeat(1_000), 'z'], `${'x'.repeat(1_000)},z`, ['y'.repeat(1_000)]],
])('of the names %j', (names, value, left) => expect(headerList(names)).toEqual({ value, left }))

it.each<[string, readonly string[], HeaderNameIssue | undefined]>([
  ['Remote-User', [], undefined],
  ['X-WEBAUTH-USER', ['Remote-User'], undefined],
  ['Remote-User', ['remote-user'], 'repeated'],
  ['Remote_User', [], 'malformed'],
  ['', [], 'malformed'],
  ['1st', [], 'malformed'],
  ['x'.repeat(65), [], 'malformed'],
  ['Re mote', [], 'malformed'],
  ...['Host', 'cookie', 'Content-Length', 'X-Forwarded-For', 'Location', 'Sec-Fetch-Site', 'X-Original-URL'].map(
    (name): [string, readonly string[], 'taken'] => [name, [], 'taken'],
  ),
])('the name %j compared with %j', (name, others, issue) => expect(headerNameIssue(name, others)).toBe(issue))

it('there is a header for each fact', () => expect(new Set(IDENTITY_FACTS).size).toBe(5))
