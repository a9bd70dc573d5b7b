/** The system's Chromium for the browser tests, without background traffic. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { stoppedAtEnd } from './at-end.ts'
import { chromiumPath } from './chromium-path.ts'
import { HANG_MS } from './patience.ts'
import { words } from './words.ts'

const QUIET = words`
  --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
  --disable-component-update --disable-sync
`

/** Close it in `afterAll`. @param flags in addition to those that prevent traffic */
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

/** Waits until the selector has the focus. A page sets its `autofocus` some time after it has loaded. */
export const focusOn = (page: Page, selector: string): Promise<void> => page.locator(`${selector}:focus`).waitFor()
