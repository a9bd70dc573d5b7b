/** Pages of the panel with the data of a company: what is large enough to press, whole, and aligned. */
import { launchChromium } from '../support/chromium.ts'
import { openSeededPanel, startSeeded } from '../support/seeded-folder.ts'

/** WCAG 2.2, 2.5.8. */
const TARGET_PX = 24

const idp = await startSeeded()
const browser = await launchChromium()
const page = await openSeededPanel(idp, browser)

async function open(path: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  await page.goto(`${idp.issuer}/admin${path}`)
}

const dayLinks = (): Promise<readonly number[]> =>
  page.$$eval('.sso-days a', (links) =>
    links.filter((link) => link.checkVisibility()).map((link) => link.getBoundingClientRect().width),
  )

it.each([
  ['/', 1280, 14],
  ['/', 320, 0],
  ['/?days=30', 1280, 30],
  ['/?days=30', 900, 0],
  ['/?days=90', 1280, 0],
])(
  '%s at %i px: %i day bars are links, each large enough, and the table links each day',
  async (path, width, count) => {
    await open(path, width)
    const widths = await dayLinks()
    expect(widths).toHaveLength(count)
    expect(widths.filter((each) => each < TARGET_PX)).toEqual([])
    const days = await page.locator('.sso-days > li').count()
    await page.locator('.sso-chart summary').first().click()
    const links = page.locator('.sso-chart').first().locator('tbody th a')
    expect(await links.count()).toBe(days)
    expect(await links.first().getAttribute('href')).toContain('/admin/activity?group=sign-in&since=')
  },
)
