/** The first sign-in of a developer who followed a README: what they see, and the page that is one click away. */
import type { Page } from 'playwright-core'
import { ALICE } from '../../support/fixtures.ts'
import { until } from '../../support/until.ts'
import { consent, signIn, type World } from '../world.ts'
import { type ReadmeApp, type Running, startAsReadme } from './start.ts'

/** Next.js compiles its pages while the browser waits. */
const SEEN_MS = 60_000

/** Where something is seen: the text of the page, its address, its links, the browser's console, the app's output. */
export type Seen = Readonly<Record<'page' | 'address' | 'link' | 'console' | 'terminal', string>>
export type Place = keyof Seen

export interface FirstSignIn extends Omit<Seen, 'link'> {
  /** The first address of an explanation, and the place that has it. */
  readonly link: { readonly href: string; readonly in: Place } | undefined
}

/** @param seen what is waited for, anywhere */
export async function firstSignIn(world: World, app: ReadmeApp, seen: string): Promise<FirstSignIn> {
  const running = await startAsReadme(world.idp, app)
  const printed: string[] = []
  try {
    const page = await begin(world, app, running, (text) => printed.push(text))
    const output = () => ({ console: printed.join('\n'), terminal: running.output() })
    let now = await look(page, output)
    // The terminal may be late by a moment, after the page.
    await until(
      async () => {
        now = await look(page, output)
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

async function begin(
  world: World,
  { press }: ReadmeApp,
  running: Running,
  print: (text: string) => void = () => {},
): Promise<Page> {
  const page = await world.browser()
  page.on('console', (message) => print(message.text()))
  page.on('pageerror', (error) => print(String(error)))
  page.setDefaultTimeout(SEEN_MS)
  await page.goto(await running.start())
  if (press !== undefined) await page.click(press)
  return page
}

/** A sign-in at an app with the lines of its error page. @returns what the app shows then */
export async function signInFixed(world: World, app: ReadmeApp): Promise<string> {
  const running = await startAsReadme(world.idp, app, true)
  try {
    const page = await begin(world, app, running)
    await signIn(page)
    await consent(page, 'allow')
    await page.waitForURL(({ origin }) => origin === running.origin)
    if (app.session !== undefined) await page.goto(running.origin + app.session)
    const read = async () => (typeof app.start === 'string' ? page.innerText('body') : running.output())
    let text = ''
    await until(async () => SIGNED_IN.test((text = await read())), 'the user', SEEN_MS).catch(() => {})
    if (!SIGNED_IN.test(text)) throw new Error(`at ${page.url()}: ${text}\n${running.output().slice(-4000)}`)
    await page.context().close()
    return text
  } finally {
    await running.stop()
  }
}

/** The user in whichever way an app names them, or a session of Auth.js, which has the claims of the ID token alone. */
const SIGNED_IN = new RegExp([ALICE.name, ALICE.email, `(?<![\\w-])${ALICE.sub}`, '^{"user":'].join('|'))

const look = async (page: Page, output: () => Pick<Seen, 'console' | 'terminal'>): Promise<Seen> => ({
  // First, because a script logs an error after it changed the address.
  ...output(),
  address: page.url(),
  page: await page.innerText('body').catch(() => ''),
  link: await page.$$eval('a', (links) => links.map(({ href }) => href).join(' ')).catch(() => ''),
})

const includes = (seen: Seen, text: string): boolean =>
  [seen.page, seen.address, seen.console, seen.terminal].some((place) => place.includes(text))

/** Addresses within addresses are encoded, and some apps print them half decoded. */
function linkIn(issuer: string, seen: Seen): FirstSignIn['link'] {
  for (const place of ['address', 'page', 'link', 'console', 'terminal'] as const) {
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
