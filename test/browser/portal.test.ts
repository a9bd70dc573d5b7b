/** The portal in Chromium: with scripts, without them, and by keyboard alone. */
import type { Page } from 'playwright-core'
import { focusOn } from '../support/chromium.ts'
import { ALICE } from '../support/fixtures.ts'
import { readyUser } from '../support/ready-user.ts'
import { words } from '../support/words.ts'
import { enter, heading, issuesFoundByAxe, press, startWorld } from './flow-world.ts'

const DORA = { username: 'dora', password: 'dora changes details', name: 'Dora' }
const CAROL = { sub: 'u-carol', username: 'carol', password: 'carol until today', name: 'Carol' }
const NEXT = 'carol from today on'

const world = await startWorld({ accounts: [ALICE] })
const portal = `${world.idp.issuer}/portal`
for (const { username, password, name } of [CAROL, DORA]) await readyUser(world.idp, username, { name }, password)

const follow = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
const bannerOf = (page: Page): Promise<string> => page.locator('.sso-banner[autofocus]').innerText()

describe.each([
  ['with scripts', true],
  ['without scripts', false],
] as const)('the portal, %s', (_name, javaScriptEnabled) => {
  it('leads from page to page, each without an error', async () => {
    const { page, complaints } = await world.person({ javaScriptEnabled })
    await page.goto(`${portal}/`)
    await enter(page, ALICE)
    expect(await heading(page)).toMatch(/^Hello/)
    const names = {
      Profile: 'Profile',
      Security: 'Security',
      Devices: 'Devices',
      Apps: 'Connected apps',
      Home: 'Hello, Alice Doe',
    }
    for (const [section, title] of Object.entries(names)) {
      await follow(page, section)
      expect(await heading(page)).toBe(title)
      if (javaScriptEnabled) expect(await issuesFoundByAxe(page)).toEqual([])
    }
    expect(complaints).toEqual([])
  })

  it('changes details, reports issues in them, and shows them saved', async () => {
    const { page, complaints } = await world.person({ javaScriptEnabled })
    await page.goto(`${portal}/profile`)
    await enter(page, DORA)
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('Email').fill('nowhere')
    await press(page, 'Save')
    expect(await page.getByRole('alert').innerText()).toContain('Enter an email address like name@company.com')
    await page.getByLabel('Email').fill('dora@example.com')
    await page.getByLabel('Family name').fill('Ng')
    await page.getByLabel('Time zone').selectOption('Asia/Singapore')
    await press(page, 'Save')
    expect(await bannerOf(page)).toBe('Your details were saved.')
    for (const shown of ['Ng', 'Asia/Singapore', 'Not verified'])
      expect(await page.getByText(shown, { exact: true }).isVisible()).toBe(true)
    if (javaScriptEnabled) expect(await issuesFoundByAxe(page)).toEqual([])
    await page.getByRole('link', { name: 'Edit' }).click()
    expect(await page.getByLabel('Time zone').inputValue()).toBe('Asia/Singapore')
    await page.getByLabel('Family name').fill('')
    await page.getByLabel('Email').fill('')
    await page.getByLabel('Time zone').selectOption('')
    await press(page, 'Save')
    expect(await page.getByText('Ng', { exact: true }).count()).toBe(0)
    expect(complaints).toEqual([])
  })
})

describe('the portal', () => {
  it('is used by keyboard alone: the menu, the form, its issues and its notices', async () => {
    const { page, complaints } = await world.person()
    await page.goto(`${portal}/security/password`)
    await focusOn(page, '#username')
    await page.keyboard.type(CAROL.username)
    await page.keyboard.press('Tab')
    await page.keyboard.type(CAROL.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${portal}/security/password`)
    await page.getByLabel('Current password').focus()
    await page.keyboard.type('not this one')
    await page.keyboard.press('Enter')
    await focusOn(page, '[role=alert]')
    expect(await page.title()).toMatch(/^Error: /)
    expect(await issuesFoundByAxe(page)).toEqual([])
    await page.getByRole('link', { name: 'The current password is incorrect' }).press('Enter')
    await focusOn(page, '#current')
    for (const text of [CAROL.password, NEXT, NEXT]) {
      await page.keyboard.type(text)
      // Behind each password is the button that shows it.
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
    }
    await focusOn(page, '#others')
    await page.keyboard.press('Enter')
    await page.waitForURL(/[?&]flash=/)
    expect(await bannerOf(page)).toBe('Password changed.')
    await focusOn(page, '[role=status]')
    expect(complaints).toEqual([])
  })

  it('speaks Arabic from right to left, and fits a narrow screen', async () => {
    const { page } = await world.person({ locale: 'ar', viewport: { width: 320, height: 640 }, colorScheme: 'dark' })
    await page.goto(`${portal}/`)
    await page.locator('#username').fill(ALICE.username)
    await page.locator('#password').fill(ALICE.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${portal}/`)
    for (const path of words`/ /profile /profile/edit /security /security/activity /devices /apps /secure`) {
      await page.goto(portal + path)
      expect([
        path,
        await page.getAttribute('html', 'dir'),
        await page.evaluate(() => document.documentElement.scrollWidth),
      ]).toEqual([path, 'rtl', 320])
      expect(await issuesFoundByAxe(page)).toEqual([])
    }
  })
})
