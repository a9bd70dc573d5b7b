/**
 * Every page in one state, light and wide, in a real browser: accessible, within the policy, and usable by keyboard.
 * The other states, themes and widths are in `every-state-*.test.ts`.
 */
import { contrastIssues } from '../web/ui/contrast.ts'
import { FIRST_STATES, openPages } from './shown-pages.ts'

const pages = await openPages()

it.concurrent.each([...FIRST_STATES])(
  '%s breaks no accessibility rule and no policy, and is used by keyboard',
  (name) => pages.expectWide(name),
)

it('a text that is too pale is found where the checker cannot decide', async () => {
  const page = await pages.browser.newPage()
  await page.goto(`${pages.server.origin}/sign-in`)
  expect(await page.evaluate(contrastIssues, ['h1', 'label'])).toEqual([])
  await page.locator('h1').evaluate((heading: HTMLElement) => {
    heading.style.color = 'rgb(128 128 128 / 50%)'
  })
  expect(await page.evaluate(contrastIssues, ['h1', 'label'])).toEqual([
    expect.stringMatching(/^h1 has a contrast of 1\./),
  ])
})
