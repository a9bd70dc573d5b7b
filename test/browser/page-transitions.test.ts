/** Pages of the panel dissolve into each other, unless the user prefers reduced motion. */
import { focusOn, launchChromium } from '../support/chromium.ts'
import { FIXTURES } from '../web/ui/fixtures.tsx'
import { startPageServer } from '../web/ui/page-server.ts'

const [server, browser] = await Promise.all([startPageServer(), launchChromium()])
afterAll(() => Promise.all([browser.close(), server.close()]))
// Where the pages' own links say that the panel is.
for (const { name, kind, page } of FIXTURES)
  if (name.startsWith('client-list')) server.show(`/admin/${name}`, kind, page)
server.show('/app', 'panel', () => '<!doctype html><title>App</title>')

interface Reveal extends Event {
  readonly viewTransition: { readonly ready: Promise<void>; readonly finished: Promise<void> } | null
}

/** Goes from one page to another as a link does. @returns each animated part of the transition, with its time in ms */
async function animated(reducedMotion: 'reduce' | 'no-preference', from: string, to: string, focused: string) {
  const context = await browser.newContext({ reducedMotion, viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.addInitScript(() => {
    addEventListener('pagereveal', (event) => {
      const { viewTransition } = event as Reveal
      const parts = async () => {
        await viewTransition?.ready
        return viewTransition === null
          ? []
          : document.getAnimations().map(({ effect }) => {
              const { pseudoElement } = effect as KeyframeEffect
              return `${pseudoElement} ${effect?.getTiming().duration}`
            })
      }
      Object.assign(window, { parts: parts(), finished: viewTransition?.finished })
    })
  })
  await page.goto(`${server.origin}/admin/${from}?locale=en`)
  await page.evaluate((href) => location.assign(href), `/admin/${to}?locale=en`)
  await page.waitForURL(`**/${to}?*`)
  await focusOn(page, focused)
  const shown = await page.evaluate(async () => {
    const { parts, finished } = window as unknown as { parts: Promise<string[]>; finished: Promise<void> }
    const shown = await parts
    await finished
    return shown
  })
  await context.close()
  return [...new Set(shown)].filter((part) => part.startsWith('::view-transition')).toSorted()
}

it('from one page of the panel to another, head and sidebar stay, and the rest changes in 120 ms', async () => {
  const parts = await animated('no-preference', 'client-list', 'client-list-flash', '.sso-banner')
  expect(parts.filter((part) => part.includes('(root)'))).toEqual([
    '::view-transition-group(root) 120',
    '::view-transition-new(root) 120',
    '::view-transition-old(root) 120',
  ])
  expect(parts.join()).toContain('::view-transition-new(sso-top)')
  expect(parts.join()).toContain('::view-transition-new(sso-sections)')
  expect(new Set(parts.map((part) => part.split(' ')[1]))).toEqual(new Set(['120']))
})

it('changes immediately with reduced motion', async () => {
  expect(await animated('reduce', 'client-list', 'client-list-flash', '.sso-banner')).toEqual([])
})

it('leaves a page alone that takes no part', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  for (const path of ['/app', '/sign-in']) {
    await page.goto(`${server.origin}/admin/client-list?locale=en`)
    await page.evaluate((href) => location.assign(href), path)
    await page.waitForURL(server.origin + path)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  expect(errors).toEqual([])
  await context.close()
})
