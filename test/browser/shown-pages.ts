/** Fixtures as Chromium shows them: console messages, axe results, their width, and the order of the Tab key. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { stoppedAtEnd } from '../support/at-end.ts'
import { launchChromium } from '../support/chromium.ts'
import { contrastIssues } from '../web/ui/contrast.ts'
import { FIXTURES } from '../web/ui/fixtures.tsx'
import { AXE_PATH, type PageServer, startPageServer } from '../web/ui/page-server.ts'

const WIDE = { width: 1200, height: 800 }
const NARROW = { width: 320, height: 640 }
/** Of each kind. More than two cores can draw concurrently, so that no core waits. */
const WINDOWS = 2

/** A fixture of each screen. `ui-pages` shows them wide, so the files for every state leave that out. */
export const FIRST_STATES: ReadonlySet<string> = new Set(
  new Map(FIXTURES.toReversed().map(({ screen, name }) => [screen, name])).values(),
)

export interface ShownPages {
  readonly browser: Browser
  readonly server: PageServer
  /** Light and wide, in English; Tab must reach every control once, in reading order, with a visible focus. */
  readonly expectWide: (name: string) => Promise<void>
  /** Dark and as narrow as a phone, from right to left. */
  readonly expectNarrow: (name: string) => Promise<void>
  /**
   * As narrow, in a language whose every text is a third longer than in English: what fits there fits in English. And
   * with the colors of the system, for which the rules of color are checked once more.
   */
  readonly expectLong: (name: string) => Promise<void>
}

export async function openPages(): Promise<ShownPages> {
  const [server, browser] = await Promise.all([startPageServer(), launchChromium()])
  stoppedAtEnd(server)
  const light = windows(browser, { viewport: WIDE })
  const dark = windows(browser, { viewport: NARROW })
  const system = windows(browser, { viewport: NARROW, forcedColors: 'active' })
  return {
    browser,
    server,
    expectWide: (name) =>
      light(async (window) => {
        const { lang, complaints } = await show(window, `${server.origin}/${name}?scheme=light&locale=en`)
        const axe = await issuesFoundByAxe(window.page)
        const { controls, visits } = await pressTab(window.page)
        const rings = controls.map((label): Visit => ({ label, ring: 'ring' }))
        expect({ lang, complaints, axe, visits }).toEqual({ lang: 'en', complaints: [], axe: [], visits: rings })
      }),
    expectNarrow: (name) =>
      dark(async (window) => {
        const shown = await show(window, `${server.origin}/${name}?scheme=dark&locale=ar`)
        const axe = await issuesFoundByAxe(window.page)
        expect({ ...shown, axe }).toEqual({ lang: 'ar', complaints: [], width: NARROW.width, axe: [] })
      }),
    expectLong: (name) =>
      system(async (window) => {
        const { width } = await show(window, `${server.origin}/${name}?locale=en-XA`)
        const axe = await issuesFoundByAxe(window.page, ['color-contrast', 'link-in-text-block'])
        expect({ width, axe }).toEqual({ width: NARROW.width, axe: [] })
      }),
  }
}

interface Watched {
  readonly page: Page
  readonly complaints: string[]
}

/**
 * Windows that stay open and show one page after the other.
 * @returns what gives the work a separate window
 */
function windows(browser: Browser, options: BrowserContextOptions) {
  const free = Array.from({ length: WINDOWS }, () => openWindow(browser, options))
  const waiting: ((window: Promise<Watched>) => void)[] = []
  return async (work: (window: Watched) => Promise<void>): Promise<void> => {
    const window = free.pop() ?? new Promise<Watched>((resolve) => waiting.push(resolve))
    try {
      await work(await window)
    } finally {
      const next = waiting.shift()
      if (next === undefined) free.push(window)
      else next(window)
    }
  }
}

/** A window that keeps script errors and errors in the console; `show` adds policy violations. */
async function openWindow(browser: Browser, options: BrowserContextOptions): Promise<Watched> {
  const page = await (await browser.newContext(options)).newPage()
  const complaints: string[] = []
  await page.addInitScript(() => {
    const violations: string[] = []
    Object.assign(globalThis, { violations })
    document.addEventListener('securitypolicyviolation', (event) => {
      violations.push(`${event.violatedDirective} ${event.blockedURI}`)
    })
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // The signing-out fixture points at a closed port.
    if (
      ['error', 'warning', 'verbose'].includes(message.type()) &&
      !message.text().startsWith('Failed to load resource')
    )
      complaints.push(message.text())
  })
  return { page, complaints }
}

async function show({ page, complaints }: Watched, address: string) {
  complaints.length = 0
  await page.goto(address)
  const { violations, ...state } = await page.evaluate(settledState)
  return { ...state, complaints: [...complaints, ...violations] }
}

/** Runs in the page. Apps that do not respond get links, which appear while the page is open. */
async function settledState() {
  while (document.querySelector('[data-sso-signing-out] [data-state="waiting"]') !== null)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  const { lang, scrollWidth: width } = document.documentElement
  return { lang, width, violations: (globalThis as unknown as { violations: string[] }).violations }
}

/** @param rules all of them, unless these are named */
async function issuesFoundByAxe(page: Page, rules: readonly string[] = []): Promise<string[]> {
  const { issues, undecided } = await page.evaluate(runAxe, { src: AXE_PATH, rules })
  return [...issues, ...(undecided.length === 0 ? [] : await page.evaluate(contrastIssues, undecided))]
}

interface AxeResult {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string; readonly target: [string] }[]
}

/** Runs in the page. */
async function runAxe({ src, rules }: { src: string; rules: readonly string[] }) {
  const script = document.createElement('script')
  await new Promise((resolve, reject) => {
    Object.assign(script, { src, onload: resolve, onerror: reject })
    document.head.append(script)
  })
  const { axe } = globalThis as unknown as {
    axe: { run: (options: object) => Promise<Readonly<Record<'violations' | 'incomplete', readonly AxeResult[]>>> }
  }
  const { violations, incomplete } = await axe.run({
    resultTypes: ['violations', 'incomplete'],
    iframes: false,
    ...(rules.length === 0 ? {} : { runOnly: { type: 'rule', values: rules } }),
  })
  return {
    issues: violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
    ),
    undecided: incomplete
      .filter(({ id }) => id === 'color-contrast')
      .flatMap(({ nodes }) => nodes.map(({ target: [selector] }) => selector)),
  }
}

/** A control that got the focus, and whether that can be seen. */
interface Visit {
  readonly label: string
  readonly ring: 'ring' | 'none'
}

/** @returns the controls in reading order, and those that got the focus while Tab was pressed once per stop */
async function pressTab(page: Page) {
  const { controls, presses } = await page.evaluate(listControls)
  await Promise.all(Array.from({ length: presses }, () => page.keyboard.press('Tab')))
  return { controls, visits: await page.evaluate(() => (globalThis as unknown as { visited: Visit[] }).visited) }
}

/**
 * Runs in the page: numbers the controls in document order, records which of them get the focus from then on, and sets
 * it to the first. Of a group of radio buttons the chosen or else the first is a stop.
 */
function listControls() {
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
  document.querySelector<HTMLElement>('.sso-skip')?.focus()
  // A field for a day has four stops: three parts and the button of its calendar. One for a time has three
  // parts and the button of its clock, and one for both has seven.
  const fields = (type: string): number => document.querySelectorAll(`input[type="${type}"]`).length
  return {
    controls: controls.map((control) => control.dataset['stop'] ?? ''),
    presses: controls.length - 1 + (fields('date') + fields('time')) * 3 + fields('datetime-local') * 6,
  }
}
