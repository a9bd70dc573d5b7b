/** CSS of an administrator at its bounds: nothing is hidden, covered, cut, or hard to read on a page for users. */

import lists from '../../policies/harmless-css.json' with { type: 'json' }
import { rewriteCss } from '../../policies/harmless-css.ts'
import { launchChromium } from '../support/chromium.ts'
import { FIXTURES, viewFor } from '../web/ui/fixtures.tsx'
import { AXE_SOURCE, startPageServer } from '../web/ui/page-server.ts'

const server = await startPageServer()
afterAll(() => server.close())
const browser = await launchChromium()

const { properties, groups, units, keywords } = lists
const CLASSES = Object.keys(lists.classes)
const at = (record: Readonly<Record<string, readonly string[]>>, key: string): readonly string[] => record[key] ?? []

/** Every property at one of its bounds, on every class that can have it. */
function extreme(bound: 'min' | 'max'): string {
  const place = bound === 'min' ? 0 : -1
  const rules = Object.entries<{ on?: string; value: string; min?: number; max?: number }>(properties).map(
    ([name, { on, value, [bound]: limit }]) => {
      const written = (value.split(' | ').at(-1) ?? '')
        .replace('{3,4}', ' L L L')
        .replace(/\{.*\}/, '')
        .replaceAll(/\b[A-Z]+\b/g, (kind) =>
          kind in units
            ? `${limit}${Object.entries(units).find(([key]) => key === kind)?.[1]}`
            : (at(keywords, kind).at(place) ?? ''),
        )
      return `${(on === undefined ? CLASSES : at(groups, on)).map((one) => `.${one}`).join(', ')} { ${name}: ${written} }`
    },
  )
  const { css, issues } = rewriteCss(rules.join('\n'))
  expect(issues).toEqual([])
  return css
}

const PAGES = [
  'sign-in',
  'sign-in-wrong',
  'sign-in-providers',
  'consent',
  'error-redirect',
  'portal-home',
  'operations-appearance',
]

it('each class is on a page for users', () => {
  const view = viewFor()
  const branded = { ...view, product: { ...view.product, logo: '/logo.svg' } }
  const html = FIXTURES.filter(({ name }) => !/^(?:client|operations|users?)-/.test(name)).map(({ page }) =>
    page(branded),
  )
  const used = new Set(
    html.flatMap((text) => [...text.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '))),
  )
  expect(CLASSES.filter((name) => !used.has(name))).toEqual([])
})

/** What is wrong on the page with the CSS, and what it requested. */
async function measured(name: string, css: string, width: number, scheme: string) {
  const context = await browser.newContext({ bypassCSP: true, viewport: { width, height: 720 } })
  const page = await context.newPage()
  const requested: string[] = []
  await page.goto(`${server.origin}/${name}?scheme=${scheme}`)
  await page.evaluate(mark)
  page.on('request', (request) => request.resourceType() !== 'fetch' && requested.push(request.url()))
  await page.addStyleTag({ content: css })
  await page.evaluate(AXE_SOURCE)
  const found = await page.evaluate(measure)
  await context.close()
  return { ...found, requested }
}

const SIZES = PAGES.flatMap((name) => [320, 1280].map((width) => [name, width] as const))

describe.each(['min', 'max'] as const)('at %s', (bound) => {
  const css = extreme(bound)
  it.each(SIZES)('%s at %i px', async (name, width) => {
    for (const scheme of ['light', 'dark'])
      expect([scheme, await measured(name, css, width, scheme)]).toEqual([
        scheme,
        { violations: [], lost: [], width, requested: [] },
      ])
  })
})

it.each([
  '.sso-lead { opacity: 0 }',
  '.sso-field-error { display: none }',
  '.sso-card { visibility: hidden }',
  '.sso-bottom { position: fixed; inset: 0 }',
  '.sso-card::before { content: ""; position: absolute; inset: 0; background: red; z-index: 1 }',
  '.sso-actions { margin-block-start: -9rem }',
  '.sso-lead { clip-path: inset(50%) }',
  '.sso-lead { text-indent: -99rem }',
])('without the rule, the measurement finds %s', async (css) => {
  expect((await measured('sign-in-wrong', css, 1280, 'light')).lost).not.toEqual([])
})

const CONTROLS = 'input:not([type=hidden]), button, a:not(.sso-skip), summary, label'
const TEXTS = 'h1, p, li, bdi'

/** Runs in the page. Marks the controls and texts that are seen without the CSS. */
const mark = `for (const element of document.querySelectorAll('${CONTROLS}, ${TEXTS}'))
  if (element.checkVisibility() && !element.closest('.sso-hidden') && (element.matches('input') || element.innerText.trim() !== ''))
    element.dataset.seen = ''`

/** Runs in the page. */
async function measure() {
  const { axe } = window as unknown as {
    axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
  }
  const isSeen = (element: Element): boolean => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const range = document.createRange()
    range.selectNodeContents(element)
    const boxes = element.matches('input') ? element.getClientRects() : range.getClientRects()
    const box = [...boxes].find(({ width, height }) => width > 1 && height > 1)
    if (box === undefined || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    return element.contains(top)
  }
  const lost = [...document.querySelectorAll<HTMLElement>('[data-seen]')].filter((element) => !isSeen(element))
  const { violations } = await axe.run()
  return {
    violations: violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`),
    lost: lost.map(({ tagName, innerText }) => `${tagName} ${innerText}`),
    width: document.documentElement.scrollWidth,
  }
}
