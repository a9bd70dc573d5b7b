/** What every app is put through: a consent that is denied, a sign-in, two refreshes, a sign-out. */
import { ALICE } from '../support/fixtures.ts'
import type { Tried } from './libraries.ts'
import { type App, consent, signIn, type World } from './world.ts'

export function tells(tried: Tried, worldOf: () => World): void {
  let app: App
  beforeAll(async () => {
    app = await worldOf().start(tried)
  })
  const address = (path = '/'): string => app.origin + path
  const begin = async (page: Awaited<ReturnType<World['browser']>>): Promise<void> => {
    await page.goto(address(tried.start))
    if (tried.press !== undefined) await page.click(tried.press)
  }

  it('shows that the user did not allow it', async () => {
    const page = await worldOf().browser()
    await begin(page)
    await signIn(page)
    await consent(page, 'deny')
    await page.waitForURL((url) => url.origin === app.origin)
    await expect(page.content()).resolves.toMatch(tried.denied)
  })

  it('signs a user in and names them, refreshes twice, and signs them out at both', async () => {
    const page = await worldOf().browser()
    await begin(page)
    await signIn(page)
    await consent(page, 'allow')
    await page.waitForURL((url) => url.origin === app.origin)
    await page
      .getByText(tried.named ?? new RegExp(ALICE.name))
      .first()
      .waitFor()
    if (tried.refresh !== undefined) {
      for (let turn = 0; turn < 2; turn += 1) {
        await page.goto(address(tried.refresh))
        expect(await page.innerText('body')).toContain('Refreshed')
      }
      await page.goto(address())
    }
    if (typeof tried.signOut === 'string') await page.goto(address(tried.signOut))
    else await page.click(tried.signOut.press)
    await page.waitForURL((url) => url.origin === app.origin && url.pathname === (tried.signedOut ?? '/signed-out'))
    await begin(page)
    await page.waitForSelector('#username')
  })
}
