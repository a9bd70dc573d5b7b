/** Lists of the panel with the data of a company: rows of one line, enough of them on a screen, cards on a phone. */
import { launchChromium } from '../support/chromium.ts'
import { openSeededPanel, startSeeded } from '../support/seeded-folder.ts'

const DAY_MS = 86_400_000
/** A line, with a little for its border. */
const ROW_PX = 44
const ROWS_SEEN = 14
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

describe.each(LISTS)('%s', (list) => {
  it.each(SCREENS)('has fourteen rows and more of one line at $width × $height', async (size) => {
    await open(list, size)
    const rows = await rowsSeen()
    expect(rows.filter(({ height }) => height > ROW_PX)).toEqual([])
    expect(rows.filter(({ bottom }) => bottom <= size.height).length).toBeGreaterThanOrEqual(ROWS_SEEN)
    expect(await wrappedAddresses()).toEqual([])
    expect(await scrollsSideways()).toEqual([])
  })

  it('is cards at 360 px, and nothing scrolls sideways', async () => {
    await open(list, { width: 360, height: 800 })
    expect(await scrollsSideways()).toEqual([])
    const cells = await page.$$eval(`${ROWS} > *`, (all) => all.map((cell) => getComputedStyle(cell).display))
    expect(cells.length).toBeGreaterThan(2 * ROWS_SEEN)
    expect(cells.filter((display) => display === 'table-cell')).toEqual([])
  })
})
