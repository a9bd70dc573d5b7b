/** Several tabs, old pages, the back button: the ways in which users do not go straight ahead. */
import { ALICE } from '../support/fixtures.ts'
import { atSignIn, enter, heading, issuesFoundByAxe, newUser, openSignIn, press, startWorld } from './flow-world.ts'

const world = await startWorld()

describe('two tabs that sign in concurrently', () => {
  it('SES-17: both get to the app, each with its own state and nonce', async () => {
    const { page: first, tab } = await world.person()
    const second = await tab()
    await openSignIn(world, first)
    await openSignIn(world, second)
    await enter(first, ALICE)
    expect(await heading(first)).toBe('The app wants to use your Portico account')
    await enter(second, ALICE)
    expect(await heading(second)).toBe('The app wants to use your Portico account')
    await press(first, 'Allow')
    expect(await heading(first)).toBe('Signed in as Alice Doe')
    await press(second, 'Allow')
    expect(await heading(second)).toBe('Signed in as Alice Doe')
    expect([first.url(), second.url()]).toEqual([world.app, world.app])
  })

  it('spare the second the password once the first is through', async () => {
    const { page: first, tab } = await world.person()
    const second = await tab()
    await openSignIn(world, first)
    await openSignIn(world, second)
    await enter(first, ALICE)
    await first.waitForURL(world.app)
    await second.reload()
    expect(await heading(second)).toBe('You’re signed in as Alice Doe')
    await press(second, 'Continue to The app')
    expect(await heading(second)).toBe('Signed in as Alice Doe')
  })
})

describe('fifty tabs with a sign-in each', () => {
  // The browser removes the oldest cookies of a host that has more than 180.
  it.each(['app', 'portal'] as const)('leave the first one, at the %s, as it was', async (place) => {
    const { page: first, tab, complaints } = await world.person()
    const portal = `${world.idp.issuer}/portal/security`
    await (place === 'app' ? openSignIn(world, first) : first.goto(portal))
    for (let opened = 1; opened < 50; opened += 1) {
      const other = await tab()
      await (place === 'app' ? openSignIn(world, other) : other.goto(`${portal}?tab=${opened}`))
    }
    const user = await newUser(world)
    await enter(first, user)
    expect(await heading(first)).toBe(place === 'app' ? 'The app wants to use your Portico account' : 'Security')
    if (place === 'app') await press(first, 'Allow')
    else expect(first.url()).toBe(portal)
    expect(await heading(first)).toBe(place === 'app' ? `Signed in as ${user.name}` : 'Security')
    expect(complaints).toEqual([])
    await first.context().close()
  })
})

describe('a page that is of no use any more', () => {
  it('reports that it was open for too long, and redirects only on a press', async () => {
    const { page, complaints } = await atSignIn(world)
    const old = page.url()
    world.idp.clock.forward(2 * 3_600)
    await enter(page, ALICE)
    expect(await heading(page)).toBe('This sign-in page has expired')
    await page.goto(old)
    expect(await heading(page)).toBe('This sign-in page has expired')
    expect(complaints).toEqual([])
  })

  it('reports after the back button that nothing is left to do: the sign-in stands', async () => {
    const { page } = await atSignIn(world)
    await enter(page, ALICE)
    await page.waitForURL(world.app)
    await page.goBack()
    expect(await heading(page)).toBe('You’re already signed in')
    expect(await issuesFoundByAxe(page)).toEqual([])
    await page.getByRole('link', { name: 'Go to my account' }).click()
    expect(await heading(page)).toMatch(/^Hello/)
    await page.goto(world.app)
    expect(await heading(page)).toBe('Signed in as Alice Doe')
  })
})
