/**
 * The service, an app on another site, and users at Chromium. The app is the `server-client` example, at 127.0.0.1
 * where the service is at localhost: to a browser these are two sites, so cookies and policies hold as in earnest.
 */
import { createServer } from 'node:http'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { serverClient } from '../../examples/server-client/app.ts'
import type { PorticoOptions } from '../../lib/index.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { launchChromium } from '../support/chromium.ts'
import { type Idp, runningIdp } from '../support/idp.ts'
import { closed, listening } from '../support/listening.ts'
import { type ReadyUser, readyUser } from '../support/ready-user.ts'
import { AXE_SOURCE } from '../web/ui/page-server.ts'

export interface World {
  readonly idp: Idp
  /** Address of the app. */
  readonly app: string
  /** A separate browser for one user. */
  person(options?: BrowserContextOptions): Promise<Person>
}

export interface Person {
  readonly page: Page
  /** Another tab of the same browser. */
  tab(): Promise<Page>
  /** Complaints of the browser: policy violations, script errors, warnings in the console. */
  readonly complaints: readonly string[]
}

const SECRET = 'the-secret-of-the-app-0123456789abcdef'
const SCOPES = ['openid', 'profile', 'email', 'offline_access'] as const

export async function startWorld(options: Partial<PorticoOptions> = {}): Promise<World> {
  let answer: ReturnType<typeof serverClient> | undefined
  const server = createServer((req, res) => answer?.(req, res))
  const origin = `http://127.0.0.1:${await listening(server)}`
  stoppedAtEnd({ close: () => closed(server) })
  const idp = await runningIdp({
    clients: [
      {
        client_id: 'app',
        client_name: 'The app',
        client_type: 'confidential',
        client_secret: SECRET,
        owner_email: 'owner@example.com',
        redirect_uris: [`${origin}/callback`],
        post_logout_redirect_uris: [`${origin}/`],
        backchannel_logout_uri: `${origin}/backchannel`,
        scopes: SCOPES,
      },
    ],
    ...options,
  })
  answer = serverClient(
    {
      issuer: idp.issuer,
      clientId: 'app',
      clientSecret: SECRET,
      redirectUri: `${origin}/callback`,
      postLogoutRedirectUri: `${origin}/`,
      scopes: SCOPES.join(' '),
    },
    idp.clock.now,
  )
  const browser = await launchChromium()

  return {
    idp,
    app: `${origin}/`,
    async person(contextOptions = {}) {
      const context = await browser.newContext(contextOptions)
      const complaints: string[] = []
      await context.exposeBinding('reportViolation', (_source, text: string) => {
        complaints.push(text)
      })
      await context.addInitScript(() => {
        const { reportViolation } = globalThis as unknown as { reportViolation: (text: string) => void }
        document.addEventListener('securitypolicyviolation', (event) =>
          reportViolation(`${event.violatedDirective} ${event.blockedURI}`),
        )
      })
      const tab = async (): Promise<Page> => {
        const page = await context.newPage()
        // Chromium reports a transition that it skips, because the next page takes no part, as an error.
        page.on('pageerror', ({ message }) => !message.startsWith('Transition was') && complaints.push(message))
        // A page with a status of 4xx is noted by the browser; here such pages are meant.
        page.on('console', (message) => {
          if (['error', 'warning'].includes(message.type()) && !message.text().startsWith('Failed to load resource'))
            complaints.push(message.text())
        })
        return page
      }
      return { page: await tab(), tab, complaints }
    },
  }
}

let users = 0

/** Another user for each test: what is set up stays. */
export async function newUser({ idp }: World): Promise<ReadyUser & { readonly name: string }> {
  const name = `User ${(users += 1)}`
  return { ...(await readyUser(idp, `user-${users}`, { name })), name }
}

/** What a user does, by the words on the page. */
export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()

export async function openSignIn({ app }: World, page: Page): Promise<void> {
  await page.goto(app)
  await page.getByRole('link', { name: 'Sign in' }).click()
}

/** A user at the sign-in page of the app. */
export async function atSignIn(world: World, options?: BrowserContextOptions): Promise<Person> {
  const person = await world.person(options)
  await openSignIn(world, person.page)
  return person
}

export async function enter(
  page: Page,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<void> {
  await page.getByLabel('Email or username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Sign in')
}

export const heading = (page: Page): Promise<string> => page.locator('h1').innerText()

/** What axe finds wrong with the current page, with its styles. */
export async function issuesFoundByAxe(page: Page): Promise<readonly string[]> {
  await page.waitForLoadState()
  await page.evaluate(AXE_SOURCE)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    const { violations } = await axe.run({ resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  })
}
