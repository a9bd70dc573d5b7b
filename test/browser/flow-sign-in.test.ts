/** A user signs in to an app of another site, in a real browser. */
import { focusOn } from '../support/chromium.ts'
import { ALICE } from '../support/fixtures.ts'
import { atSignIn, enter, heading, issuesFoundByAxe, openSignIn, press, startWorld } from './flow-world.ts'

/** Allows nothing. */
const CAROL = { sub: 'u-carol', username: 'carol', password: 'carol says no to apps' }
const DAN = { sub: 'u-dan', username: 'dan', password: 'dan has a password too' }

const world = await startWorld({ accounts: [ALICE, CAROL, DAN] })

describe('signing in', () => {
  it('leads through sign-in and consent to the app, which identifies the user; no page breaks a rule', async () => {
    const { page, complaints } = await atSignIn(world)
    expect(await heading(page)).toBe('Sign in to The app')
    expect(await issuesFoundByAxe(page)).toEqual([])
    await enter(page, ALICE)
    expect(await heading(page)).toBe('The app wants to use your Portico account')
    expect(await page.getByText('Run by example.com.').isVisible()).toBe(true)
    expect(await issuesFoundByAxe(page)).toEqual([])
    await press(page, 'Allow')
    expect(page.url()).toBe(world.app)
    expect(await heading(page)).toBe('Signed in as Alice Doe')
    expect(await issuesFoundByAxe(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  it('reports a wrong password, not which half; keeps the username; continues with the right one', async () => {
    const { page, complaints } = await atSignIn(world)
    const alerts: string[] = []
    for (const wrong of [
      { username: ALICE.username, password: 'not hers' },
      { username: 'unknown', password: 'not hers' },
    ]) {
      await enter(page, wrong)
      alerts.push(await page.locator('#password-error').innerText())
      expect(await page.title()).toMatch(/^Error: /)
      expect(await page.getByLabel('Email or username').inputValue()).toBe(wrong.username)
      expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
      await focusOn(page, '#password[aria-describedby=password-error]')
    }
    expect(alerts[0]).toContain('Wrong email or password.')
    expect(alerts[1]).toBe(alerts[0])
    expect(await issuesFoundByAxe(page)).toEqual([])
    await enter(page, ALICE)
    await page.waitForURL(world.app)
    expect(complaints).toEqual([])
  })

  it('does not send a wrong password again when its page is reloaded', async () => {
    const { page } = await atSignIn(world)
    await enter(page, { username: ALICE.username, password: 'not hers' })
    const error = page.locator('#password-error')
    await error.waitFor()
    const methods: string[] = []
    page.on('request', (request) => request.isNavigationRequest() && methods.push(request.method()))
    await page.reload()
    expect([await heading(page), await error.count()]).toEqual(['Sign in to The app', 1])
    expect(methods).toEqual(['GET'])
    await enter(page, ALICE)
    await page.waitForURL(world.app)
  })

  it('goes back to the app without tokens on Back and on No, and asks again the next time (AUTH-40)', async () => {
    const { page } = await atSignIn(world)
    await press(page, 'Back to The app')
    expect(await page.getByRole('alert').innerText()).toContain('access was not allowed')
    await openSignIn(world, page)
    await enter(page, CAROL)
    await press(page, 'Don’t allow')
    expect(await page.getByRole('alert').innerText()).toContain('access was not allowed')
    expect(await heading(page)).toBe('You are not signed in')
    await openSignIn(world, page)
    expect(await heading(page)).toBe('The app wants to use your Portico account')
  })

  it('lets another user sign in from the consent page', async () => {
    const { page } = await atSignIn(world)
    await enter(page, CAROL)
    await press(page, 'Use another account')
    await enter(page, DAN)
    expect(await page.locator('.sso-identity').innerText()).toContain('dan')
    await press(page, 'Allow')
    expect(await heading(page)).toBe('Signed in as dan')
  })

  it('signs out here and at the service, and the next sign-in asks again', async () => {
    const { page, complaints } = await atSignIn(world)
    await enter(page, ALICE)
    await page.waitForURL(world.app)
    await press(page, 'Refresh the tokens')
    expect(await page.getByRole('status').innerText()).toBe('The tokens were refreshed.')
    await press(page, 'Sign out')
    expect(await page.getByRole('status').innerText()).toBe('You are signed out.')
    await openSignIn(world, page)
    expect(await heading(page)).toBe('Sign in to The app')
    expect(complaints).toEqual([])
  })
})
