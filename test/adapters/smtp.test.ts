/** Emails over SMTP, to a real server on this machine that behaves well or badly. */
import { execFile } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { serverAnswer } from '../../adapters/smtp/answer.ts'
import { failedHandover } from '../../adapters/smtp/handover.ts'
import { type SmtpMailerOptions, smtpMailer } from '../../adapters/smtp/index.ts'
import { parseSender } from '../../adapters/smtp/mail-address.ts'
import { poolOptions } from '../../adapters/smtp/pool-options.ts'
import { parseServerAddress } from '../../adapters/smtp/server-address.ts'
import type { Email, Handover, Mailer } from '../../lib/ports/mailer.ts'
import { mailAddress } from '../../policies/email-address.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { freePort } from '../support/free-port.ts'
import { openDoor } from '../support/logout-sinks.ts'
import { startMailServer } from '../support/mail-server.ts'
import { newFolder } from '../support/new-folder.ts'
import { until } from '../support/until.ts'
import { words } from '../support/words.ts'
import { email } from './email.ts'

const FROM = 'Example Accounts <accounts@example.com>'
const CREDENTIALS = { user: 'emails-user', password: 'pa/ss@w?rd#%5' }
const ADAPTER = fileURLToPath(new URL('../../adapters/smtp/', import.meta.url))
const run = promisify(execFile)

function mailerFor(url: string, options: Partial<SmtpMailerOptions> = {}): Mailer {
  const mailer = smtpMailer({ url, from: FROM, ...options })
  stoppedAtEnd({ stop: () => mailer.close?.() })
  return mailer
}

/** In every case: one line, not too long, without private data. */
function expectDiscreet({ answer }: Handover): void {
  expect(answer).toMatch(/^[^\p{Cc}]{1,500}$/u)
  for (const secret of [CREDENTIALS.user, CREDENTIALS.password, 'alice', '@', '://', 'secret-token'])
    expect(answer).not.toContain(secret)
}

async function outcomeOf(mailer: Mailer, changes?: Partial<Email>): Promise<Handover> {
  const handover = await mailer.send(email(changes))
  expectDiscreet(handover)
  return handover
}

