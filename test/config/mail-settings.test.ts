/** The mail server and the sender of emails: from variables and their files, and no password in any output. */
import { readEnvironment } from '../../lib/config/environment.ts'
import { words } from '../support/words.ts'
import { everythingSaidOf, issuesOf, reading, refusal, validateConfiguration } from './issues.ts'

const HUSH = 'hunter2-swordfish'
const URL = `smtp://portico:${HUSH}@smtp.example.com:587`
const FROM = 'Example ID <id@example.com>'

type Texts = Readonly<Record<string, string>>

const read = (env: Texts) => readEnvironment(env, reading())
const mailOf = (mail: object) => validateConfiguration({ baseUrl: 'http://localhost:3000', mail }).mail

describe('SMTP_URL and MAIL_FROM', () => {
  it('name the mail server and the sender', () => {
    const { configuration, sources } = read({ SMTP_URL: URL, MAIL_FROM: FROM })
    expect(configuration.mail).toMatchObject({ url: URL, from: FROM })
    expect([sources['mail.url'], sources['mail.from']]).toEqual([
      { from: 'env', name: 'SMTP_URL' },
      { from: 'env', name: 'MAIL_FROM' },
    ])
  })

  it('are added to the file’s settings of emails', () => {
    const { configuration } = read({
      SMTP_URL: URL,
      PORTICO_CONFIG: JSON.stringify({ mail: { from: FROM, notices: { newBrowser: false } } }),
    })
    expect(configuration.mail).toEqual({
      url: URL,
      from: FROM,
      notices: { newBrowser: false, passwordChanged: true, factors: true, recoveryCodes: true, addressChanged: true },
    })
  })

  it('are both absent where no emails are sent', () => {
    expect(read({}).configuration.mail).not.toHaveProperty('url')
    expect(read({ MAIL_FROM: FROM }).configuration.mail).not.toHaveProperty('url')
  })
})

it.each([
  ['in code', () => validateConfiguration({ baseUrl: 'http://localhost:3000', mail: { url: URL } })],
  ['in the environment', () => read({ SMTP_URL: URL })],
  ['in the environment, with an empty sender', () => read({ SMTP_URL: URL, MAIL_FROM: ' ' })],
])('a mail server without a sender: %s is refused, and the message names mail.from', (_, run) => {
  const { issues, message } = refusal(run)
  expect(issues).toMatchObject([{ code: 'E1004', path: 'mail.from', received: 'nothing' }])
  expect(message).toMatch(/mail\.from.*the sender of emails, because mail\.url is set/)
})

describe('the address of a mail server', () => {
  it.each(['smtp://localhost', 'smtps://smtp.example.com:465', 'smtp://a:b%2Fc@[::1]:25/?ca=/etc/ca.pem'])(
    'may be %s',
    (url) => expect(mailOf({ url, from: FROM }).url).toBe(url),
  )

  it.each([
    ...words`
      smtp.example.com smtp.example.com:587 smtp:smtp.example.com http://smtp.example.com https://smtp.example.com
      mailto:id@example.com xsmtp://smtp.example.com smtp://
    `,
    'smtp://smtp.example.com\r\nDATA',
    ' smtp://smtp.example.com',
    `smtp://${'a'.repeat(2048)}`,
    587,
  ])('cannot be %j', (url) =>
    expect(issuesOf({ mail: { url, from: FROM } })).toMatchObject([
      { code: 'E1001', path: 'mail.url', expected: 'an smtp:// or smtps:// URL' },
    ]),
  )
})

describe('the sender of emails', () => {
  it.each([
    'id@example.com',
    '<id@example.com>',
    FROM,
    'Beispiel-Ausweis Übersee <id@example.com>',
    '例 <a@b.example>',
  ])('may be %s', (from) => expect(mailOf({ url: URL, from }).from).toBe(from))

  it.each([
    ['another header after a line end', 'id@example.com\r\nBcc: all@example.com'],
    ['another header after a bare line feed', 'id@example.com\nBcc: all@example.com'],
    ['another header after a bare carriage return', 'id@example.com\rBcc: all@example.com'],
    ['another header in the name', 'Example\r\nBcc: all@example.com\r\nX: <id@example.com>'],
    ['another header within the brackets', 'Example <id@example.com\nBcc:all@example.com>'],
    ['a line end alone', `${FROM}\n`],
    ['two addresses', 'id@example.com, other@example.com'],
    ['two addresses in brackets', '<id@example.com> <other@example.com>'],
    ['an address in the name', 'other@example.com> <id@example.com>'],
    ['text behind the address', `${FROM} (and more)`],
    ['a quote that could hold anything', '"Example" <id@example.com>'],
    ['no address', 'Example ID'],
    ['no domain', 'id@'],
    ['a name beyond all bounds', `${'x'.repeat(101)} <id@example.com>`],
    ['a list', ['id@example.com']],
  ])('cannot be %s', (_, from) =>
    expect(issuesOf({ mail: { url: URL, from } })).toContainEqual(
      expect.objectContaining({ code: 'E1001', path: 'mail.from' }),
    ),
  )
})

describe('the password of the mail server is not printed', () => {
  it.each<[string, Texts]>([
    ['with a sender that will not do', { SMTP_URL: URL, MAIL_FROM: 'unknown' }],
    ['without a sender', { SMTP_URL: URL }],
    ['with a wrong scheme', { SMTP_URL: `http://portico:${HUSH}@smtp.example.com`, MAIL_FROM: FROM }],
    ['without a scheme', { SMTP_URL: `portico:${HUSH}@smtp.example.com`, MAIL_FROM: FROM }],
    ['with a slip in the scheme', { SMTP_URL: `smtp//portico:${HUSH}@smtp.example.com`, MAIL_FROM: FROM }],
    ['with a space in it', { SMTP_URL: `smtp://portico:${HUSH} @smtp.example.com`, MAIL_FROM: FROM }],
    ['in the place of its file', { SMTP_URL_FILE: URL, MAIL_FROM: FROM }],
    ['given twice', { SMTP_URL: URL, SMTP_URL_FILE: URL, MAIL_FROM: FROM }],
    ['in the place of the sender', { SMTP_URL: FROM, MAIL_FROM: URL }],
    ['in JSON', { PORTICO_CONFIG: JSON.stringify({ mail: { url: [URL], from: FROM } }) }],
    ['in JSON, under another name', { PORTICO_CONFIG: JSON.stringify({ mail: { urll: URL } }) }],
    ['in JSON, in the place of the group', { PORTICO_CONFIG: JSON.stringify({ mail: URL }) }],
  ])('%s', (_, env) => expect(everythingSaidOf(() => read(env))).not.toContain(HUSH))
})
