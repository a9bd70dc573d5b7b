/** The list of users in the panel: groups with their numbers, the last sign-in, the order, and the download. */
import type { Account } from '../../lib/domain/accounts/account-record.ts'
import { hashPassword } from '../../lib/domain/accounts/factors/passwords.ts'
import { person } from '../support/actors.ts'
import { openBrowser } from '../support/browser.ts'
import { ALICE, BOB, CONF } from '../support/fixtures.ts'
import { runningIdp } from '../support/idp.ts'
import { enterPanel, PANEL_ACCOUNTS, textIn } from '../support/panel-visitor.ts'
import { relyingParty } from '../support/relying-party.ts'
import { attempt, doorOf } from '../support/sign-in-door.ts'
import { until } from '../support/until.ts'

it('counts users to look at in the background, and lists each group', async () => {
  const own = await runningIdp({ accounts: [...PANEL_ACCOUNTS, ALICE] })
  const { accounts, storage } = own.portico
  const passwordHash = await hashPassword(ALICE.password)
  const account = { status: 'active', source: 'administrator', person: {}, createdAt: 0, changedAt: 0 } as const
  const added: readonly Account[] = [
    { ...account, sub: 'u-new', username: 'new' },
    { ...account, sub: 'u-away', username: 'away', passwordHash, lastSignIn: { at: 1 } },
    { ...account, sub: 'u-left', username: 'left', passwordHash, status: 'suspended', mustChangePassword: true },
    { ...account, sub: 'u-keys', username: 'keys' },
  ]
  for (const one of added) await accounts?.create(one)
  const passkey = { id: 'k', name: 'k', publicKey: '', counter: 0, transports: [], addedAt: 0 }
  await storage.documents.replace('factors', 'u-keys', undefined, JSON.stringify({ v: 1, passkeys: [passkey] }))
  const visitor = await enterPanel(own)
  const listed = async (status: string): Promise<string> => {
    const { answer } = await visitor.open(`/users?status=${status}`)
    return [...answer.text.matchAll(/name="sub" value="u-([^"]*)"/g)].map(([, sub]) => sub).join(' ')
  }
  const chips = async (): Promise<string> => textIn((await visitor.open('/users')).answer.text)
  await until(async () => /Never signed in\d/.test(await chips()))
  expect(await chips()).toMatch(
    /All8No two-step verification7Never signed in\d+Inactive 90 days1Must change password1Invited1Suspended1/,
  )
  expect(await listed('invited')).toBe('new')
  expect(await listed('inactive')).toBe('away')
  expect(await listed('must-change')).toBe('left')
  expect(await listed('suspended')).toBe('left')
  expect(await listed('no-two-step')).toBe('alice away left new viewer admin second')
  expect(await listed('never')).toMatch(/^alice keys left new/)
})

it('sorts by each column, shows the last sign-in and pauses, and exports what is seen', async () => {
  const own = await runningIdp({ accounts: [...PANEL_ACCOUNTS, ALICE, BOB] })
  const visitor = await enterPanel(own)
  await person(own, BOB).signIn(relyingParty(own, CONF))
  const page = async (query: string): Promise<string> => (await visitor.open(`/users${query}`)).answer.text
  const first = async (sort: string): Promise<string | undefined> =>
    /name="sub" value="u-([^"]*)"/.exec(await page(`?sort=${sort}`))?.[1]
  await until(async () => (await page('')).includes('sso-last-sign-in'))
  await until(async () => (await first('-last-sign-in')) === 'bob')
  expect(await page('?q=bob')).toMatch(/<time[^>]*>now<\/time> · <bdi title="conf">/)
  expect([await first('name'), await first('-name'), await first('roles')]).toEqual(['admin', 'viewer', 'bob'])
  for (const sort of ['last-sign-in', 'second-step', 'status', '-roles']) expect(await first(sort)).toBeTruthy()
  expect(await page('?sort=-name')).toContain('aria-sort="descending"')
  for (let tries = 0; tries < 10; tries += 1)
    await attempt(await doorOf(own, openBrowser(own), { prompt: 'login' }), 'alice', 'guess')
  expect(textIn(await page('?q=alice'))).toMatch(/Paused 1[45] min/)
  const href = /href="([^"]*users\/export[^"]*)"/.exec(await page('?q=bob&sort=name'))?.[1]?.replaceAll('&amp;', '&')
  const lines = (await visitor.browser.go(href ?? '')).text.split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toMatch(/^"bob","[^"]*","[^"]*","[^"]*","active","\d{4}-[^"]*Z","[^"]+","","u-bob"$/)
})
