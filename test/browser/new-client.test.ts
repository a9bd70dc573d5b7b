/** The known apps above the form for a new client: found, filtered, and chosen, also without scripts. */
import { launchChromium } from '../support/chromium.ts'
import { startPageServer } from '../web/ui/page-server.ts'

const [server, browser] = await Promise.all([startPageServer(), launchChromium()])
afterAll(() => Promise.all([browser.close(), server.close()]))

const shown = '.sso-app-grid > li:visible'

it.each([true, false])(
  'shows apps of one kind, and asks for the URL of the chosen one; scripts: %s',
  async (scripts) => {
    const context = await browser.newContext({ javaScriptEnabled: scripts, viewport: { width: 1280, height: 900 } })
    const page = await context.newPage()
    await page.goto(`${server.origin}/client-new?locale=en`)
    const [all, direct, gated] = await page.locator('.sso-segment-count').allInnerTexts()
    expect(Number(direct) + Number(gated)).toBe(Number(all))
    expect(await page.locator(shown).count()).toBe(Number(all) + 1)
    await page.locator('[name=way][value=gate]').check()
    expect(await page.locator(shown).count()).toBe(Number(gated) + 1)
    await page.locator('[name=way][value=openid-connect]').check()
    expect(await page.locator(shown).count()).toBe(Number(direct) + 1)
    expect(await page.locator('#app-url').isVisible()).toBe(false)
    await page.getByRole('radio', { name: 'GitLab' }).check()
    await page.locator('#app-url').fill('https://git.example.com')
    await page.locator('#app-url').press('Enter')
    await page.waitForURL((url) => url.search === '?app=gitlab&url=https%3A%2F%2Fgit.example.com')
    await context.close()
  },
)

it('finds an app while its name is typed; what is typed there never submits anything', async () => {
  const page = await browser.newPage()
  await page.goto(`${server.origin}/client-new?locale=en`)
  const field = page.getByLabel('Find an app')
  await field.fill('grafa')
  expect(await page.locator(shown).allInnerTexts()).toEqual([expect.stringMatching(/Grafana/)])
  await field.fill('no such app')
  await page.getByText('No known app has this name.').waitFor()
  await field.press('Enter')
  await field.fill('')
  expect(await page.locator(shown).count()).toBeGreaterThan(50)
  expect(page.url()).toContain('/client-new')
  await page.close()
})

it('an icon has a light ground in dark pages, and with forced colors', async () => {
  for (const forcedColors of ['none', 'active'] as const) {
    const context = await browser.newContext({ colorScheme: 'dark', forcedColors })
    const page = await context.newPage()
    await page.goto(`${server.origin}/client-new?locale=en`)
    const tile = page.locator('.sso-app-grid .sso-tile-icon').first()
    expect(await tile.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(236, 238, 242)')
    await context.close()
  }
})
