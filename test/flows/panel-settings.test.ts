/** The settings in the panel: in groups, in units, what was changed first; and the health of the service. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emailFiles } from '../../adapters/email-files/index.ts'
import { CLIENTS } from '../support/fixtures.ts'
import { newFolder } from '../support/new-folder.ts'
import { ADMIN, textIn } from '../support/panel-visitor.ts'
import { runningPanel } from '../support/running.ts'
import { lineOf, rowsOn } from './portal-visitor.ts'

const folder = newFolder()
const passwordList = join(folder, 'lists', 'passwords.txt')
mkdirSync(join(folder, 'lists'))
writeFileSync(passwordList, 'one\n')

const { admin } = await runningPanel({
  clients: CLIENTS,
  lifetimes: { accessToken: 1800 },
  login: { throttle: { accountAndAddress: { limit: 12 } }, passwordList },
  mailer: emailFiles({ folder: join(folder, 'sent', 'emails'), print: () => {} }),
  logout: { waitSeconds: 2 },
  rateLimits: { pages: { limit: 1_000 } },
  theme: { productName: 'Northwind ID' },
})

const rowOf = async (path: string, name: string): Promise<string> =>
  rowsOn(await admin.open(path)).find((row) => row.includes(name)) ?? ''

const GROUPS = ['addresses', 'signIn', 'tokens', 'signOut', 'limits', 'appearance', 'keys', 'audit']

it('what differs from the default comes first, with what it would be; what was set to the default does not differ', async () => {
  const rows = rowsOn(await admin.open('/settings'))
  expect(rows.find((row) => row.includes('lifetimes.accessToken'))).toMatch(/30 minutes Changed Default: 15 minutes/)
  expect(rows.find((row) => row.includes('throttle.accountAndAddress'))).toMatch(
    /12 attempts in 15 minutes Changed Default: 10 attempts in 15 minutes/,
  )
  expect(rows.join()).not.toContain('logout.waitSeconds')
  expect(rowsOn(await admin.open('/settings?group=tokens'))[0]).toContain('lifetimes.accessToken')
})

it('each setting stands in one group, in units people use', async () => {
  const pages = await Promise.all(GROUPS.map((group) => admin.open(`/settings?group=${group}`)))
  const paths = pages.flatMap(({ answer }) =>
    [...answer.text.matchAll(/<code class="sso-sub" dir="ltr">([\w.]+)<\/code>/g)].map(([, path = '']) => path),
  )
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths.length).toBeGreaterThan(45)
  expect(await rowOf('/settings?group=tokens', 'lifetimes.sessionAbsolute')).toContain('7 days')
  expect(await rowOf('/settings?group=limits', 'rateLimits.token')).toContain('30 requests in 1 minute')
  expect(await rowOf('/settings?group=keys', 'keys.rotateAfterDays')).toContain('90 days')
  expect(await rowOf('/settings?group=signOut', 'logout.retryAfterSeconds')).toContain('1 second, 10 seconds, 1 minute')
  const text = pages.map(({ answer }) => textIn(answer.text)).join()
  expect(text).not.toMatch(/604800|How many\.|In so many seconds/)
})

it('what is not set is folded, under its number', async () => {
  const { answer } = await admin.open('/settings?group=appearance')
  expect(textIn(/<details class="sso-fold">.*?<\/summary>/s.exec(answer.text)?.[0] ?? '')).toMatch(/^\d+ not set$/)
})

it('the field finds by name, by words and by value, in all groups; a number of a limit leads to its line', async () => {
  expect(rowsOn(await admin.open('/settings?q=accessToken'))).toEqual([expect.stringContaining('30 minutes')])
  expect(rowsOn(await admin.open('/settings?q=rateLimits.token.limit'))).toEqual([
    expect.stringContaining('rateLimits.token'),
  ])
  expect(rowsOn(await admin.open('/settings?q=browser session')).length).toBeGreaterThan(1)
  expect(textIn((await admin.open('/settings?q=no-such-thing')).answer.text)).toContain('No settings match')
})

it('no page of them shows a secret', async () => {
  for (const path of ['/settings', ...GROUPS.map((group) => `/settings?group=${group}`)]) {
    const { answer } = await admin.open(path)
    for (const secret of [
      ...CLIENTS.flatMap((client) => ('client_secret' in client ? [client.client_secret] : [])),
      ADMIN.password,
    ])
      expect(answer.text).not.toContain(secret)
  }
})

it('the health page shows how quick the store is, which key signs until when, and which version runs', async () => {
  const text = textIn((await admin.open('/health')).answer.text)
  expect(text).toMatch(/Responds in \d+ ms/)
  expect(text).toMatch(/Signs.*since.*next rotation/s)
  expect(text).toMatch(/Portico0\.1\.0/)
  expect(text).not.toContain('Northwind ID0.1.0')
  expect(text).toContain(process.version)
})

it('paths of the server are shortened to their last two parts', async () => {
  const settings = await admin.open('/settings?group=signIn')
  expect(rowsOn(settings).find((row) => row.includes('login.passwordList'))).toContain('…/lists/passwords.txt Changed')
  const emails = await admin.open('/emails')
  expect(lineOf(emails.answer.text)).toContain('Sent through files (…/sent/emails)')
  for (const { answer } of [settings, emails]) expect(answer.text).not.toContain(folder)
})
