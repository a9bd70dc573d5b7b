/** Every page in every state, in a real browser: accessible, within the policy, usable by keyboard, and never too wide. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchChromium } from '../support/chromium.ts'
import { FIXTURES } from '../web/ui/fixtures.tsx'
import { type PageServer, startPageServer } from '../web/ui/page-server.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WIDE = { width: 1200, height: 800 }
const NARROW = { width: 320, height: 640 }
const names = FIXTURES.map(({ name }) => name)

let browser: Browser
let server: PageServer

beforeAll(async () => {
  server = await startPageServer()
  browser = await launchChromium()
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

interface Watched {
  readonly page: Page
  readonly complaints: string[]
}

/** A page that reports what the browser complains of: policy violations, script errors, errors in the console. */
async function watched(viewport: {
  width: number
  height: number
}): Promise<Watched & { readonly context: BrowserContext }> {
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

async function faultsFoundByAxe(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  return page.evaluate(async () => {
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
  })
}

describe.each([
  ['light, wide, English', 'light', 'en', WIDE],
  ['dark, 320 px, Arabic', 'dark', 'ar', NARROW],
] as const)('pages in %s', (_title, scheme, locale, viewport) => {
  let watch: Awaited<ReturnType<typeof watched>>
  beforeAll(async () => {
    watch = await watched(viewport)
  })
  afterAll(() => watch.context.close())

  it.each(names)('%s breaks no accessibility rule and no policy', async (name) => {
    const { page, complaints } = watch
    complaints.length = 0
    await page.goto(`${server.origin}/${name}?scheme=${scheme}&locale=${locale}`)
    expect(await page.getAttribute('html', 'lang')).toBe(locale)
    expect(complaints).toEqual([])
    expect(await faultsFoundByAxe(page)).toEqual([])
  })
})

describe('pages at 320 px', () => {
  let watch: Awaited<ReturnType<typeof watched>>
  beforeAll(async () => {
    watch = await watched(NARROW)
  })
  afterAll(() => watch.context.close())

  it.each(names)('%s does not scroll sideways, in English, Arabic or a longer language', async (name) => {
    for (const locale of ['en', 'ar', 'en-XA']) {
      await watch.page.goto(`${server.origin}/${name}?locale=${locale}`)
      expect(await watch.page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width)
    }
  })
})

describe('pages by keyboard', () => {
  let watch: Awaited<ReturnType<typeof watched>>
  beforeAll(async () => {
    watch = await watched(WIDE)
  })
  afterAll(() => watch.context.close())

  it.each(names)('%s: Tab reaches every control once, in reading order, with a visible focus', async (name) => {
    const { page } = watch
    await page.goto(`${server.origin}/${name}`)
    const expected = await page.evaluate(listControls)
    await page.focus('.sso-skip')
    const reached: string[] = []
    for (const _ of expected) {
      const { label, ring } = await page.evaluate(describeFocus)
      reached.push(label)
      expect([label, ring]).toEqual([label, 'ring'])
      await page.keyboard.press('Tab')
    }
    expect(reached).toEqual(expected)
  })
})

/** Runs in the page: numbers the controls in document order; of a group of radio buttons the chosen or else the first is a stop. */
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
  return controls.map((control) => control.dataset['stop'] ?? '')
}

/** Runs in the page. */
function describeFocus(): { label: string; ring: 'ring' | 'none' } {
  const control = document.activeElement as HTMLElement
  const { outlineStyle, outlineWidth } = getComputedStyle(control)
  return {
    label: control.dataset['stop'] ?? `unlisted ${control.outerHTML}`,
    ring: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 ? 'ring' : 'none',
  }
}
