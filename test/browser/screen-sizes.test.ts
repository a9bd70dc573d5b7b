/** What fits a screen: two providers at sign-in, a full page of apps on a phone, the form for a new client. */
import { launchChromium } from '../support/chromium.ts'
import { startPageServer } from '../web/ui/page-server.ts'

const [server, browser] = await Promise.all([startPageServer(), launchChromium()])
afterAll(() => Promise.all([browser.close(), server.close()]))

it('with two providers it is at most 740 px tall, and a window of 1280 by 720 shows it without scrolling', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  await page.goto(`${server.origin}/sign-in-providers?locale=en`)
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
  await page.getByRole('button', { name: 'Show password' }).waitFor()
  const [height, column] = await page.evaluate(() => [
    document.documentElement.scrollHeight,
    document.querySelector('.sso-column')?.getBoundingClientRect().height ?? 0,
  ])
  expect(height).toBe(720)
  expect(column).toBeLessThanOrEqual(740)
  await page.close()
})

it('Tab leads from the name to the password, and from there past the link to the button', async () => {
  const page = await browser.newPage()
  await page.goto(`${server.origin}/sign-in-hint?locale=en`)
  await page.locator('#username').focus()
  await page.keyboard.press('Tab')
  expect(await page.locator('#password').evaluate((field) => field === document.activeElement)).toBe(true)
  const order: (string | null)[] = []
  for (let stops = 0; stops < 4; stops += 1) {
    await page.keyboard.press('Tab')
    order.push(await page.evaluate(() => document.activeElement?.textContent ?? document.activeElement?.id ?? null))
  }
  expect(order).toEqual(['Show', 'Forgot your password?', '', 'Sign in'])
  const [label, link] = await Promise.all(
    ['.sso-label[for=password]', '.sso-aside'].map((part) => page.locator(part).boundingBox()),
  )
  expect(Math.abs((label?.y ?? 0) - (link?.y ?? 99))).toBeLessThan(8)
  await page.close()
})

it('a full page of apps is at most 1,700 px tall on a phone, three in a row; the apps come first', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 800 } })
  await page.goto(`${server.origin}/portal-home-much?locale=en`)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1700)
  const places = await Promise.all(
    [0, 2, 3].map((index) => page.locator('.sso-launcher > li').nth(index).boundingBox()),
  )
  expect(places[1]?.y).toBe(places[0]?.y)
  expect(places[2]?.y).toBeGreaterThan(places[1]?.y ?? 0)
  expect(places[0]?.y).toBeLessThan(320)
  await page.close()
})

it('the form for a new client fits in 1,200 px on a desktop', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${server.origin}/client-new?locale=en`)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1200)
  await page.close()
})
