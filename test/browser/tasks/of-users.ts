/** Tasks about users, from the panel's first page, or from the pages that users see. */
import { PASSWORD, PEOPLE, type Person } from '../../seed/people.ts'
import { emailOf } from '../../seed/set-up.ts'
import { linkIn } from '../../support/emails.ts'
import { signInAt } from '../../support/seeded-folder.ts'
import { withAuthenticator } from '../virtual-authenticator.ts'
import type { Hands, Walks } from './hands.ts'

const PLAIN = PEOPLE.filter(({ secondStep, password }) => secondStep === 'none' && password === 'own').slice(20)
const [forgetful, leaver, offboarded, ...travelers] = PLAIN
const phoneless = PEOPLE.slice(20).find(({ secondStep }) => secondStep === 'authenticator')
const nameOf = (person: Person | undefined): string => `${person?.given} ${person?.family}`

/** The first page of the portal, in the same browser. */
async function openPortal({ page, world }: Hands): Promise<Person> {
  // Another user for each task: what is set up stays.
  const person = travelers.shift() as Person
  await page.context().clearCookies()
  await page.goto(`${world.idp.issuer}/portal/`)
  await signInAt(page, person.username)
  await page.getByRole('heading', { name: 'Your apps' }).waitFor()
  return person
}

export const OF_USERS: Walks = {
  async 'find a user by a part of the name'({ suggested, heading }) {
    await suggested('duar', /Ines Duarte/)
    expect(await heading()).toContain('Ines Duarte')
  },
  async 'see why a user cannot sign in'({ open, main }) {
    await open('ines duarte')
    const said = await main()
    expect(said).toContain('Sign-in is paused until')
    expect(said).toMatch(/wrong\s+passwords/)
  },
  async 'unlock a user'({ open, go, button, main }) {
    await open('ines duarte')
    await go(button('Unlock'))
    expect(await main()).not.toContain('Sign-in is paused until')
  },
  async 'send a user a reset email'({ open, go, link, button, main }) {
    await open(nameOf(leaver))
    await go(link('Send reset email'))
    await go(button('Send reset email'))
    expect(await main()).toContain('A reset email to')
  },
  async 'sign a user out everywhere'({ open, go, link, button, main }) {
    await open(nameOf(leaver))
    await go(link('Sign out everywhere'))
    await go(button('Sign out everywhere'))
    expect(await main()).toContain('was signed out everywhere')
  },
  async 'offboard a user'({ page, open, go, press, link, button, main }) {
    await open(nameOf(offboarded))
    await press(page.locator('summary', { hasText: 'More' }))
    await go(link('Offboard'))
    await go(button('Offboard'))
    expect(await main()).toContain('was offboarded')
  },
  async 'see why a user gets no email'({ open, go, link, main }) {
    await open(nameOf(leaver))
    await go(link('Emails to this user'))
    expect(await main()).toContain('Emails')
  },
  async 'replace a lost phone'({ open, go, link, button, main }) {
    await open(nameOf(phoneless))
    await go(link(/Remove a lost device/))
    await go(link(/^Remove the authenticator app|^Remove/))
    await go(button('Remove authenticator app'))
    expect(await main()).toContain('removed')
  },
  async 'invite a user'({ go, fill, link, button, main }) {
    await go(link('Users'))
    await go(link('Add user'))
    await fill('#username', 'nova')
    await fill('#email', 'nova@acme.example')
    await go(button('Add user'))
    expect(await main()).toContain('An invitation is on its way')
  },
  async 'suspend 20 users'({ page, go, press, link, button, main }) {
    await go(link('Users'))
    const boxes = page.locator('.sso-table tbody input[type=checkbox]')
    for (let index = 0; index < 20; index += 1) await press(boxes.nth(index + 2))
    await go(button('Suspend…'))
    await go(button(/^Suspend/))
    expect(await main()).toMatch(/20 users/)
  },
  async 'import 500 users'({ page, go, press, link, button, main }) {
    const rows = Array.from({ length: 500 }, (_, index) => `starter.${index}@northwind.example,Starter ${index},staff`)
    await go(link('Users'))
    await go(link('Import CSV'))
    const buffer = Buffer.from(`Email,Name,Roles\r\n${rows.join('\r\n')}`)
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page.locator('input[type=file]'))])
    await chooser.setFiles({ name: 'starters.csv', mimeType: 'text/csv', buffer })
    await go(button('Check file'))
    expect(await main()).toContain('500 users can be imported.')
    await go(button('Import 500 users'))
    expect(await main()).toContain('500 users were imported.')
  },
  async 'add a passkey'(hands) {
    const { page, go, press, link, button } = hands
    await openPortal(hands)
    await withAuthenticator(page)
    await go(link('Security'))
    await go(link('Add a passkey'))
    await press(button('Create a passkey'))
    await page.getByText('You can now sign in with it').waitFor()
  },
  async 'sign out another device'(hands) {
    const { page, go, link, button, main, world } = hands
    const { username } = await openPortal(hands)
    const context = await page.context().browser()?.newContext()
    const there = await context?.newPage()
    await there?.goto(`${world.idp.issuer}/portal/`)
    if (there) await signInAt(there, username)
    await there?.getByRole('heading', { name: 'Your apps' }).waitFor()
    await go(link('Devices'))
    await go(link('Sign out everywhere else'))
    await go(button('Sign out everywhere else'))
    expect(await main()).toContain('signed out')
    await context?.close()
  },
  async 'remove the access of an app'(hands) {
    const { page, world, go, link, button, main } = hands
    await openPortal(hands)
    await page.goto(world.apps.atlas)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    await page.getByRole('heading', { name: /^Signed in/ }).waitFor()
    await page.goto(`${world.idp.issuer}/portal/`)
    await go(link('Apps'))
    await go(link(/^Remove/))
    await go(button('Remove access'))
    expect(await main()).toContain('no longer has access')
  },
  async 'replace a forgotten password'({ page, world, go, fill, link, button }) {
    await page.context().clearCookies()
    await page.goto(world.apps.atlas)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.waitForSelector('#username')
    await go(link('Forgot your password?'))
    await fill('#username', forgetful?.username ?? '')
    await go(button('Send link'))
    const url = linkIn(await world.idp.emailTo(emailOf(forgetful as Person), 'recovery'))
    // The link in the email.
    await page.setContent(`<a href="${url}">Reset</a>`)
    await go(link('Reset'))
    await fill('input[type=password]', `${PASSWORD} again`)
    await go(button('Set password'))
    await page.getByRole('heading', { name: 'Atlas wants' }).waitFor()
  },
}
