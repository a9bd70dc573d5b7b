/** Emails as files, for a first try without a mail server. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emailFiles } from '../../adapters/email-files/index.ts'
import type { Mailer } from '../../lib/ports/mailer.ts'
import { parseMessage } from '../support/mime-message.ts'
import { newFolder } from '../support/new-folder.ts'
import { email, LINK } from './email.ts'

let parent: string
let folder: string
let printed: string[]
let mailer: Mailer
beforeEach(() => {
  parent = newFolder()
  folder = join(parent, 'deep', 'emails')
  printed = []
  mailer = emailFiles({ folder, print: (text) => printed.push(text) })
})

const files = (): readonly string[] => readdirSync(folder).toSorted()
const readEmail = (name: string) => parseMessage(readFileSync(join(folder, name), 'utf8'))

it('each email becomes a message in its own file, which only its owner can read', async () => {
  expect(mailer.name).toBe(`files (${folder})`)
  const handover = await mailer.send(email())
  const [name = '', ...rest] = files()
  expect(rest).toEqual([])
  expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z-recovery-email-1\.eml$/)
  expect(handover).toEqual({ outcome: 'accepted', answer: `written: ${name}` })
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  const { headers, text, html } = readEmail(name)
  expect({ text, html }).toEqual({ text: email().text, html: email().html })
  expect(headers).toMatchObject({
    from: 'no-reply@localhost',
    to: 'alice@example.org',
    subject: 'A new password',
    'message-id': '<email-1@localhost>',
    'auto-submitted': 'auto-generated',
    'x-auto-response-suppress': 'All',
    'content-language': 'en',
    'mime-version': '1.0',
  })
  expect(Math.abs(Date.parse(headers['date'] ?? '') - Date.now())).toBeLessThan(60_000)
})

it('two lines are printed: what it is and to whom, and the link; without a link the file', async () => {
  await mailer.send(email())
  await mailer.send(email({ link: undefined as never, kind: 'notice' }))
  const notice = files().find((name) => name.includes('notice')) ?? ''
  expect(printed).toEqual([
    `email to alice@example.org: A new password (recovery)\n${LINK}`,
    `email to alice@example.org: A new password (notice)\n${join(folder, notice)}`,
  ])
})

it('the printed text has two lines and moves no cursor, whatever the email contains', async () => {
  await mailer.send(
    email({ subject: 'A\r\nnew\u001b[2J\u0085password', kind: 're\ncovery', link: `${LINK}\n\u001b[1A` }),
  )
  expect(printed).toHaveLength(1)
  expect(printed[0]?.split('\n')).toHaveLength(2)
  expect(printed[0]?.replace('\n', '')).not.toMatch(/\p{Cc}/u)
})

it('every script, long lines and long subjects come back as they were', async () => {
  const subject = `إعادة تعيين كلمة المرور 👩‍👩‍👧 ${'طويل '.repeat(40)}`.trim()
  const text = `Grüße 日本語\n${'long '.repeat(500)}\n.\nend`
  const html = `<p lang="ar">رسالة</p>${'x'.repeat(3_000)}`
  await mailer.send(email({ subject, text, html, to: 'info@bücher.example' }))
  const [name = ''] = files()
  const read = readEmail(name)
  expect(read).toMatchObject({ text, html })
  expect(read.headers).toMatchObject({ subject, to: 'info@xn--bcher-kva.example' })
  expect(read.raw).toMatch(/^[\x00-\x7f]*$/)
  const lines = read.raw.split('\r\n')
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(78)
  expect(lines.some((line) => /[\r\n]/.test(line))).toBe(false)
})

it('subject, id and locale add no line, and kind and id form no path', async () => {
  await mailer.send(email())
  const injection = '\r\nBcc: bob@example.org\r\n\r\n/../../x'
  await mailer.send(
    email({ subject: `A${injection}`, id: `b${injection}`, kind: `../../c${injection}`, locale: `en${injection}` }),
  )
  const names = files()
  expect(names).toHaveLength(2)
  for (const name of names) expect(name).toMatch(/^[\w.-]+$/)
  const [plain, injected] = names.toSorted((a) => (a.includes('email-1') ? -1 : 1)).map(readEmail)
  expect(injected?.headerLines.map(([name]) => name)).toEqual(
    plain?.headerLines.map(([name]) => name).filter((name) => name !== 'content-language'),
  )
  expect(injected?.headers['subject']).toBe('A Bcc: bob@example.org /../../x')
  expect(readdirSync(parent)).toEqual(['deep'])
})

it('the link is in no name of a file, and in no answer', async () => {
  const { answer } = await mailer.send(email())
  for (const text of [answer, ...files()]) expect(text).not.toMatch(/token|sso|alice/)
})

it('whatever is not exactly one address is refused, and nothing is written or printed', async () => {
  for (const to of ['alice', 'alice@example.org, bob@example.org', 'alice@example.org\r\nBcc: bob@example.org'])
    expect(await mailer.send(email({ to }))).toEqual({ outcome: 'refused', answer: 'not an address' })
  expect(readdirSync(parent)).toEqual([])
  expect(printed).toEqual([])
})

it('the newest 200 are kept, and files of others', async () => {
  mkdirSync(folder, { recursive: true })
  const old = Array.from(
    { length: 230 },
    (_, index) => `2020-01-01T${String(index).padStart(6, '0')}.000Z-recovery-x.eml`,
  )
  for (const name of old) writeFileSync(join(folder, name), '')
  // One that a process which ended has left half written, and two that are not ours.
  writeFileSync(join(folder, `${old[3]}.4b0f8c1e-0000-4000-8000-000000000000`), '')
  writeFileSync(join(folder, 'notes.eml'), '')
  writeFileSync(join(folder, '.gitignore'), '')
  await mailer.send(email())
  const names = files().filter((name) => !['notes.eml', '.gitignore'].includes(name))
  expect(files()).toHaveLength(202)
  expect(names.slice(0, -1)).toEqual(old.slice(-199))
  expect(names.at(-1)).toContain('email-1')
  await Promise.all(Array.from({ length: 30 }, (_, index) => mailer.send(email({ id: `many-${index}` }))))
  expect(files()).toHaveLength(202)
  expect(files().filter((name) => name.includes('many'))).toHaveLength(30)
})

it('a disk error: deferred, with its code', async () => {
  writeFileSync(join(parent, 'deep'), 'not a folder')
  expect(await mailer.send(email())).toEqual({ outcome: 'deferred', answer: 'not written: ENOTDIR' })
  rmSync(join(parent, 'deep'))
  await mailer.send(email())
  chmodSync(folder, 0o500)
  const { outcome } = await mailer.send(email({ id: 'email-2' }))
  chmodSync(folder, 0o700)
  // Root may write everywhere.
  expect(outcome).toBe(process.getuid?.() === 0 ? 'accepted' : 'deferred')
  expect(printed).toHaveLength(outcome === 'accepted' ? 2 : 1)
})
