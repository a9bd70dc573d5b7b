/** A passkey offered on the way into an app, in Chromium with its virtual authenticator. */
import { atSignIn, enter, heading, issuesFoundByAxe, newUser, openSignIn, press, startWorld } from './flow-world.ts'
import { withAuthenticator } from './virtual-authenticator.ts'

const OFFER = 'Sign in faster next time'

const world = await startWorld()

it('one press creates it, and the next sign-in needs no password', async () => {
  const who = await newUser(world)
  const { page, complaints } = await world.person()
  const authenticator = await withAuthenticator(page)
  // The first page asks for a passkey by itself; there is none yet.
  await openSignIn(world, page)
  await page.locator('[data-sso-creates][value=possible]').waitFor({ state: 'attached' })
  await enter(page, who)
  expect(await heading(page)).toBe(OFFER)
  expect(await issuesFoundByAxe(page)).toEqual([])
  await press(page, 'Create a passkey')
  await page.getByRole('heading', { name: 'Passkey created' }).waitFor()
  expect(await issuesFoundByAxe(page)).toEqual([])
  await press(page, 'Continue to The app')
  await press(page, 'Allow')
  expect(await heading(page)).toBe(`Signed in as ${who.name}`)
  expect(await authenticator.credentials()).toHaveLength(1)
  expect(complaints).toEqual([])
})

it('"Not now" is one press, by keyboard too, and is not asked again', async () => {
  const who = await newUser(world)
  for (const asked of [true, false]) {
    const { page } = await world.person()
    await withAuthenticator(page)
    await openSignIn(world, page)
    await page.locator('[data-sso-creates][value=possible]').waitFor({ state: 'attached' })
    await enter(page, who)
    if (asked) {
      expect(await heading(page)).toBe(OFFER)
      await page.getByRole('button', { name: 'Not now' }).focus()
      await page.keyboard.press('Enter')
      await press(page, 'Allow')
    }
    expect(await heading(page)).toBe(`Signed in as ${who.name}`)
  }
})

it('a browser that cannot create one, and one without scripts, is not asked', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const who = await newUser(world)
    const { page } = await atSignIn(world, { javaScriptEnabled })
    await enter(page, who)
    await press(page, 'Allow')
    expect(await heading(page)).toBe(`Signed in as ${who.name}`)
  }
})
