/** The same sign-in by other ways: without a mouse, without scripts, in another language, on a small dark screen. */
import type { Page } from 'playwright-core'
import { focusOn } from '../support/chromium.ts'
import { ALICE, BOB } from '../support/fixtures.ts'
import { atSignIn, enter, heading, issuesFoundByAxe, openSignIn, press, startWorld } from './flow-world.ts'

const world = await startWorld()

/** Tab until the focus is on what is called so. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 15; presses += 1) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null
      return element?.labels?.[0]?.textContent?.trim() ?? element?.textContent?.trim()
    })
    if (focused === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the focus never came to ${name}`)
}

it('with the keyboard alone a user signs in and allows', async () => {
  const { page } = await world.person()
  await page.goto(world.app)
  await tabTo(page, 'Sign in')
  await page.keyboard.press('Enter')
  // The first field has the focus by itself.
  await focusOn(page, '#username')
  await page.keyboard.type(ALICE.username)
  await tabTo(page, 'Password')
  await page.keyboard.type(ALICE.password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Allow', exact: true }).waitFor()
  await tabTo(page, 'Allow')
  await page.keyboard.press('Space')
  await page.waitForURL(world.app)
  expect(await heading(page)).toBe('Signed in as Alice Doe')
})

describe('without scripts', () => {
  it('a user signs in, after a wrong try, allows, and signs out', async () => {
    const { page } = await atSignIn(world, { javaScriptEnabled: false })
    await enter(page, { ...BOB, password: 'wrong' })
    expect(await page.locator('#password-error').innerText()).toContain('Wrong email or password.')
    await enter(page, BOB)
    await press(page, 'Allow')
    expect(await heading(page)).toBe('Signed in as bob')
    await press(page, 'Sign out')
    expect(await page.getByRole('status').innerText()).toBe('You are signed out.')
  })

  it('the language is changed by a link, and kept', async () => {
    const { page } = await atSignIn(world, { javaScriptEnabled: false })
    await page.locator('.sso-languages summary').click()
    await page.getByRole('link', { name: 'العربية' }).click()
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
    await openSignIn(world, page)
    expect(await page.locator('html').getAttribute('lang')).toBe('ar')
  })
})

describe('on a small dark screen, in Arabic', () => {
  const options = { viewport: { width: 320, height: 640 }, colorScheme: 'dark', locale: 'ar' } as const
  it('no page breaks a rule of accessibility or policy, and none scrolls sideways', async () => {
    const { page, complaints } = await world.person(options)
    const look = async (): Promise<void> => {
      expect(await issuesFoundByAxe(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    }
    await openSignIn(world, page)
    await look()
    await page.locator('#username').fill(ALICE.username)
    await page.locator('#password').fill('wrong')
    await page.keyboard.press('Enter')
    await page.locator('#password-error').waitFor()
    await look()
    await page.goto(`${world.idp.issuer}/interaction/over-long-ago`)
    await look()
    expect(complaints).toEqual([])
  })
})
