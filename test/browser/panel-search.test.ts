/** The search of the panel with scripts and a keyboard: Ctrl K, arrows, Enter, Escape; rows of activity measured. */
import { AUDIT_KINDS } from '../../lib/domain/audit/audit-kinds.ts'
import { focusOn, launchChromium } from '../support/chromium.ts'
import { ACCOUNTS, ALICE, CLIENTS, CONF } from '../support/fixtures.ts'
import { runningIdp } from '../support/idp.ts'
import { ADMIN, PANEL_ACCOUNTS } from '../support/panel-visitor.ts'
import { PANEL_SEARCH as FIELD } from '../support/seeded-folder.ts'

const OPTIONS = '[role="option"]'

const idp = await runningIdp({ accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS], clients: CLIENTS })
const browser = await launchChromium()
const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en' })).newPage()
await page.goto(`${idp.issuer}/admin/`)
await page.fill('#username', ADMIN.username)
await page.fill('#password', ADMIN.password)
await page.press('#password', 'Enter')
await page.waitForSelector(FIELD)

const pathOf = (): string => new URL(page.url()).pathname

it('a user is found by part of the name with Ctrl K, letters, an arrow and Enter', async () => {
  await page.keyboard.press('Control+k')
  await focusOn(page, FIELD)
  await page.keyboard.type(ALICE.name.slice(0, 4).toLowerCase())
  await page.waitForSelector(OPTIONS)
  expect(await page.getAttribute(FIELD, 'aria-expanded')).toBe('true')
  await page.keyboard.press('ArrowDown')
  const active = await page.getAttribute(FIELD, 'aria-activedescendant')
  expect(await page.getAttribute(`#${active}`, 'aria-selected')).toBe('true')
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')])
  expect(pathOf()).toBe(`/admin/users/${ALICE.sub}`)
})

it('Escape closes the list and leaves what was typed; so does leaving the field', async () => {
  await page.fill(FIELD, '')
  await page.type(FIELD, CONF.client_id.slice(0, 3))
  await page.waitForSelector(OPTIONS)
  await page.keyboard.press('Escape')
  expect(await page.locator(OPTIONS).count()).toBe(0)
  expect([await page.inputValue(FIELD), await page.getAttribute(FIELD, 'aria-expanded')]).toEqual([
    CONF.client_id.slice(0, 3),
    'false',
  ])
  await page.type(FIELD, CONF.client_id.slice(3))
  await page.waitForSelector(OPTIONS)
  await page.keyboard.press('Tab')
  await page.waitForSelector(OPTIONS, { state: 'detached' })
})

it('Enter without a choice sends the form, and a press on a hit opens it', async () => {
  await page.fill(FIELD, CONF.client_id)
  await Promise.all([page.waitForNavigation(), page.press(FIELD, 'Enter')])
  expect(pathOf()).toBe(`/admin/clients/${CONF.client_id}/overview`)
  await page.type(FIELD, 'signing')
  await page.waitForSelector(OPTIONS)
  await Promise.all([page.waitForNavigation(), page.click(`${OPTIONS} >> nth=0`)])
  expect(pathOf()).toBe('/admin/keys')
})

it('the list is kept to what was typed last', async () => {
  await page.type(FIELD, 'se', { delay: 10 })
  await page.fill(FIELD, 'no such user')
  await page.waitForResponse((answer) => answer.url().includes('such'))
  await page.waitForFunction(() => document.querySelectorAll('[role="option"]').length === 0)
  expect(await page.textContent('.sso-search [role="status"]')).toBe('No results')
})

it('the activity has its bar in one line at 1280 px, and shows the user in cards at 360 px', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${idp.issuer}/admin/activity`)
  expect((await page.locator('.sso-bar-line').boundingBox())?.height).toBeLessThanOrEqual(48)
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(`${idp.issuer}/admin/activity`)
  expect((await page.locator('.sso-table .sso-who').first().boundingBox())?.width).toBeGreaterThan(60)
  expect(await page.locator('.sso-segments a').count()).toBe(AUDIT_KINDS.length)
})

it('a token in the field is not sent while it is typed; Inspect sends it in the body of a request', async () => {
  const { access_token: token } = await idp.user(ALICE).signIn(idp.party(CONF))
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.fill(FIELD, token)
  await page.getByText('This looks like a token or a secret. It was not sent.').first().waitFor()
  await Promise.all([page.waitForNavigation(), page.getByRole('button', { name: 'Inspect' }).click()])
  await page.getByText('Access token.').waitFor()
  expect(pathOf()).toBe('/admin/inspect')
  await page.fill(FIELD, token)
  await Promise.all([page.waitForNavigation(), page.press(FIELD, 'Enter')])
  expect(pathOf()).toBe('/admin/inspect')
  expect(sent.filter((url) => url.includes(token.slice(0, 20)))).toEqual([])
})
