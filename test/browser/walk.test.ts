/** One administrator walks through a running service in Chromium: sign-in, panel, portal, and out. */
import { ADMIN, PANEL_ACCOUNTS } from '../support/panel-visitor.ts'
import { until } from '../support/until.ts'
import { enter, heading, issuesFoundByAxe, openSignIn, press, startWorld } from './flow-world.ts'

const world = await startWorld({ accounts: PANEL_ACCOUNTS })

it('one sign-in leads to the app, through the panel and the portal; signing out ends it for all', async () => {
  const { page, complaints } = await world.person()
  const { issuer } = world.idp
  await openSignIn(world, page)
  await enter(page, ADMIN)
  await press(page, 'Allow')
  expect(await heading(page)).toBe('Signed in as Ada Admin')

  await page.goto(`${issuer}/admin/`)
  const sections = page.locator('.sso-sections').getByRole('link')
  const places = await sections.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
  expect(places.length).toBeGreaterThan(6)
  for (const place of places) {
    await page.locator(`.sso-sections a[href="${new URL(place).pathname}"]`).click()
    await page.waitForURL(place)
    expect([place, await page.locator('.sso-sections [aria-current=page]').count()]).toEqual([place, 1])
  }
  await page.goto(`${issuer}/admin/clients`)
  await page.getByRole('link', { name: 'The app' }).first().click()
  expect(await heading(page)).toContain('The app')
  expect(await issuesFoundByAxe(page)).toEqual([])

  await page.goto(`${issuer}/portal/`)
  expect(await heading(page)).toMatch(/^Hello/)
  for (const name of ['Profile', 'Security', 'Devices', 'Apps']) {
    await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
    expect(await heading(page)).toBe(name === 'Apps' ? 'Connected apps' : name)
  }
  expect(await page.getByText('The app', { exact: true }).first().isVisible()).toBe(true)
  await page.locator('summary').filter({ hasText: 'Account menu' }).click()
  await press(page, 'Sign out')
  await page.getByRole('heading', { name: 'You’re signed out' }).waitFor()
  expect(complaints).toEqual([])

  await page.goto(`${issuer}/admin/`)
  expect(await page.getByLabel('Password', { exact: true }).isVisible()).toBe(true)
  await until(async () => {
    await page.goto(world.app)
    return (await heading(page)) === 'You are not signed in'
  })
})
