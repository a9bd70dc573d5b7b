/** Lists of the panel with the data of a company: rows of one line, enough of them on a screen, of two on a phone. */
import { launchChromium } from '../support/chromium.ts'
import { openSeededPanel, startSeeded } from '../support/seeded-folder.ts'

const DAY_MS = 86_400_000
/** A line, with a little for its border. */
const ROW_PX = 44
const ROWS_SEEN = 14
/** Two lines. */
const PHONE_ROW_PX = 64
/** Fifty rows, with head and foot of the page. */
const PHONE_ACTIVITY_PX = 3_600
const LISTS = ['users', 'clients', 'activity', 'sessions', 'deliveries'] as const
const SCREENS = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const
const ROWS = '.sso-table tbody tr:not(.sso-table-group)'

/** To the next noon: soon after midnight two days head the newest rows, and take the room of one. */
const aheadMs = (1.5 * DAY_MS - (Date.now() % DAY_MS)) % DAY_MS

const idp = await startSeeded(() => Date.now() + aheadMs)
const browser = await launchChromium()
const page = await openSeededPanel(idp, browser)

async function open(list: string, size: { readonly width: number; readonly height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.goto(`${idp.issuer}/admin/${list}`)
  await page.locator(ROWS).first().waitFor()
}

const rowsSeen = () =>
  page.$$eval(ROWS, (rows) =>
    rows.map((row) => {
      const { height, bottom } = row.getBoundingClientRect()
      return { text: row.textContent ?? '', height, bottom }
    }),
  )

/** Texts with an address in them, of mail or of a machine, that stand on more than one line. */
const wrappedAddresses = (): Promise<readonly string[]> =>
  page.evaluate((rows) => {
    const wrapped: string[] = []
    for (const row of document.querySelectorAll(rows)) {
      const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        if (!/@|\d+\.\d+\.\d+|:\/\//.test(text.textContent ?? '')) continue
        const range = document.createRange()
        range.selectNodeContents(text)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
          wrapped.push(text.textContent ?? '')
      }
    }
    return wrapped
  }, ROWS)

/** Elements wider than their container. */
const scrollsSideways = (): Promise<readonly string[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('.sso-table-frame')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => `${element.tagName}.${element.className} ${element.scrollWidth} > ${element.clientWidth}`),
  )

/** Of the cells of each row in the window: whether their corner is a link, and their own links that are covered. */
const linksUnder = () =>
  page.$$eval(ROWS, (rows) =>
    rows
      .filter((row) => row.getBoundingClientRect().bottom <= innerHeight)
      .map((row) => {
        const own = row.querySelector('th a')
        const cells = [...row.children].flatMap((cell) => {
          if (getComputedStyle(cell).display === 'none') return []
          const { right, bottom } = cell.getBoundingClientRect()
          const links = [...cell.querySelectorAll('a, button')].filter((link) => link !== own && link.checkVisibility())
          const free = document.elementFromPoint(right - 2, bottom - 2)?.closest('a')
          const covered = links.filter((link) => {
            const box = link.getBoundingClientRect()
            return document.elementFromPoint(box.left + 2, (box.top + box.bottom) / 2)?.closest('a, button') !== link
          })
          return [
            {
              isLink: free === own || links.includes(free as Element),
              covered: covered.map((link) => link.textContent),
            },
          ]
        })
        return { hasLink: own !== null, cells }
      }),
  )

describe.each(LISTS)('%s', (list) => {
  it('has names in ink, and each row is one link that covers no other', async () => {
    await open(list, SCREENS[0])
    const rows = await linksUnder()
    expect(rows.length).toBeGreaterThanOrEqual(ROWS_SEEN)
    expect(rows.filter(({ hasLink }) => !hasLink)).toEqual([])
    expect(rows.flatMap(({ cells }) => cells).filter(({ isLink, covered }) => !isLink || covered.length > 0)).toEqual(
      [],
    )
    const names = await page.$$eval(`${ROWS} :is(th, .sso-who-text) a:not(.sso-followed)`, (links) =>
      links.map((link) => {
        const { color, textDecorationLine } = getComputedStyle(link)
        return `${color === getComputedStyle(document.body).color ? 'ink' : color} ${textDecorationLine}`
      }),
    )
    expect(new Set(names)).toEqual(new Set(['ink none']))
    const first = page.locator(`${ROWS} th a`).first()
    await first.hover()
    expect(await first.evaluate((link) => getComputedStyle(link).textDecorationLine)).toBe('underline')
  })

  it.each(SCREENS)('has fourteen rows and more of one line at $width × $height', async (size) => {
    await open(list, size)
    const rows = await rowsSeen()
    expect(rows.filter(({ height }) => height > ROW_PX)).toEqual([])
    expect(rows.filter(({ bottom }) => bottom <= size.height).length).toBeGreaterThanOrEqual(ROWS_SEEN)
    expect(await wrappedAddresses()).toEqual([])
    expect(await scrollsSideways()).toEqual([])
  })

  it('has rows of two lines without labels at 360 px, and nothing scrolls sideways', async () => {
    await open(list, { width: 360, height: 800 })
    expect(await scrollsSideways()).toEqual([])
    const cells = await page.$$eval(`${ROWS} > *`, (all) =>
      all
        .map((cell) => ({
          text: cell.textContent,
          style: getComputedStyle(cell),
          label: getComputedStyle(cell, '::before'),
        }))
        .map(({ text, style, label }) => ({ text, display: style.display, label: label.content })),
    )
    expect(cells.length).toBeGreaterThan(2 * ROWS_SEEN)
    expect(cells.filter(({ display }) => display === 'table-cell')).toEqual([])
    const shown = cells.filter(({ display }) => display !== 'none')
    expect(shown.filter(({ text, label }) => text === '' || text === '–' || !['none', '"·"'].includes(label))).toEqual(
      [],
    )
    expect((await rowsSeen()).filter(({ height }) => height > PHONE_ROW_PX)).toEqual([])
    const links = (await linksUnder()).flatMap((row) => row.cells)
    expect(links.filter(({ isLink, covered }) => !isLink || covered.length > 0)).toEqual([])
  })
})

it('shows the activity of seven days on a short page on a phone, each day’s heading above its rows', async () => {
  await open('activity', { width: 390, height: 844 })
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(height).toBeLessThanOrEqual(PHONE_ACTIVITY_PX)
  const top = await page.evaluate(() => {
    scrollTo(0, 1_000)
    return document.querySelector('.sso-table-group')?.getBoundingClientRect().top
  })
  expect(top).toBe(0)
})
