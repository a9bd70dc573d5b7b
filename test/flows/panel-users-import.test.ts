/** Import of users from a CSV file in the panel: checked first, then imported in steps that can be repeated. */
import type { AuditEvent } from '../../lib/domain/audit/events.ts'
import { userImport } from '../../lib/domain/transfer/user-import.ts'
import type { Page } from '../support/browser.ts'
import { startEmailIdp } from '../support/emails.ts'
import { runningIdp, startIdp, type VisitedNode } from '../support/idp.ts'
import {
  ADMIN,
  enterPanel,
  flashOn,
  formTo,
  PANEL_ACCOUNTS,
  type PanelVisitor,
  textIn,
  VIEWER,
} from '../support/panel-visitor.ts'
import { startRedis } from '../support/redis-server.ts'
import { multipart, upload } from '../support/uploads.ts'
import { pageOf } from './portal-visitor.ts'

const mailing = await startEmailIdp({ accounts: [...PANEL_ACCOUNTS] })
const admin = await enterPanel(mailing)
afterAll(() => mailing.stop())

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
async function choose(visitor: PanelVisitor, file: Uint8Array | string) {
  const page = await visitor.open('/users/import')
  const stop = await upload(visitor, page, '/users/import', {}, { file: typeof file === 'string' ? bytes(file) : file })
  return pageOf(stop)
}
async function chosen(file: Uint8Array | string): Promise<string> {
  return textIn((await choose(admin, file)).answer.text)
}
async function imported(visitor: PanelVisitor, file: Uint8Array | string, how = 'later'): Promise<string> {
  return textIn(pageOf(await visitor.send(await choose(visitor, file), '/import/run', { how })).answer.text)
}
const named = (username: string, node: VisitedNode = mailing) => node.portico.accounts?.accountByUsername(username)
const problemsFile = async (): Promise<string> =>
  (await admin.browser.go('/admin/users/import/problems?format=csv')).text

it('the list leads to it; the file is shown before anything is imported', async () => {
  expect((await admin.open('/users')).answer.text).toContain('/admin/users/import"')
  const text = await chosen(
    'E-Mail,Full name,Department,Roles\r\nida@example.com,Ida Berg,Sales,finnance staff\r\nleo@example.com,Leo Voss,IT,\r\n',
  )
  expect(text).toContain('2 users can be imported.')
  expect(text).toContain('Ida Berg')
  expect(text).toMatch(/Ignored columns: .?Department/)
  expect(text).toMatch(/No user has these roles yet.*finnance.*\(1\)/)
  expect(await named('ida@example.com')).toBeUndefined()
  expect((await admin.browser.go('/admin/users/import/template')).text).toBe(
    '\uFEFF"email","name","username","roles"\r\n',
  )
})

it('a download of problems can be uploaded again, and its next download has the new reasons', async () => {
  await chosen('email,username\nwrong,first\n')
  const corrected = (await problemsFile()).replace('wrong', 'root@example.com').replace('first', 'root-of-all')
  await chosen(corrected)
  expect(await problemsFile()).toMatch(/^\W*line","reason","email","username"\r\n"2","[^"]*exists[^"]*","root@/)
})

it('creates the users, invites each once, and a second press or a second file changes nothing', async () => {
  const file =
    'username;email;first name;last name;roles;End date\nmia;mia@example.com;Mia;Lund;staff, sso:viewer;2090-01-31\nnoa;noa@example.com;;;;\n'
  const page = await choose(admin, file)
  const [first] = await Promise.all([1, 2].map(() => admin.send(page, '/import/run', { how: 'invite' })))
  expect(textIn(pageOf(first as never).answer.text)).toMatch(/2 users were imported\. Invitations are on their way\./)
  await admin.send(page, '/import/run', { how: 'later' })
  const mia = await named('mia')
  expect(mia?.until).toMatch(/^2090-01-31/)
  expect(mia?.person).toMatchObject({ name: 'Mia Lund', given_name: 'Mia', roles: ['staff', 'sso:viewer'] })
  await mailing.emailTo('mia@example.com', 'invitation')
  await mailing.emailTo('noa@example.com', 'invitation')
  const { entries } = await mailing.portico.audit.list({ user: mia?.sub ?? '' }, undefined, 50)
  expect(entries.map(({ event }) => event).toSorted()).toEqual(['account.created', 'account.invited'])
  expect(entries[0]).toMatchObject({ actor: ADMIN.sub })
  expect(entries.find(({ event }) => event === 'account.created')?.changes).toMatchObject({
    roles: [[], ['staff', 'sso:viewer']],
  })
  expect(await chosen(file)).toMatch(/No user can be imported\. 2 rows have a problem.*The user exists already/)
  expect(mailing.mail.emails.filter(({ envelope }) => envelope.to[0] === 'mia@example.com')).toHaveLength(1)
})

