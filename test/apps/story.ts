/** The steps of every app: a denied consent, a sign-in, two refreshes, a sign-out. */
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { ALICE } from '../support/fixtures.ts'
import { until } from '../support/until.ts'
import type { Tried } from './libraries.ts'
import { type App, consent, SIGNED_OUT, signIn, type World } from './world.ts'

export function describeApp(tried: Tried, worldOf: () => World): void {
  const { named = new RegExp(ALICE.name) } = tried
  let app: App
  beforeAll(async () => {
    app = await worldOf().start(tried)
  })
  const address = (path = '/'): string => app.origin + path
  const begin = async (page: Page): Promise<void> => {
    await page.goto(address())
    if (tried.press !== undefined) await page.click(tried.press)
  }
  const comesBack = (page: Page, path?: string): Promise<void> =>
    withPage(page, () =>
      page.waitForURL(({ origin, pathname }) => origin === app.origin && (path === undefined || pathname === path)),
    )
  const shows = (page: Page, text: string | RegExp): Promise<void> =>
    withPage(page, () => page.getByText(text).first().waitFor())
  const asksWho = (page: Page): Promise<void> => withPage(page, () => page.locator('#username').waitFor())

  /** A missing result is reported with what was found instead. */
  async function withPage(page: Page, happens: () => Promise<void>): Promise<void> {
    try {
      await happens()
    } catch (error) {
      const text = await page.innerText('body').catch(() => '')
      throw new Error(`at ${page.url()}: ${text}\n${app.output().slice(-4000)}`, { cause: error })
    }
  }

  it('shows that the user did not allow it', async () => {
    const page = await worldOf().browser()
    await begin(page)
    await signIn(page)
    await consent(page, 'deny')
    await comesBack(page)
    await expect(page.content()).resolves.toMatch(tried.denied)
  })

  it('signs a user in and names them, refreshes twice, and signs them out at both', async () => {
    const page = await worldOf().browser()
    await begin(page)
    await signIn(page)
    await consent(page, 'allow')
    await comesBack(page)
    await shows(page, named)
    for (let turn = 0; tried.refresh !== undefined && turn < 2; turn += 1) {
      if (tried.pause !== undefined) await setTimeout(tried.pause)
      await page.goto(address(tried.refresh))
      await shows(page, 'Refreshed')
    }
    if (tried.refresh !== undefined) await page.goto(address())
    if (typeof tried.signOut === 'string') await page.goto(address(tried.signOut))
    else await page.click(tried.signOut.press)
    if (tried.confirms === true) await page.click('form button[type=submit]')
    await comesBack(page, SIGNED_OUT)
    await begin(page)
    await asksWho(page)
  })

  if (tried.backchannel === undefined) return
  it('is notified of a sign-out in another app', async () => {
    const page = await worldOf().browser()
    await begin(page)
    await signIn(page)
    await shows(page, named)
    await worldOf().idp.portico.sessions.endAll(ALICE.sub)
    // The notice is delivered in the background.
    await until(async () => {
      await begin(page)
      return page.url().startsWith(worldOf().idp.issuer)
    }, 'the notice')
    await asksWho(page)
  })
}
