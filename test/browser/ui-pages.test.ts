/** Every page in every state, in a real browser: accessible, within the policy, usable by keyboard, and never too wide. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchChromium } from '../support/chromium.ts'
import { FIXTURES } from '../web/ui/fixtures.tsx'
import { AXE_PATH, type PageServer, startPageServer } from '../web/ui/page-server.ts'

const WIDE = { width: 1200, height: 800 }
const NARROW = { width: 320, height: 640 }
const names = FIXTURES.map(({ name }) => name)

let browser: Browser
let server: PageServer
/** Windows that stay open: a page is shown in all of them at once. */
let light: Watched
let dark: Watched
let long: Watched

beforeAll(async () => {
  server = await startPageServer()
  browser = await launchChromium()
  ;[light, dark, long] = await Promise.all([watched(WIDE), watched(NARROW), watched(NARROW)])
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

interface Watched {
  readonly context: BrowserContext
  readonly page: Page
  readonly complaints: string[]
}

/** A control that got the focus, and whether that can be seen. */
interface Visit {
  readonly label: string
  readonly ring: 'ring' | 'none'
}

/** A page that reports what the browser complains of: policy violations, script errors, errors in the console. */
async function watched(viewport: { width: number; height: number }): Promise<Watched> {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  const complaints: string[] = []
  await page.exposeBinding('reportViolation', (_source, text: string) => {
    complaints.push(text)
  })
  await page.addInitScript(() => {
    const { reportViolation } = globalThis as unknown as { reportViolation: (text: string) => void }
    document.addEventListener('securitypolicyviolation', (event) => {
      reportViolation(`${event.violatedDirective} ${event.blockedURI}`)
    })
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // The signing-out fixture points at a port where nobody listens.
    if (
      ['error', 'warning', 'verbose'].includes(message.type()) &&
      !message.text().startsWith('Failed to load resource')
    )
      complaints.push(message.text())
  })
  return { context, page, complaints }
}

it.each(names)('%s breaks no accessibility rule and no policy, fits 320 px, and is used by keyboard', async (name) => {
  const [wide, narrow, longer] = await Promise.all([wideFindings(name), narrowFindings(name), lengthOf(name)])
  const visits = wide.controls.map((label): Visit => ({ label, ring: 'ring' }))
  expect(wide).toEqual({ lang: 'en', complaints: [], axe: [], controls: wide.controls, visits })
  expect(narrow).toEqual({ lang: 'ar', complaints: [], axe: [], width: NARROW.width })
  expect(longer).toBe(NARROW.width)
})

/** Light and wide, in English; by keyboard, Tab must reach every control once, in reading order, with a visible focus. */
async function wideFindings(name: string) {
  const found = await show(light, name, 'scheme=light&locale=en')
  const axe = await faultsFoundByAxe(light.page)
  const controls = await light.page.evaluate(listControls)
  await light.page.focus('.sso-skip')
  // A field for a day has four stops: three parts and the button of its calendar.
  const days = await light.page.locator('input[type="date"]').count()
  const presses = Array.from({ length: controls.length - 1 + days * 3 }, () => light.page.keyboard.press('Tab'))
  await Promise.all(presses)
  const visits = await light.page.evaluate(() => (globalThis as unknown as { visited: Visit[] }).visited)
  return { ...found, axe, controls, visits }
}

/** Dark and as narrow as a phone, from right to left. */
async function narrowFindings(name: string) {
  const found = await show(dark, name, 'scheme=dark&locale=ar')
  const width = await dark.page.evaluate(() => document.documentElement.scrollWidth)
  return { ...found, axe: await faultsFoundByAxe(dark.page), width }
}

/** As narrow, in a language whose every text is a third longer than in English: what fits there fits in English. */
async function lengthOf(name: string): Promise<number> {
  await long.page.goto(`${server.origin}/${name}?locale=en-XA`)
  return long.page.evaluate(() => document.documentElement.scrollWidth)
}

async function show({ page, complaints }: Watched, name: string, query: string) {
  complaints.length = 0
  await page.goto(`${server.origin}/${name}?${query}`)
  return { lang: await page.getAttribute('html', 'lang'), complaints: [...complaints] }
}

function faultsFoundByAxe(page: Page): Promise<string[]> {
  return page.evaluate(async (src) => {
    const script = document.createElement('script')
    await new Promise((resolve, reject) => {
      Object.assign(script, { src, onload: resolve, onerror: reject })
      document.head.append(script)
    })
    const { axe } = globalThis as unknown as {
      axe: {
        run: (
          options: object,
        ) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>
      }
    }
    const { violations } = await axe.run({ resultTypes: ['violations'], iframes: false })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
    )
  }, AXE_PATH)
}

/**
 * Runs in the page: numbers the controls in document order, and watches which of them get the focus from then on. Of a
 * group of radio buttons the chosen or else the first is a stop.
 */
function listControls(): string[] {
  const groups = new Set<string>()
  const controls = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input:not([type=hidden]), select, textarea, summary'),
  ]
    .filter(
      (control) =>
        control.checkVisibility({ visibilityProperty: true }) &&
        control.tabIndex >= 0 &&
        control.closest('[inert]') === null,
    )
    .filter((control) => {
      if (!(control instanceof HTMLInputElement) || control.type !== 'radio') return true
      const chosen = document.querySelector(`input[type=radio][name="${control.name}"]:checked`)
      return chosen === null ? groups.size < groups.add(control.name).size : chosen === control
    })
  controls.forEach((control, index) => {
    control.dataset['stop'] = `${index} ${control.tagName} ${control.textContent.trim()}`
  })
  const visited: Visit[] = []
  Object.assign(globalThis, { visited })
  document.addEventListener('focusin', ({ target }) => {
    const control = target as HTMLElement
    const { outlineStyle, outlineWidth } = getComputedStyle(control)
    visited.push({
      label: control.dataset['stop'] ?? `unlisted ${control.outerHTML}`,
      ring: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 ? 'ring' : 'none',
    })
  })
  return controls.map((control) => control.dataset['stop'] ?? '')
}