describe('an email is handed over', () => {
  it('over STARTTLS, with sign-in and with a certificate that is verified', async () => {
    const server = await startMailServer({ credentials: CREDENTIALS })
    const mailer = mailerFor(server.url)
    expect(mailer.name).toBe(`smtp (127.0.0.1:${server.port})`)
    expect(await outcomeOf(mailer)).toEqual({ outcome: 'accepted', answer: '250 2.0.0 queued as 1' })
    expect(await server.next()).toMatchObject({
      isEncrypted: true,
      user: CREDENTIALS.user,
      envelope: { from: 'accounts@example.com', to: ['alice@example.org'] },
    })
  })

  it('over TLS from the first byte', async () => {
    const server = await startMailServer({ secure: true, credentials: CREDENTIALS })
    expect(server.url).toMatch(/^smtps:/)
    expect(await outcomeOf(mailerFor(server.url))).toMatchObject({ outcome: 'accepted' })
    expect(await server.next()).toMatchObject({ isEncrypted: true, user: CREDENTIALS.user })
  })

  it('without TLS on this machine, if none is offered; also over IPv6', async () => {
    for (const host of ['127.0.0.1', '::1']) {
      const server = await startMailServer({ host, startTls: false })
      const mailer = mailerFor(server.url)
      expect(mailer.name).toBe(`smtp (${host === '::1' ? '[::1]' : host}:${server.port})`)
      expect(await outcomeOf(mailer)).toMatchObject({ outcome: 'accepted' })
      expect(await server.next()).toMatchObject({ isEncrypted: false, user: undefined })
    }
  })

  it('with the headers of an email that expects no reply', async () => {
    const server = await startMailServer()
    const mailer = mailerFor(server.url)
    await mailer.send(email({ locale: 'de-CH' }))
    const { headers, headerLines } = await server.next()
    expect(headers).toMatchObject({
      from: 'Example Accounts <accounts@example.com>',
      to: 'alice@example.org',
      subject: 'A new password',
      'message-id': '<email-1@example.com>',
      'auto-submitted': 'auto-generated',
      'x-auto-response-suppress': 'All',
      'content-language': 'de-CH',
      'mime-version': '1.0',
      'content-type': expect.stringMatching(/^multipart\/alternative;/),
    })
    expect(Math.abs(Date.parse(headers['date'] ?? '') - Date.now())).toBeLessThan(60_000)
    expect(new Set(headerLines.map(([name]) => name)).size).toBe(headerLines.length)
    // Again, and one with an id that must not stand in a header.
    await mailer.send(email())
    expect((await server.next()).headers['message-id']).toBe('<email-1@example.com>')
    await mailer.send(email({ id: 'a b>\r\n<(c)' }))
    expect((await server.next()).headers['message-id']).toBe('<a%20b%3E%0D%0A%3C%28c%29@example.com>')
  })

  it('with text and page as they are: every script, long lines, lines of dots', async () => {
    const server = await startMailServer()
    const long = `https://sso.example.com/recovery?token=${'x'.repeat(1_500)}`
    const text = `Grüße, Ελληνικά, 日本語, 👩‍👩‍👧\n.\n..\n\nFrom here: ${long}\n${'word '.repeat(400)}\nend = =20 \n`
    const html = `<!doctype html>\n<p lang="ar">رسالة</p>\n<a href="${long}">.</a>\n.\n`
    const mailer = mailerFor(server.url)
    await mailer.send(email({ text, html }))
    expect(await server.next()).toMatchObject({ text, html })
    await mailer.send(email({ text: `${'plain '.repeat(300)}\n.\n`, html }))
    const { raw, text: plain } = await server.next()
    expect(plain).toBe(`${'plain '.repeat(300)}\n.\n`)
    expect(Math.max(...raw.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThan(200)
  })

  it('with a subject in Arabic, and a sender whose name has a comma', async () => {
    const server = await startMailServer()
    const subject = `إعادة تعيين كلمة المرور ${'طويل '.repeat(30)}`.trim()
    await mailerFor(server.url, { name: 'Müller, "Söhne" & Co.' }).send(email({ subject, locale: 'ar' }))
    const { headers, raw } = await server.next()
    expect(headers['subject']).toBe(subject)
    expect(headers['from']).toBe('Müller, "Söhne" & Co. <accounts@example.com>')
    expect(raw).toMatch(/^[\x00-\x7f]*$/)
  })

  it('to addresses in other scripts', async () => {
    const server = await startMailServer()
    const mailer = mailerFor(server.url)
    expect((await mailer.send(email({ to: 'info@Bücher.example' }))).outcome).toBe('accepted')
    expect((await server.next()).headers['to']).toBe('info@xn--bcher-kva.example')
    expect((await mailer.send(email({ to: 'jörg@bücher.example' }))).outcome).toBe('accepted')
    expect((await server.next()).envelope.to).toEqual(['jörg@bücher.example'])
  })

  it('with others at the same time, over four connections at most', async () => {
    const server = await startMailServer()
    const mailer = mailerFor(server.url)
    const ids = Array.from({ length: 20 }, (_, index) => `email-${index}`)
    const outcomes = await Promise.all(ids.map((id) => mailer.send(email({ id }))))
    expect(outcomes.every(({ outcome }) => outcome === 'accepted')).toBe(true)
    const received = server.emails.map(({ headers }) => headers['message-id']).toSorted()
    expect(received).toEqual(ids.map((id) => `<${id}@example.com>`).toSorted())
    expect(server.connections()).toBeLessThanOrEqual(4)
  })
})

describe('certificates are verified', () => {
  it('also on this machine: one without a trusted certificate is not accepted', async () => {
    for (const secure of [false, true]) {
      const server = await startMailServer({ secure, credentials: CREDENTIALS })
      const untrusted = { outcome: 'deferred', answer: 'the certificate is not valid: its issuer is not trusted' }
      expect(await outcomeOf(mailerFor(server.url.replace(/\?.*/, '')))).toEqual(untrusted)
      server.behave('strange-certificate')
      expect(await outcomeOf(mailerFor(server.url))).toEqual(untrusted)
      expect(server.emails).toEqual([])
    }
  })

  it('whatever the value of NODE_TLS_REJECT_UNAUTHORIZED', () => {
    for (const url of ['smtp://localhost', 'smtps://mail.example.com', 'smtp://mail.example.com'])
      expect(poolOptions(parseServerAddress(url), 'id.example').tls).toEqual({ rejectUnauthorized: true })
  })

  it('for the host that was named', async () => {
    const other = (await startMailServer({ secure: true })).url.replace('127.0.0.1', 'localhost')
    expect(await outcomeOf(mailerFor(other))).toEqual({
      outcome: 'deferred',
      answer: 'the certificate is not valid: it is for another host name',
    })
  })

  it('STARTTLS is required of every host but localhost', async () => {
    const tlsRequired = (url: string): unknown => poolOptions(parseServerAddress(url), 'id.example').requireTLS
    for (const host of ['localhost', '127.0.0.1', '[::1]']) expect(tlsRequired(`smtp://${host}`)).toBe(false)
    for (const host of ['mail.example.com', '10.0.0.1', '127.0.0.2', '[::2]', 'localhost.example.com', '127.1'])
      expect(tlsRequired(`smtp://${host}`)).toBe(true)
    // Another way to write 127.0.0.1, so that it looks like another host.
    const server = await startMailServer({ startTls: false, credentials: CREDENTIALS })
    const otherHost = server.url.replace('127.0.0.1', '127.1')
    expect(await outcomeOf(mailerFor(otherHost))).toEqual({
      outcome: 'deferred',
      answer: 'the server does not offer STARTTLS',
    })
    expect(server.emails).toEqual([])
  })
})

describe('what the server answers decides', () => {
  it('a wrong password, or none where one is wanted: deferred, for the email is not the cause', async () => {
    const server = await startMailServer({ credentials: CREDENTIALS })
    const wrong = server.url.replace(/\/\/.*@/, '//emails-user:wrong-horse@')
    const refusal = await outcomeOf(mailerFor(wrong))
    expect(refusal).toEqual({
      outcome: 'deferred',
      answer: 'sign-in to the mail server was refused: 535 5.7.8 not …, with …',
    })
    const missing = await outcomeOf(mailerFor(server.url.replace(/\/\/.*@/, '//')))
    expect(missing).toMatchObject({ outcome: 'deferred', answer: expect.stringMatching(/^sign-in .* refused: 530 /) })
  })

  const during = (originalCode: string) => ({ code: 'ESOCKET', originalCode })
  it.each([
    [{ code: 'EAUTH' }, 'deferred', 'sign-in to the mail server was refused: no answer to read'],
    [during('CERT_HAS_EXPIRED'), 'deferred', 'the certificate is not valid: it has expired'],
    [during('CERT_REJECTED'), 'deferred', 'the certificate is not valid: cert rejected'],
    [during('EAI_AGAIN'), 'deferred', 'the name server did not respond'],
    [during('EHOSTUNREACH'), 'deferred', 'the host cannot be reached'],
    [{ code: 'ETIMEDOUT' }, 'deferred', 'no response in time'],
    [{ code: 'ESTREAM' }, 'deferred', 'the email was not handed over (ESTREAM)'],
    [new Error('alice@example.org'), 'deferred', 'the email was not handed over'],
    [undefined, 'deferred', 'the email was not handed over'],
  ])('%j: %s, "%s"', (error, outcome, answer) =>
    expect(failedHandover(error, { secrets: [], words: [] })).toEqual({ outcome, answer }),
  )
})

describe('what goes wrong on the way is deferred, in plain words', () => {
  const refusal = (answer: string): Handover => ({ outcome: 'deferred', answer })

  it('no server at the port', async () =>
    expect(await outcomeOf(mailerFor(`smtp://127.0.0.1:${await freePort()}`))).toEqual(refusal('connection refused')))

  it('no such host', async () => {
    // With an empty label no name server is asked, wherever the test runs.
    expect(await outcomeOf(mailerFor('smtp://nowhere..invalid'))).toEqual(refusal('the host name is unknown'))
  })

  it('a server that does not speak TLS where it should', async () => {
    const server = await startMailServer({ startTls: false })
    const url = server.url.replace('smtp:', 'smtps:')
    expect(await outcomeOf(mailerFor(url))).toEqual(refusal('the server does not speak TLS on this port'))
  })

  it('no agreement on TLS', async () => {
    for (const secure of [false, true]) {
      const server = await startMailServer({ secure })
      server.behave('break-tls')
      const { outcome, answer } = await outcomeOf(mailerFor(server.url))
      expect(outcome).toBe('deferred')
      expect(answer).toMatch(/^no agreement on TLS \(ERR_SSL_[\w/]+\)$/)
    }
  })

  it('a connection that is closed in the middle of the email, which is not sent a second time', async () => {
    const server = await startMailServer()
    server.behave('hang-up')
    const text = 'long '.repeat(100_000)
    expect(await outcomeOf(mailerFor(server.url), { text })).toEqual(refusal('the connection was closed'))
    expect(server.connections()).toBe(1)
  })

  it('a server that closes every connection before it has said a word', async () => {
    const { port, knocks } = await openDoor('127.0.0.1')
    expect(await outcomeOf(mailerFor(`smtp://127.0.0.1:${port}`))).toEqual(refusal('the connection was closed'))
    expect(knocks()).toBeLessThanOrEqual(3)
  })

  it.each(['sleep', 'stall'] as const)('silence (%s): the attempt ends when its time is over', async (how) => {
    const server = await startMailServer()
    server.behave(how)
    const mailer = mailerFor(server.url, { timeoutMs: 700 })
    expect(await outcomeOf(mailer)).toEqual(refusal('no response in 0.7 s'))
    // The mailer is none the worse for it.
    server.behave('accept')
    await until(async () => (await mailer.send(email({ id: 'email-2' }))).outcome === 'accepted')
    expect((await server.next()).headers['message-id']).toBe('<email-2@example.com>')
  })

  it('all of it in less than the lease of the queue', () => {
    const { connectionTimeout, greetingTimeout, socketTimeout } = poolOptions(
      parseServerAddress('smtp://localhost'),
      'id.example',
    )
    for (const ms of [connectionTimeout, greetingTimeout, socketTimeout]) expect(ms).toBeLessThan(10_000)
  })
})

describe('nothing in an email is a command or a header', () => {
  const NOT_ONE_ADDRESS = [
    ...words`
      alice @example.org alice@ alice@example.org,bob@example.org alice@example.org;bob@example.org
      <alice@example.org> alice@example.org> "alice"@example.org "a@b"@example.org a(comment)@example.org
      a:b;@example.org alice@bob@example.org alice@example..org
      alice@-example.org alice@exa_mple.org alice@192.0.2.1 alice@[192.0.2.1] alice@１９２.0.2.1
      alice@exämple.org/path alice@exämple.org＠example.com
    `,
    '',
    'alice@example.org, bob@example.org',
    'alice@example.org bob@example.org',
    'alice@example.org\r\nBcc: bob@example.org',
    'alice@example.org\nRCPT TO:<bob@example.org>',
    '\r\nalice@example.org',
    'alice\u0000@example.org',
    'alice\u2028@example.org',
    'alice\u200b@example.org',
    'alice@example.org\u0085',
    'Alice <alice@example.org>',
    'a\\b@example.org',
    `${'a'.repeat(65)}@example.org`,
    `alice@${'a'.repeat(64)}.org`,
    `alice@${'abcdefgh.'.repeat(28)}example.org`,
  ]

  it('whatever is not exactly one address is refused, and no server is asked', async () => {
    const server = await startMailServer()
    const mailer = mailerFor(server.url)
    for (const to of NOT_ONE_ADDRESS)
      expect([to, await mailer.send(email({ to }))]).toEqual([to, { outcome: 'refused', answer: 'not an address' }])
    expect(server.connections()).toBe(0)
  })

  it.each([
    ['alice@example.org', 'alice@example.org'],
    ['Alice.O-Hara+news@Example.ORG', 'Alice.O-Hara+news@example.org'],
    ["o'hara_{x}@sub.example.co", "o'hara_{x}@sub.example.co"],
    ['alice@localhost', 'alice@localhost'],
    ['alice@xn--bcher-kva.example', 'alice@xn--bcher-kva.example'],
    ['用户@例子.测试', '用户@xn--fsqu00a.xn--0zwm56d'],
  ])('%s is an address', (text, address) => expect(mailAddress(text)?.address).toBe(address))

  it.each([
    ['\r\nBcc: bob@example.org'],
    ['\nBcc: bob@example.org\n\n<script>'],
    ['\rBcc: bob@example.org'],
    ['\u0085Bcc: bob@example.org'],
    ['\u2028Bcc: bob@example.org'],
    ['\r\n.\r\nMAIL FROM:<bob@example.org>'],
    ['\u0000Bcc: bob@example.org'],
    ['=?utf-8?B?DQpCY2M6IGJvYkBleGFtcGxlLm9yZw==?='],
    ['\ud800Bcc: bob@example.org'],
  ])('subject, name, locale and id add no line: %j', async (injection) => {
    const server = await startMailServer()
    await mailerFor(server.url).send(email())
    const expected = (await server.next()).headerLines.map(([name]) => name)
    const mailer = mailerFor(server.url, { from: `Example${injection.replaceAll(/[<>]/g, '')} <accounts@example.com>` })
    const named = mailerFor(server.url, { name: `${injection}Example${injection}` })
    for (const one of [mailer, named]) {
      await one.send(
        email({
          subject: `${injection}A new password${injection}`,
          locale: `en${injection}`,
          id: `email${injection}`,
          kind: `recovery${injection}`,
        }),
      )
      const { envelope, headerLines, text, html } = await server.next()
      expect(envelope.to).toEqual(['alice@example.org'])
      const names = headerLines.map(([name]) => name)
      expect(names).toEqual(expected.filter((name) => name !== 'content-language'))
      expect({ text, html }).toEqual({ text: email().text, html: email().html })
    }
    expect(server.emails).toHaveLength(3)
  })

  it('control characters of the subject become spaces', async () => {
    const server = await startMailServer()
    await mailerFor(server.url).send(email({ subject: '\u0007A\r\n new\tpassword\u007f' }))
    expect((await server.next()).headers['subject']).toBe('A  new password')
  })

  it('the sender is one address in ASCII', () => {
    expect(parseSender('"Example, \\"Inc.\\"" <a@example.com>')).toMatchObject({
      name: 'Example, "Inc."',
      address: 'a@example.com',
    })
    expect(parseSender(' a@Example.com ')).toMatchObject({ name: '', address: 'a@example.com', domain: 'example.com' })
    expect(parseSender('Name <a@example.com>', 'Other')).toMatchObject({ name: 'Other' })
    for (const from of [
      '',
      'Name',
      'Name <>',
      'a@example.com, b@example.com',
      '<a@example.com> <b@example.com>',
      'ä@example.com',
    ])
      expect(() => parseSender(from)).toThrow('`from` of the mailer must be one address')
  })
})

describe('answers are for administrators', () => {
  it('accepted emails too: no address, no link, one line of 500 characters', async () => {
    const says = `for <alice@example.org> "al ice"@example.org alice=40 see https://x.example/a?b and sso.example.com/recovery?token=secret-token ${'!'.repeat(600)}`
    const server = await startMailServer({ says })
    const accepted = await outcomeOf(mailerFor(server.url))
    expect(accepted.outcome).toBe('accepted')
    expect(accepted.answer).toMatch(/^250 for … … …=40 see … and … !+…$/)
    expect(accepted.answer).toHaveLength(500)
    server.behave('refuse')
    expect((await outcomeOf(mailerFor(server.url))).outcome).toBe('refused')
  })

  it.each([
    ['550 two\r\n550 lines', '550 two 550 lines'],
    ['550-first\n550 second\u0007\u001b[31m', '550-first 550 second [31m'],
    ['550 user%40example.org unknown', '550 … unknown'],
    ['550 alice\u200b@example.org', '550 …'],
    ['550 Alice is unknown, alicemay is not', '550 … is unknown, alicemay is not'],
    ['550 open-sesame', '550 …'],
    ['550 a+b(c is unknown', '550 … is unknown'],
    ['550 5.7.1 see www.example.org/help or mail.example.org', '550 5.7.1 see … or mail.example.org'],
    ['', ''],
  ])('%j becomes %j', (said, shown) =>
    expect(serverAnswer(said, { secrets: ['open-sesame', ''], words: ['alice', 'a+b(c', ''] })).toBe(shown),
  )

  it('of a megabyte only the beginning is read, and no half of an address is left over', () => {
    const hidden = { secrets: [], words: [] }
    const urls = `${`https://x.example/${'y'.repeat(80)} `.repeat(19)}`
    expect(
      serverAnswer(`${urls}${'z'.repeat(40)} ${'alice'.repeat(10)}@example.org`.padEnd(1e6, 'x'), hidden),
    ).not.toContain('alice')
    for (const filler of ['a', 'a.', '"', '@', '%', ' ', 'a:/']) {
      const [short, long] = [3_000, 1e6].map((count) => serverAnswer(filler.repeat(count), hidden))
      expect(long?.length).toBeLessThanOrEqual(500)
      expect(long).toBe(short)
    }
    expect(serverAnswer(`said ${' '.repeat(2_000)} behind it`, hidden)).not.toContain('behind')
  })
})

describe('the address of the server', () => {
  it.each([
    ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, tls: false, loopback: false }],
    ['smtps://mail.example.com', { host: 'mail.example.com', port: 465, tls: true, loopback: false }],
    ['SMTP://Mail.Example.com:25/', { host: 'mail.example.com', port: 25, tls: false, loopback: false }],
    ['smtp://[2001:db8::1]:2525', { host: '2001:db8::1', port: 2525, tls: false, loopback: false }],
    ['smtp://[::1]', { host: '::1', port: 587, tls: false, loopback: true }],
    ['smtp://mail_server:1025', { host: 'mail_server', port: 1025, tls: false, loopback: false }],
    ['smtps://bücher.example', { host: 'xn--bcher-kva.example', port: 465, tls: true, loopback: false }],
    [
      'smtp://a%40b:p@ss%3A%2F:word@localhost',
      {
        host: 'localhost',
        port: 587,
        tls: false,
        loopback: true,
        credentials: { user: 'a@b', password: 'p@ss:/:word' },
      },
    ],
  ])('%s', (url, address) => expect(parseServerAddress(url)).toEqual(address))

  it.each([
    ...words`
      mail.example.com mailto:alice@example.com http://user:sesame@mail.example.com direct://mail.example.com smtp://
      smtp://:587 smtp://user:sesame@ smtp://user:sesame@:587 smtp://user:sesame@host:0 smtp://user:sesame@host:65536
      smtp://user:sesame@host:port smtp://user:sesame@host/path smtp://user:sesame@host/path?ca=x
      smtp://user:sesame@host#fragment smtp://user:sesame@[not-ipv6] smtp://user:sesame@::1 smtp://user:ses/ame@host
      smtp://user:sesame?@host smtp://user:sesame#@host smtp://user:sesame%@host smtp://user:sesame%0a@host
      smtp://sesame@host smtp://:sesame@host smtp://user:@host smtp://user:sesame@host?pool=false
      smtp://user:sesame@host?tls.rejectUnauthorized=false smtp://user:sesame@host?requireTLS=false&ca=x
      smtp://user:sesame@host?ca=/nowhere/ca.pem smtp://user:sesame@host?ca= smtp://user:sesame@host?logger=sesame
    `,
    '',
    'smtp://user:sesame@ho st',
    'smtp://user:sesame@ho\r\nst',
  ])('%j is refused, and the password is not sent', (url) => {
    const refusal = (() => {
      try {
        smtpMailer({ url, from: FROM })
      } catch (error) {
        return error as Error
      }
    })()
    expect(refusal).toBeInstanceOf(Error)
    expect(refusal?.message).toMatch(/mail server/)
    expect(JSON.stringify([refusal?.message, refusal?.stack, refusal?.cause, { ...refusal }])).not.toMatch(
      /sesame|ame@/,
    )
  })

  it('a file of certificates without one, or with one, some of them twice', async () => {
    const folder = newFolder()
    const empty = join(folder, 'empty.pem')
    writeFileSync(empty, 'plain text')
    expect(() => parseServerAddress(`smtp://host?ca=${empty}`)).toThrow('has no certificate in PEM')
    expect(() => parseServerAddress(`smtp://host?ca=${folder}`)).toThrow('cannot be read (EISDIR)')
    const server = await startMailServer()
    const file = join(folder, 'two+two.pem')
    writeFileSync(file, server.ca + server.ca)
    expect(parseServerAddress(`smtp://host?ca=${file}`).ca).toBe(server.ca + server.ca)
    expect(() => parseServerAddress(`smtp://host?ca=${file}&ca=${file}`)).toThrow('no parameter but one ?ca=FILE')
  })
})

