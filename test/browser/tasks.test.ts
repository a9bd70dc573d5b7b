/**
 * Tasks of administrators, and how many presses they take from the panel's first page, with the data of a company. A
 * press is a click or Enter; typing, and the keys that lead to a field, are none.
 */
import type { Locator } from 'playwright-core'
import { launchChromium } from '../support/chromium.ts'
import { openSeededPanel, startSeeded } from '../support/seeded-folder.ts'

const SEARCH = '.sso-search input'

let presses = 0
const idp = await startSeeded()
const browser = await launchChromium()
const page = await openSeededPanel(idp, browser)
await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
beforeEach(async () => {
  await page.goto(`${idp.issuer}/admin/`)
  presses = 0
})

async function press(what: Locator): Promise<void> {
  presses += 1
  await what.click()
}
/** Follows a link, or sends a form. */
async function go(what: Locator): Promise<void> {
  await Promise.all([page.waitForEvent('load'), press(what)])
}
async function enter(): Promise<void> {
  presses += 1
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
}
const link = (name: string | RegExp): Locator =>
  page.getByRole('link', { name, exact: typeof name === 'string' }).first()
const button = (name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first()
const main = (): Promise<string> => page.locator('main').innerText()
const heading = (): Promise<string> => page.locator('h1').innerText()

/** The hits come while one types; the first is a press away. */
async function searchFor(part: string): Promise<void> {
  await press(page.locator(SEARCH))
  await page.keyboard.type(part)
  await go(page.getByRole('option', { name: /Ines Duarte/ }))
}

it('finds a user by part of the name with two', async () => {
  await searchFor('duar')
  expect(await heading()).toContain('Ines Duarte')
  expect(presses).toBeLessThanOrEqual(2)
})

it('shows why Ines cannot sign in with three', async () => {
  await searchFor('ines')
  const said = await main()
  expect(said).toContain('Sign-in is paused until')
  expect(said).toMatch(/wrong\s+passwords/)
  expect(presses).toBeLessThanOrEqual(3)
})

it('shows which app is broken without any, and why with two', async () => {
  // All apps are counted in the background, and for the first time some seconds after the start.
  const incident = page.locator('.sso-incident', { hasText: 'CRM' })
  while ((await incident.count()) === 0) {
    await page.waitForTimeout(200)
    await page.reload()
  }
  expect(await incident.innerText()).toContain('Users can’t sign in to CRM')
  expect((await incident.boundingBox())?.y).toBeLessThan(200)
  expect(presses).toBe(0)
  await go(incident.getByRole('link', { name: 'Why' }))
  expect(await heading()).toMatch(/CRM.*return address/)
  expect(await main()).toContain('https://crm.acme.example/callback/')
  expect(presses).toBeLessThanOrEqual(2)
})

it('explains a request whose id is known with one', async () => {
  const [refused] = (await idp.portico.audit.list({ client: 'grafana', group: 'request' }, undefined, 1)).entries
  await page.keyboard.press('Control+k')
  await page.keyboard.type((refused?.requestId ?? '').toUpperCase().replaceAll('-', ' '))
  await enter()
  expect(await heading()).toContain('Grafana')
  expect(await main()).toContain('secret')
  expect(presses).toBe(1)
})

it('registers a client, and hands its configuration over, with six', async () => {
  await go(link('Clients'))
  await go(link('New client'))
  await page.fill('#name', 'Fleet')
  await page.fill('#client_id', 'fleet')
  await page.fill('#owner_email', 'fleet@acme.example')
  await press(page.locator('input[name="client_type"][value="confidential"]'))
  await page.fill('#redirect_uris', 'https://fleet.acme.example/callback')
  await go(button('Create client'))
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
  await press(page.locator('[data-sso-copy]:visible').last())
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('OIDC_'))
  expect(await copied()).toMatch(/OIDC_CLIENT_SECRET="?sso_dev_[A-Za-z0-9_-]{43}/)
  await go(link(/I’ve stored it/))
  expect(await heading()).toContain('Fleet')
  expect(presses).toBeLessThanOrEqual(6)
})

it('shows what administrators changed in the last week with two', async () => {
  await go(link('Activity'))
  await go(link('Admin changes'))
  const rows = await page.locator('.sso-table tbody tr:not(.sso-table-group)').allInnerTexts()
  expect(rows.length).toBeGreaterThan(4)
  expect(rows.filter((row) => /Mira|Tomás/.test(row)).length).toBeGreaterThan(4)
  expect(presses).toBeLessThanOrEqual(2)
})

it('lets Ines try again with four', async () => {
  await searchFor('ines')
  await go(button('Unlock'))
  expect(await main()).not.toContain('Sign-in is paused until')
  expect(presses).toBeLessThanOrEqual(4)
})

it('imports 500 users from a CSV file with five', async () => {
  const rows = Array.from({ length: 500 }, (_, index) => `starter.${index}@northwind.example,Starter ${index},staff`)
  await go(link('Users'))
  await go(link('Import CSV'))
  const buffer = Buffer.from(`Email,Name,Roles\r\n${rows.join('\r\n')}`)
  await page.locator('input[type=file]').setInputFiles({ name: 'starters.csv', mimeType: 'text/csv', buffer })
  presses += 1
  await go(button('Check file'))
  expect(await main()).toContain('500 users can be imported.')
  await go(button('Import 500 users'))
  expect(await main()).toContain('500 users were imported.')
  expect(presses).toBeLessThanOrEqual(5)
})
