/** Pages of the panel with the data of a company: what is large enough to press, whole, and aligned. */
import type { Page } from 'playwright-core'
import { personNamed } from '../seed/people.ts'
import { launchChromium } from '../support/chromium.ts'
import { openSeededPanel, startSeeded } from '../support/seeded-folder.ts'

/** WCAG 2.2, 2.5.8. */
const TARGET_PX = 24
/** About eight letters. */
const NAME_PX = 60

const idp = await startSeeded()
const browser = await launchChromium()
const page = await openSeededPanel(idp, browser)

async function open(path: string, width: number, on = page): Promise<void> {
  await on.setViewportSize({ width, height: 800 })
  await on.goto(`${idp.issuer}/admin${path}`)
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

/** Names in Latin letters that are cut, and those of them whose first letter is out of sight. */
const cutNames = (on: Page) =>
  on.$$eval('.sso-table *, .sso-suggestion *', (elements) => {
    const cut = elements.filter(
      (one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).overflow !== 'visible',
    )
    const names = cut.filter((one) => one.checkVisibility() && /^\s*[A-Za-z]/.test(one.textContent ?? ''))
    const atFront = names.filter((one) => {
      const text = document.createTreeWalker(one, NodeFilter.SHOW_TEXT).nextNode() as Text
      const first = document.createRange()
      first.setStart(text, 0)
      first.setEnd(text, 1)
      const [box, letter] = [one.getBoundingClientRect(), first.getBoundingClientRect()]
      return letter.left < box.left - 1 || letter.right > box.right + 1
    })
    return { names: names.map((one) => one.textContent), atFront: atFront.map((one) => one.textContent) }
  })

it('in Arabic, names in Latin letters that are too long are cut at their end', async () => {
  const context = await browser.newContext({ storageState: await page.context().storageState(), locale: 'ar' })
  const arabic = await context.newPage()
  let count = 0
  for (const width of [1280, 390]) {
    for (const path of ['/activity', '/users', '/clients', '/sessions', '/deliveries']) {
      await open(path, width, arabic)
      expect(await arabic.locator('html').getAttribute('dir')).toBe('rtl')
      const { names, atFront } = await cutNames(arabic)
      expect({ path, width, atFront }).toEqual({ path, width, atFront: [] })
      count += names.length
    }
  }
  expect(count).toBeGreaterThan(10)
  await context.close()
})

it('the roles of Who has access are shown with the choice that needs them', async () => {
  await open('/clients/wiki/scopes', 1280)
  const roles = page.locator('.sso-access-roles')
  await page.getByLabel('All users').check()
  await roles.waitFor({ state: 'hidden' })
  await page.getByLabel('Only users with one of these roles').check()
  await page.getByRole('checkbox', { name: /^finance · \d+$/ }).waitFor()
})

it.each([1280, 640, 320])('no name in the list of errors is on two lines at %i px', async (width) => {
  await page.setViewportSize({ width, height: 800 })
  await page.goto(`${idp.issuer}/errors/`)
  const names = page.locator('.sso-errors dt')
  expect(await names.count()).toBeGreaterThan(50)
  const lines = await page.$$eval('.sso-errors dt code', (all) => all.map((code) => code.getClientRects().length))
  expect(Math.max(...lines)).toBe(1)
})

const boxesOf = (selector: string) =>
  page.$$eval(selector, (all) =>
    all
      .filter((one) => one.checkVisibility())
      .map((one) => one.getBoundingClientRect())
      .map(({ left, right, top, height, width }) => ({ left, right, top, height, width })),
  )

it('the buttons of a user have one height, and those of Who has access are side by side', async () => {
  await open(`/users/${personNamed('Ines', 'Duarte').sub}`, 1280)
  const buttons = await boxesOf('.sso-panel-actions :is(.sso-button, summary)')
  expect(buttons).toHaveLength(4)
  expect(new Set(buttons.map(({ top, height }) => `${top} ${height}`)).size).toBe(1)
  await open('/clients/wiki/scopes', 1280)
  const [review, test] = await boxesOf('.sso-section-head:has(#access-part) .sso-button')
  expect((test?.left ?? Infinity) - (review?.right ?? 0)).toBeLessThanOrEqual(16)
})

it.each([1024, 390])('each tab of the settings is in sight at %i px, in rows that are close', async (width) => {
  await open('/settings', width)
  const tabs = await boxesOf('.sso-tabs a')
  expect(tabs.length).toBeGreaterThanOrEqual(8)
  expect(tabs.filter(({ left, right }) => left < 0 || right > width)).toEqual([])
  const rows = [...new Set(tabs.map(({ top }) => top))].toSorted((one, other) => one - other)
  expect(rows.filter((top, index) => top - (rows[index - 1] ?? top) > 48)).toEqual([])
})

it.each(['/clients', '/users'])(
  '%s: selects have the height of the field, and nothing scrolls sideways',
  async (path) => {
    await open(path, 1280)
    const fields = await boxesOf('.sso-filter-line :is(.sso-input, .sso-button)')
    expect(fields.length).toBeGreaterThan(2)
    expect(new Set(fields.map(({ height }) => height)).size).toBe(1)
    expect(await page.$$eval('select', (all) => all.map((one) => getComputedStyle(one).appearance))).not.toContain(
      'auto',
    )
    const wide = await page.$$eval('html, .sso-table-frame', (all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth),
    )
    expect(wide).toHaveLength(0)
  },
)

it('a long state is whole on a phone, and leaves room for the name on a smaller one', async () => {
  for (const width of [390, 320]) {
    await open('/users?status=suspended', width)
    const badge = page.locator('.sso-client-states .sso-state').first()
    const [isWhole, ofName] = await badge.evaluate((one) => {
      one.textContent = 'From configuration'
      const [cell, name] = [one.closest('td') as Element, one.closest('tr')?.querySelector('.sso-who-text') as Element]
      return [cell.scrollWidth <= cell.clientWidth, name.getBoundingClientRect().width] as const
    })
    expect(isWhole || width < 390).toBe(true)
    expect(ofName).toBeGreaterThan(NAME_PX)
  }
})

it.each([
  ['/', 390],
  ['/?days=90', 390],
  ['/clients/wiki/overview', 390],
  ['/', 1280],
])('the last label of the chart of %s is inside it at %i px', async (path, width) => {
  await open(path, width)
  const [frame] = await boxesOf('.sso-days')
  const labels = await boxesOf('.sso-day:last-child .sso-day-label span')
  expect(labels.filter((label) => label.width > 0).length).toBeGreaterThan(0)
  for (const { right } of labels) expect(right).toBeLessThanOrEqual((frame?.right ?? 0) + 1)
})
