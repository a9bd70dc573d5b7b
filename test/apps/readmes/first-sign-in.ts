/** The first sign-in of a developer who followed a README: what they see, and the page that is one click away. */
import type { Page } from 'playwright-core'
import { until } from '../../support/until.ts'
import type { World } from '../world.ts'
import { type ReadmeApp, startAsReadme } from './start.ts'

/** Next.js compiles its pages while the browser waits. */
const SEEN_MS = 60_000

/** Where something is seen: the text of the page, the address of the page, or what the app prints. */
export type Seen = Readonly<Record<'page' | 'address' | 'terminal', string>>
export type Place = keyof Seen

export interface FirstSignIn extends Seen {
  /** The first address of an explanation, and the place that has it. */
  readonly link: { readonly href: string; readonly in: Place } | undefined
}

/** @param seen what is waited for, anywhere */
export async function firstSignIn(world: World, app: ReadmeApp, seen: string): Promise<FirstSignIn> {
  const running = await startAsReadme(world.idp, app)
  try {
    const page = await world.browser()
    page.setDefaultTimeout(SEEN_MS)
    await page.goto(running.origin + app.start)
    if (app.press !== undefined) await page.click(app.press)
    let now = await look(page, running.output)
    // The terminal may be late by a moment, after the page.
    await until(
      async () => {
        now = await look(page, running.output)
        return includes(now, seen) && linkIn(world.idp.issuer, now) !== undefined
      },
      seen,
      SEEN_MS,
    ).catch(() => undefined)
    await page.context().close()
    return { ...now, link: linkIn(world.idp.issuer, now) }
  } finally {
    await running.stop()
  }
}

const look = async (page: Page, output: () => string): Promise<Seen> => ({
  address: page.url(),
  page: await page.innerText('body').catch(() => ''),
  terminal: output(),
})

const includes = ({ page, terminal }: Seen, text: string): boolean => page.includes(text) || terminal.includes(text)

/** Addresses within addresses are encoded, and some apps print them half decoded. */
function linkIn(issuer: string, seen: Seen): FirstSignIn['link'] {
  for (const place of ['address', 'page', 'terminal'] as const) {
    const text = seen[place].replace(/%[0-7][0-9a-f]/gi, decodeURIComponent)
    const [, rest] = text.split(`${issuer}/errors/`)
    const end = /^[a-z0-9_]+(?:\?request=[\w-]+)?/.exec(rest ?? '')?.[0]
    if (end !== undefined) return { href: `${issuer}/errors/${end}`, in: place }
  }
  return undefined
}

export interface Explanation {
  /** Its own name, the last part of its address. */
  readonly ref: string
  /** Library to what it must be given. */
  readonly cures: Readonly<Record<string, string>>
  /** Where it leads on to. */
  readonly links: readonly string[]
}

/** An explanation as a developer reads it in a browser. */
export async function readExplanation(world: World, href: string): Promise<Explanation> {
  const page = await world.browser()
  await page.goto(href)
  const cures = await page.$$eval('dl > div', (facts) =>
    facts.map((fact) => [fact.querySelector('dt')?.textContent, fact.querySelector('dd')?.textContent]),
  )
  const links = await page.$$eval('a', (found) => found.map((link) => link.href))
  const ref = new URL(page.url()).pathname.replace(/^.*\//, '')
  await page.context().close()
  return { ref, cures: Object.fromEntries(cures), links }
}
