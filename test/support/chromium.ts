/** Chromium for the browser tests: the one of the system, without any traffic of its own. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { stoppedAtEnd } from './at-end.ts'
import { chromiumPath } from './chromium-path.ts'
import { HANG_MS } from './patience.ts'
import { words } from './words.ts'

const QUIET = words`
  --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
  --disable-component-update --disable-sync
`

/** Close it in `afterAll`. @param flags besides those that keep it quiet */
export async function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...QUIET, ...flags] })
  const newContext = browser.newContext.bind(browser)
  return stoppedAtEnd(
    Object.assign(browser, {
      async newContext(options?: BrowserContextOptions) {
        const context = await newContext(options)
        context.setDefaultTimeout(HANG_MS)
        return context
      },
    }),
  )
}

/** Waits until the focus is on what the selector names. A page that has loaded sets its `autofocus` some time later. */
export const focusOn = (page: Page, selector: string): Promise<void> => page.locator(`${selector}:focus`).waitFor()