it('names each row that cannot be imported, and imports the others; the download has the rows and the reasons', async () => {
  const text = await imported(
    admin,
    'email,username,name,roles\n' +
      'root@example.com,root-of-all,,\n' +
      'wrong,,,\n' +
      'olga@example.com,,=HYPERLINK("x"),\n' +
      '\n' +
      'OLGA@example.com,other,,\n' +
      'pia@example.com,,"Pia\n""P"" Roth",a=b\n' +
      'quin@example.com,,"Quin, the\nsecond",\n',
  )
  expect(text).toContain('2 users were imported. No invitations were sent.')
  expect((await named('olga@example.com'))?.person.name).toBe('=HYPERLINK("x")')
  expect((await named('quin@example.com'))?.person.name).toBe('Quin, the second')
  expect(await named('other')).toBeUndefined()
  const lines = (await problemsFile()).slice(1)
  expect(lines).toMatch(/^"line","reason","email","username","name","roles"\r\n/)
  expect(lines).toContain('"2","The user exists already. Nothing was changed.","root@example.com","root-of-all","",""')
  expect(lines).toMatch(/"3","[^"]*email[^"]*","wrong"/)
  expect(lines).toContain('"6","An earlier row has the same username or email address.","OLGA@example.com"')
  expect(lines).toMatch(/"7","A role can have[^"]*","pia@example.com"/)
  expect(await chosen('email,name\n=2+3,\n')).toContain('No user can be imported')
  expect(await problemsFile()).toContain(`"'=2+3"`)
})

it('an unverified address of a user counts, too', async () => {
  await imported(admin, 'email,username\nrita@example.com,rita\n')
  expect(await chosen('email\nrita@example.com\n')).toContain('The user exists already')
})

const utf16 = (text: string): Uint8Array => Buffer.from(`\uFEFF${text}`, 'utf16le')
it.each<[string, Uint8Array, string]>([
  ['UTF-8 with a byte order mark', bytes('\uFEFFemail,name\nutf8@example.com,Zoë\n'), 'Zoë'],
  ['UTF-16', utf16('email\tname\r\nutf16@example.com\tZoë\r\n'), 'Zoë'],
  ['Windows-1252', Buffer.from('email;name\r\nlatin@example.com;Zo\xEB\r\n', 'latin1'), 'Zoë'],
  ['a named separator', bytes('sep=;\r\nemail;name\r\nsep@example.com;a,b\r\n'), 'a,b'],
  ['line ends of old systems', bytes('email|name\rold@example.com|Old\r'), 'Old'],
])('reads %s', async (_, file, name) => {
  const text = await chosen(file)
  expect(text).toContain('1 user can be imported.')
  expect(text).toContain(name)
})

it.each<[string, Uint8Array | string, string]>([
  ['a spreadsheet', Buffer.from('PK\u0003\u0004\u0000\u0000\xFF\xFE', 'latin1'), 'isn’t a CSV file'],
  ['UTF-16 without its mark', Buffer.from('email\nx@example.com\n', 'utf16le'), 'isn’t a CSV file'],
  ['an open quotation mark', 'email,name\nx@example.com,"open\n', 'on line 2 has no partner'],
  ['a file without users', 'email\n\n', 'has no users'],
  [
    'too many users',
    `email\n${Array.from({ length: 10_001 }, (_, index) => `${index}@x.example\n`).join('')}`,
    '10,000',
  ],
  ['no file', '', 'Choose a file.'],
])('refuses %s, and explains it', async (_, file, says) => {
  expect(await chosen(file)).toContain(says)
})

it('a column that was not guessed is chosen by hand, once, before the import begins', async () => {
  const page = await choose(admin, 'Kontakt,Anzeige,Team\numa@example.com,Uma Ott,staff\n')
  const text = textIn(page.answer.text)
  expect(text).toContain('Choose the column with the email address or the username.')
  expect(text).not.toContain('Import 1 user')
  const pick = async (from: Page, fields: object) =>
    pageOf(await admin.send(from, '/import/columns', { ...fields } as Record<string, string>))
  const wrong = await pick(page, { column_0: 'email', column_1: 'email', column_2: 'roles' })
  expect(wrong.answer.status).toBe(422)
  expect(textIn(wrong.answer.text)).toContain('Another column has this detail')
  expect(wrong.answer.text.match(/value="(?:email|roles)" selected/g)).toHaveLength(3)
  const right = await pick(wrong, { column_0: 'email', column_1: 'name', column_2: 'roles' })
  expect(textIn(right.answer.text)).toContain('1 user can be imported.')
  await admin.send(right, '/import/run', { how: 'later' })
  expect((await named('uma@example.com'))?.person).toMatchObject({ name: 'Uma Ott', roles: ['staff'] })
  // A form that was opened before the import began.
  const late = pageOf(await admin.send(right, '/import/columns', { column_0: 'name' }))
  expect(textIn(late.answer.text)).toContain('no longer there')
  expect(await chosen('Kontakt\numa@example.com\n')).toContain('Choose the column')
})

