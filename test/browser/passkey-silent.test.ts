/**
 * `login.offerPasskey: "silent"` in Chromium: a passkey without a question. Chromium creates one conditionally only in
 * its own password manager, which a test has not, and refuses it to the virtual authenticator. In the first test, the
 * virtual authenticator gets the same request as an ordinary one.
 */
import { enter, heading, issuesFoundByAxe, newUser, openSignIn, press, startWorld } from './flow-world.ts'
import { withAuthenticator } from './virtual-authenticator.ts'

const world = await startWorld({ login: { offerPasskey: 'silent' } })

it('the browser creates it after the password, the sign-in goes on, and the portal informs the user', async () => {
  const who = await newUser(world)
  const { page, complaints } = await world.person()
  const authenticator = await withAuthenticator(page)
  await page.addInitScript(() => {
    const create = navigator.credentials.create.bind(navigator.credentials)
    navigator.credentials.create = (options) => {
      const { mediation, ...ordinary } = options as CredentialCreationOptions & { mediation?: string }
      return mediation === 'conditional' ? create(ordinary) : create(options)
    }
  })
  await openSignIn(world, page)
  await page.locator('[data-sso-creates=silent][value=possible]').waitFor({ state: 'attached' })
  await enter(page, who)
  await press(page, 'Allow')
  expect(await heading(page)).toBe(`Signed in as ${who.name}`)
  expect(await authenticator.credentials()).toHaveLength(1)
  expect(complaints).toEqual([])
  await page.goto(`${world.idp.issuer}/portal/security`)
  await page.getByText('without a question').first().waitFor()
  expect(await issuesFoundByAxe(page)).toEqual([])
})

it('a browser that creates none goes on to the app', async () => {
  const who = await newUser(world)
  const { page, complaints } = await world.person()
  const authenticator = await withAuthenticator(page)
  await openSignIn(world, page)
  await page.locator('[data-sso-creates=silent][value=possible]').waitFor({ state: 'attached' })
  await authenticator.willing(false)
  await enter(page, who)
  await press(page, 'Allow')
  expect(await heading(page)).toBe(`Signed in as ${who.name}`)
  expect(await authenticator.credentials()).toHaveLength(0)
  expect(complaints).toEqual([])
})
