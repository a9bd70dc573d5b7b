/** What a user is about to press stays where it is when the scripts of a page run, however late they come. */
import { launchChromium } from '../support/chromium.ts'
import { FIXTURES } from '../web/ui/fixtures.tsx'
import { startPageServer } from '../web/ui/page-server.ts'
import { FIRST_STATES } from './shown-pages.ts'

type Found = readonly (readonly [control: Element, top: number, name: string])[]

const [server, browser] = await Promise.all([startPageServer(), launchChromium()])
afterAll(() => Promise.all([browser.close(), server.close()]))
const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })

async function hasScripted(name: string): Promise<boolean> {
  return /<main[^]*data-sso-(?:scripted|filter)/.test(await (await fetch(`${server.origin}/${name}?locale=en`)).text())
}
const names = FIXTURES.map(({ name }) => name).filter((name) => FIRST_STATES.has(name) || /passkey|much/.test(name))
const scripted = await Promise.all(names.map(hasScripted))
const shown = names.filter((_name, index) => scripted[index])

it('the pages are those with a password, a passkey, a code, a value to copy, or apps to filter', () => {
  expect(shown).toEqual(
    expect.arrayContaining(['sign-in', 'sign-in-passkey', 'step-code', 'client-new', 'enrolled', 'portal-home-much']),
  )
})

it.each(shown)('%s', async (name) => {
  const page = await context.newPage()
  const held = Promise.withResolvers<void>()
  await page.route(/\.js$/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`${server.origin}/${name}?locale=en`, { waitUntil: 'commit' })
  await page.waitForFunction(
    () =>
      document.readyState === 'interactive' &&
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet !== null) &&
      // A layout with these styles, which fetches the fonts.
      document.body.offsetHeight > 0,
  )
  await page.evaluate(async () => {
    await document.fonts.ready
    const found = [...document.querySelectorAll<HTMLElement>('a, button, input, select, textarea, summary')]
      .filter((control) => control.checkVisibility() && control.getBoundingClientRect().width > 1)
      .map((control) => [control, control.getBoundingClientRect().top, control.textContent || control.id])
    Object.assign(globalThis, { found })
  })
  held.resolve()
  await page.waitForLoadState()
  expect(await page.locator('[data-sso-scripted]').count()).toBe(0)
  const moved = await page.evaluate(() =>
    (globalThis as unknown as { found: Found }).found.flatMap(([control, top, name]) => {
      const by = control.getBoundingClientRect().top - top
      return Math.abs(by) < 1 ? [] : [`${name} by ${Math.round(by)} px`]
    }),
  )
  expect(moved).toEqual([])
  await page.close()
})