describe('the end', () => {
  it('close waits for what is under way; then nothing is sent any more', async () => {
    const server = await startMailServer()
    const mailer = mailerFor(server.url)
    const sent = Array.from({ length: 6 }, (_, index) => mailer.send(email({ id: `email-${index}` })))
    await mailer.close?.()
    expect((await Promise.all(sent)).every(({ outcome }) => outcome === 'accepted')).toBe(true)
    expect(await mailer.send(email())).toEqual({ outcome: 'deferred', answer: 'the mailer is closed' })
    await mailer.close?.()
    expect(server.emails).toHaveLength(6)
  })

  it('a process with a mailer ends: immediately when it was closed, soon when it was not', async () => {
    const server = await startMailServer()
    const index = join(ADAPTER, 'index.js')
    const script = (end: string): string => `
      import { setImmediate } from 'node:timers/promises'
      import { smtpMailer } from ${JSON.stringify(index)}
      const mailer = smtpMailer({ url: ${JSON.stringify(server.url)}, from: 'a@example.com' })
      const { outcome } = await mailer.send(${JSON.stringify(email())})
      const mayWait = () => process.getActiveResourcesInfo().filter((one) => /Timeout|TCP|TLS/.test(one))
      ${end}
      console.log(outcome, mayWait().length > 0 ? 'idle' : 'free')`
    const said = async (end: string) => {
      const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', script(end)])
      return stdout + stderr
    }
    // The connection has no timer any more, and is gone when the server has answered the farewell.
    expect(await said('await mailer.close(); while (mayWait().length > 0) await setImmediate()')).toBe(
      'accepted free\n',
    )
    expect(await said('')).toBe('accepted idle\n')
  })

  it('without nodemailer the mailer names the package to install; a service without a mailer does not need it', async () => {
    const folder = newFolder()
    cpSync(ADAPTER, join(folder, 'adapters/smtp'), { recursive: true })
    cpSync('dist/policies/email-address.js', join(folder, 'policies/email-address.js'))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    const script = `
      import { smtpMailer } from './adapters/smtp/index.js'
      try { smtpMailer({ url: 'smtp://localhost', from: 'a@example.com' }) } catch (error) { console.log(error.message) }`
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: folder })
    expect(stdout).toBe('smtpMailer needs the package nodemailer: npm install nodemailer@10\n')
  })
})
