/** Every page in every state, in a real browser: accessible, within the policy, usable by keyboard, and never too wide. */
import type { Browser, BrowserContext, Page, ViewportSize } from 'playwright-core'
import { launchChromium } from '../support/chromium.ts'
import { contrastFaults } from '../web/ui/contrast.ts'
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
  ;[light, dark, long] = await Promise.all([watched(WIDE), watched(NARROW), watched(NARROW, 'active')])
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
async function watched(viewport: ViewportSize, forcedColors: 'active' | 'none' = 'none'): Promise<Watched> {
  const context = await browser.newContext({ viewport, forcedColors })
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
  const [wide, narrow, longer] = await Promise.all([wideFindings(name), narrowFindings(name), longFindings(name)])
  const visits = wide.controls.map((label): Visit => ({ label, ring: 'ring' }))
  expect(wide).toEqual({ lang: 'en', complaints: [], axe: [], controls: wide.controls, visits })
  expect(narrow).toEqual({ lang: 'ar', complaints: [], axe: [], width: NARROW.width })
  expect(longer).toEqual({ axe: [], width: NARROW.width })
})

it('a text that is too pale is found where the checker cannot decide', async () => {
  const { page } = light
  await page.goto(`${server.origin}/sign-in`)
  expect(await page.evaluate(contrastFaults, ['h1', 'label'])).toEqual([])
  await page.locator('h1').evaluate((heading: HTMLElement) => {
    heading.style.color = 'rgb(128 128 128 / 50%)'
  })
  expect(await page.evaluate(contrastFaults, ['h1', 'label'])).toEqual([
    expect.stringMatching(/^h1 has a contrast of 1\./),
  ])
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

/**
 * As narrow, in a language whose every text is a third longer than in English: what fits there fits in English. And with
 * the colours of the system, for which the rules of colour are asked anew.
 */
async function longFindings(name: string) {
  await long.page.goto(`${server.origin}/${name}?locale=en-XA`)
  const width = await long.page.evaluate(() => document.documentElement.scrollWidth)
  return { axe: await faultsFoundByAxe(long.page, RULES_OF_COLOR), width }
}

async function show({ page, complaints }: Watched, name: string, query: string) {
  complaints.length = 0
  await page.goto(`${server.origin}/${name}?${query}`)
  // Apps that do not answer get links of their own, which come while the page is looked at.
  await page.waitForFunction(() => document.querySelector('[data-sso-signing-out] [data-state="waiting"]') === null)
  return { lang: await page.getAttribute('html', 'lang'), complaints: [...complaints] }
}

const RULES_OF_COLOR = ['color-contrast', 'link-in-text-block']

/** @param rules all of them, unless these are named */
async function faultsFoundByAxe(page: Page, rules: readonly string[] = []): Promise<string[]> {
  const { faults, undecided } = await page.evaluate(runAxe, { src: AXE_PATH, rules })
  return [...faults, ...(undecided.length === 0 ? [] : await page.evaluate(contrastFaults, undecided))]
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
    faults: violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
    ),
    undecided: incomplete
      .filter(({ id }) => id === 'color-contrast')
      .flatMap(({ nodes }) => nodes.map(({ target: [selector] }) => selector)),
  }
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
