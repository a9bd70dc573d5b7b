/** An administrator brands the sign-in page: presses, the live preview, and every layout readable in both schemes. */
import { launchChromium } from '../support/chromium.ts'
import { CONF } from '../support/fixtures.ts'
import { startIdp } from '../support/idp.ts'
import { ADMIN, PANEL_ACCOUNTS } from '../support/panel-visitor.ts'
import { pngOf, SMALL_SVG } from '../support/pictures.ts'
import { relyingParty } from '../support/relying-party.ts'
import { until } from '../support/until.ts'
import { AXE_SOURCE } from '../web/ui/page-server.ts'

const idp = await startIdp({ options: { accounts: [...PANEL_ACCOUNTS], clients: [CONF] } })
afterAll(() => idp.stop())
const browser = await launchChromium()
const signInHref = (): string => idp.issuer + relyingParty(idp, CONF).request().address

async function enter(javaScriptEnabled = true) {
  const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${idp.issuer}/admin/`)
  await page.fill('[name=username]', ADMIN.username)
  await page.fill('[name=password]', ADMIN.password)
  await page.click('main button[type=submit]')
  await page.locator('h1').waitFor()
  return page
}

const LOGO = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(SMALL_SVG) }

it('logo and color are changed with two presses, and the preview follows each change', async () => {
  const page = await enter()
  await page.getByRole('link', { name: 'Appearance', exact: true }).click()
  await page.waitForURL('**/appearance')
  const shown = page.frameLocator('.sso-brand-frame iframe')
  await page.setInputFiles('#logo', LOGO)
  await shown.locator('img.sso-logo').waitFor()
  await page.fill('#accent', '#7a2e8e')
  const button = shown.locator('.sso-button-primary')
  const color = (): Promise<string> => button.evaluate((one) => getComputedStyle(one).backgroundColor)
  await until(async () => (await color()) === 'rgb(122, 46, 142)')
  expect(await page.locator('.sso-brand-contrast').innerText()).toContain('8.0 : 1 on white')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('The appearance is published.').waitFor()
  await page.context().close()
})

it('the same without scripts', async () => {
  const page = await enter(false)
  await page.getByRole('link', { name: 'Appearance', exact: true }).click()
  await page.locator('#accent').evaluate((input: HTMLInputElement) => input.setAttribute('value', '#0b6e4f'))
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  expect(await page.locator('#accent').inputValue()).toBe('#0b6e4f')
  expect(await page.locator('.sso-brand-frame iframe').getAttribute('src')).toContain('scheme=dark')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('The appearance is published.').waitFor()
  await page.context().close()
})

it.each(['split', 'picture'])('the layout %s fits every window and is readable in both schemes', async (layout) => {
  const panel = await enter()
  await panel.goto(`${idp.issuer}/admin/appearance`)
  await panel.setInputFiles('#background', { name: 'b.png', mimeType: 'image/png', buffer: pngOf(64, 64) })
  await panel.check(`[name=layout][value=${layout}]`)
  await panel.getByRole('button', { name: 'Publish' }).click()
  await panel.getByText('The appearance is published.').waitFor()
  await panel.context().close()
  idp.clock.forward(1)
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 390, 320]) {
      const context = await browser.newContext({ bypassCSP: true, colorScheme, viewport: { width, height: 720 } })
      const page = await context.newPage()
      await page.goto(signInHref())
      await page.evaluate(AXE_SOURCE)
      const found = await page.evaluate(async () => {
        const { axe } = window as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }
        const { violations } = await axe.run()
        return { ids: violations.map(({ id }) => id), width: document.documentElement.scrollWidth }
      })
      expect([colorScheme, width, found]).toEqual([colorScheme, width, { ids: [], width }])
      await context.close()
    }
})
