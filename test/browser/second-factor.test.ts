/** Two-step verification is set up during a sign-in: by keyboard, without scripts, 320 px wide; and with a passkey. */
import type { Page } from 'playwright-core'
import { codeOf } from '../support/authenticator-app.ts'
import { atSignIn, enter, heading, issuesFoundByAxe, newUser, openSignIn, press, startWorld } from './flow-world.ts'
import { withAuthenticator } from './virtual-authenticator.ts'

const world = await startWorld({ login: { secondFactor: { require: 'everybody' } } })
const NARROW = 320
const MOST_STOPS = 40

async function tabTo(page: Page, selector: string): Promise<void> {
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)) return
  }
  throw new Error(`Tab never comes to ${selector} on ${page.url()}`)
}
async function send(page: Page): Promise<void> {
  const loaded = page.waitForNavigation()
  await page.keyboard.press('Enter')
  await loaded
}
const isAsWideAsScreen = async (page: Page): Promise<boolean> =>
  (await page.evaluate(() => document.documentElement.scrollWidth)) <= NARROW

const PRIMARY = 'a.sso-button-primary, button.sso-button-primary'

it.each([
  ['de', 'Bestätigung in zwei Schritten einrichten', 'ltr', 'light'],
  ['ar', 'إعداد التحقق بخطوتين', 'rtl', 'dark'],
] as const)(
  'an authenticator app by keyboard and without scripts, in the language %s',
  async (locale, title, dir, colorScheme) => {
    const who = await newUser(world)
    const viewport = { width: NARROW, height: 640 }
    const { page, complaints } = await world.person({ javaScriptEnabled: false, viewport, locale, colorScheme })
    await openSignIn(world, page)
    await tabTo(page, '#username')
    await page.keyboard.type(who.username)
    await tabTo(page, '#password')
    await page.keyboard.type(who.password)
    await send(page)
    expect([await heading(page), await page.getAttribute('html', 'dir')]).toEqual([title, dir])
    expect(await isAsWideAsScreen(page)).toBe(true)
    const key = await page.locator('#secret').inputValue()
    await tabTo(page, '#code')
    await page.keyboard.type('123')
    await send(page)
    expect(await page.locator('#code-error').count()).toBe(1)
    await tabTo(page, '#code')
    await page.keyboard.type(codeOf(key, world.idp.clock.now()))
    await send(page)
    expect((await page.locator('#recovery-codes').inputValue()).split('\n')).toHaveLength(10)
    expect(await isAsWideAsScreen(page)).toBe(true)
    await tabTo(page, PRIMARY)
    await send(page)
    await tabTo(page, 'button[value=allow]')
    await send(page)
    expect(await heading(page)).toBe(`Signed in as ${who.name}`)
    expect(complaints).toEqual([])
  },
)

it('a passkey, in a browser that can create one; no page breaks a rule', async () => {
  const who = await newUser(world)
  const { page, complaints } = await atSignIn(world)
  const authenticator = await withAuthenticator(page)
  await enter(page, who)
  expect(await heading(page)).toBe('Set up two-step verification')
  expect(await issuesFoundByAxe(page)).toEqual([])
  await page.getByText('Use a passkey instead').click()
  await authenticator.willing(true)
  await press(page, 'Create a passkey')
  await page.getByRole('textbox', { name: 'Recovery codes' }).waitFor()
  expect(await issuesFoundByAxe(page)).toEqual([])
  await page.getByRole('button', { name: 'Copy Recovery codes' }).click()
  await page.getByRole('link', { name: 'Continue to The app' }).click()
  await press(page, 'Allow')
  expect(await heading(page)).toBe(`Signed in as ${who.name}`)
  expect(complaints).toEqual([])
})
