import {
  addressWithoutValues,
  isName,
  printable,
  recordedText,
  withoutCredentials,
} from '../../policies/untrusted-text.ts'

const GONE = '\ufffd'

it.each([
  ['an escape sequence', '\u001b[31mred\u001b[0m', `${GONE}[31mred${GONE}[0m`],
  ['the other form of it', '\u009b2Jgone', `${GONE}2Jgone`],
  ['what moves the cursor back', 'a\rb\bc', `a${GONE}b${GONE}c`],
  ['zero, bell, delete', '\0\u0007\u007f', GONE.repeat(3)],
  ['what turns the direction', '\u202egnp.exe\u2066', `${GONE}gnp.exe${GONE}`],
  ['separators that some take for the end of a line', 'a\u2028b\u2029c', `a${GONE}b${GONE}c`],
  ['lines and columns', 'a\n\tb', 'a\n\tb'],
  ['letters of any script', 'Ünïcødé فارسی 日本語 🙂', 'Ünïcødé فارسی 日本語 🙂'],
])('text on a terminal (D-G12): %s: %j', (_, text, expected) => expect(printable(text)).toBe(expected))

it.each([
  ['as it is', 'the client is disabled', 'the client is disabled'],
  ['on one line', 'a\nb\tc\r\nd', `a${GONE}b${GONE}c${GONE}${GONE}d`],
  ['of 200 characters', 'x'.repeat(200), 'x'.repeat(200)],
  ['no longer than 200 characters', 'x'.repeat(201), `${'x'.repeat(199)}…`],
  ['no longer, however long it was', 'x'.repeat(50_000), `${'x'.repeat(199)}…`],
])('text in a record (D-G12): stands %s', (_, text, expected) => expect(recordedText(text)).toBe(expected))

describe('an address that may be shown', () => {
  it.each([
    ['a registered one', 'https://app.example.com:8443/auth/callback', 'https://app.example.com:8443/auth/callback'],
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
    ['nothing with an email address in its path', 'https://app.example/alice@example.com', '…'],
    ['nothing that is no address', 'sso_live_secret', '…'],
    ['no longer than others', `https://app.example/${'a/'.repeat(150)}`, `https://app.example/${'a/'.repeat(89)}a…`],
  ])('%s', (_, address, shown) => expect(addressWithoutValues(address)).toBe(shown))

  it('has names of parameters and scopes that are words', () => {
    expect(['offline_access', 'openid', 'groups:read', 'a-b.c'].every(isName)).toBe(true)
    expect(['', 'alice@example.com', 'a b', '_x', 'x'.repeat(31), 'ключ'].some(isName)).toBe(false)
  })
})

describe('the text of an untrusted error', () => {
  it.each([
    [
      'connect ECONNREFUSED postgres://app:s3cret@db-7.internal:5432/users',
      'connect ECONNREFUSED postgres://…@db-7.internal:5432/users',
    ],
    ['redis://:pa/ss@word@cache:6379/0 is away', 'redis://…@cache:6379/0 is away'],
    ['mongodb+srv://reader@cluster.example/people', 'mongodb+srv://…@cluster.example/people'],
    ['two: amqp://a:b@one and mysql://c:d@two', 'two: amqp://…@one and mysql://…@two'],
    ['http://x@y://a:b@c and https://d/e?f=g@h:1', 'http://…@y://…@c and https://d/e?f=g@h:1'],
    ['host=db user=app password=hunter2 dbname=users', 'host=db user=app password=… dbname=users'],
    ['Server=db;Uid=app;Pwd=hunter2;Database=users', 'Server=db;Uid=app;Pwd=…;Database=users'],
    ["PASSWORD = 'two words' refused", 'PASSWORD = … refused'],
    ['sent {"user":"app","password":"a\\"b","db":1}', 'sent {"user":"app","password":…,"db":1}'],
    ['GET https://hr.example/all?api_key=k1&page=2 was 500', 'GET https://hr.example/all?api_key=…&page=2 was 500'],
    ['client_secret: abc', 'client_secret: …'],
    ['the header was Authorization: Bearer eyJhbGciOi.x.y', 'the header was Authorization: … …'],
    ['sent Basic YWxpY2U6c2VjcmV0', 'sent Basic …'],
    ['duplicate key (email)=(alice.doe+x@mail.example.com)', 'duplicate key (email)=(…)'],
  ])('%s', (text, shown) => expect(withoutCredentials(text)).toBe(shown))

  it.each([
    'password authentication failed for user "app"',
    'connect ECONNREFUSED 10.0.0.7:5432',
    'relation "users" does not exist',
    'at query (file:///app/node_modules/.pnpm/pg@8.11.0/node_modules/pg/lib/client.js:526:17)',
    'GET https://hr.example:8443/people?page=2 was 500',
  ])('stays as it is where nothing is secret: %s', (text) => expect(withoutCredentials(text)).toBe(text))

  it('reveals nothing of a password that its end falls into', () =>
    expect(withoutCredentials(`${'word '.repeat(797)}postgres://app:s3cret@db/users`)).not.toContain('s3c'))

  it.each([
    ['letters', 'a'],
    ['parts of a scheme', 'a.'],
    ['at signs', 'a@'],
    ['slashes', 'a://'],
  ])('of a great length is cut, whatever it is of: %s', (_, part) =>
    expect(withoutCredentials(part.repeat(100_000)).length).toBeLessThanOrEqual(4_000),
  )
})