it('a viewer has no form, and cannot import; neither can a form of another file', async () => {
  const viewer = await enterPanel(mailing, VIEWER)
  expect((await viewer.browser.go('/admin/users/import')).status).toBe(403)
  const page = await choose(admin, 'email\none@example.com\n')
  await choose(admin, 'email\ntwo@example.com\n')
  expect(flashOn(await admin.send(page, '/import/run'))).toContain('no longer there')
  expect(await named('one@example.com')).toBeUndefined()
  const { fields } = formTo(await admin.open('/users/import'), '/users/import')
  const { body, headers } = await multipart({ ...fields, csrf: 'x' }, { file: bytes('email\nthree@example.com\n') })
  const message = { method: 'POST', body, headers: { ...headers, 'sec-fetch-site': 'same-origin' } }
  expect((await admin.browser.go('/admin/users/import', message)).status).toBe(400)
})

it('on two nodes with Redis, 1,200 users from steps that run at the same time and stop halfway: each exists once', async () => {
  const { url } = await startRedis()
  const first = await startIdp({ store: { redis: url, keyPrefix: 'import:' }, options: { accounts: PANEL_ACCOUNTS } })
  const second = await first.anotherNode()
  const panel = await enterPanel(first)
  const file = `email\n${Array.from({ length: 1_200 }, (_, index) => `user-${index}@x.example\n`).join('')}`
  const page = await choose(panel, file)
  const other = await enterPanel(second)
  const again = await other.open('/users/import')
  let text = ''
  // A step ends after some seconds, and has then imported 500 rows or more.
  for (let step = 0; step < 3 && !text.includes('1,200 users were imported.'); step += 1) {
    await Promise.all([panel.send(page, '/import/run'), other.send(again, '/import/run')])
    text = textIn((await panel.open('/users/import')).answer.text)
  }
  expect(text).toContain('1,200 users were imported.')
  expect((await second.portico.accounts?.list(undefined, 1))?.total).toBe(1_200 + PANEL_ACCOUNTS.length)
})

it('a step that was interrupted continues where it stopped, and invites each user once', async () => {
  const idp = await runningIdp({ accounts: [...PANEL_ACCOUNTS] })
  const { accounts: directory, storage } = idp.portico
  const entries: AuditEvent[] = []
  const audit = {
    async record(event: AuditEvent): Promise<void> {
      // The account has been created, and the process ends before its entry is written.
      if (broken && entries.length === 40) throw new Error('the process ends here')
      entries.push(event)
    },
    async *all() {
      yield* entries.map((event, at) => ({ ...event, id: String(at), at }))
    },
  }
  if (directory === undefined) throw new Error('no directory')
  const queued: string[] = []
  let broken = true
  const queue = async ({ id = '' }: { readonly id?: string }): Promise<string> => {
    if (broken && queued.length === 30) throw new Error('the process ends here')
    queued.push(id)
    return id
  }
  const parts = {
    ...{ directory, audit, records: storage.records, now: idp.clock.now, emails: { outbox: { queue } } },
    identities: { find: async () => undefined, link: async () => 'linked' as const },
    forms: { list: async () => [], add: async () => 'known' as const } as never,
  }
  const users = userImport(parts, { name: ADMIN.sub })
  await users.check(
    'users.csv',
    bytes(`email\n${Array.from({ length: 60 }, (_, at) => `u${at}@x.example\n`).join('')}`),
  )
  const { id = '' } = (await users.state()) ?? {}
  await expect(users.step(id, true)).rejects.toThrow('ends here')
  expect(await users.state()).toMatchObject({ done: 0, invites: true })
  broken = false
  // The choice of the first step counts.
  expect(await users.step(id, false)).toBe('stored')
  expect(await users.state()).toMatchObject({ done: 60, created: 60, problems: [] })
  expect(new Set(queued).size).toBe(60)
  for (const event of ['account.created', 'account.invited']) {
    const users = entries.filter((entry) => entry.event === event).map(({ user }) => user)
    expect([event, users.length, new Set(users).size]).toEqual([event, 60, 60])
  }
  expect((await directory.list(undefined, 1)).total).toBe(60 + PANEL_ACCOUNTS.length)
})
