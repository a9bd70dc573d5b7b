/** Passkeys and codes in Chromium, with its virtual authenticator (CDP, domain WebAuthn). */
import type { Page } from 'playwright-core'
import { ACR_TWO_FACTORS } from '../../policies/authentication-context.ts'
import { codeOf } from '../support/authenticator-app.ts'
import { focusOn } from '../support/chromium.ts'
import type { ReadyUser } from '../support/ready-user.ts'
import { atSignIn, enter, heading, issuesFoundByAxe, newUser, openSignIn, press, startWorld } from './flow-world.ts'
import { type Authenticator, withAuthenticator } from './virtual-authenticator.ts'

// That one is offered on the way is another matter: passkey-offer.test.ts.
const world = await startWorld({ login: { offerPasskey: false } })
const portal = `${world.idp.issuer}/portal`

const CREATE = 'Create a passkey'
const codesOn = async (page: Page): Promise<readonly string[]> =>
  (await page.getByRole('textbox', { name: 'Recovery codes' }).inputValue()).split('\n')
const bannerOf = (page: Page): Promise<string> => page.locator('.sso-banner[autofocus]').innerText()

/** Away from a sign-in page first: it has asked already, and a willing user would be signed in there. */
async function becomeWilling(page: Page, authenticator: Authenticator): Promise<void> {
  await page.goto(world.app)
  await authenticator.willing(true)
}

/** Leaves the page of the recovery codes as a user does who has kept them. */
async function keepCodes(page: Page): Promise<readonly string[]> {
  const codes = await codesOn(page)
  await page.getByRole('button', { name: 'Copy Recovery codes' }).click()
  await page.getByRole('link', { name: 'I’ve saved them' }).click()
  return codes
}

/** A new user in a browser that has made a passkey in the portal. */
async function withPasskey() {
  const who = await newUser(world)
  const { page, complaints } = await world.person()
  const authenticator = await withAuthenticator(page)
  await page.goto(`${portal}/security/passkey`)
  await enter(page, who)
  await press(page, CREATE)
  await page.waitForURL(`${portal}/security/passkey`)
  await page.getByRole('textbox', { name: 'Recovery codes' }).waitFor()
  return { who, page, complaints, authenticator, codes: await keepCodes(page) }
}

async function enrolApp(
  page: Page,
  who: ReadyUser,
): Promise<{ readonly key: string; readonly codes: readonly string[] }> {
  await page.goto(`${portal}/security/authenticator`)
  await enter(page, who)
  const key = await page.getByLabel('Setup key', { exact: true }).inputValue()
  await page.getByLabel('Code', { exact: true }).fill(codeOf(key, world.idp.clock.now()))
  await press(page, 'Turn on')
  world.idp.clock.forward(30)
  return { key, codes: await codesOn(page) }
}

/** Signs out; the portal asks to sign in again, and a willing authenticator would do so immediately. */
async function signOutOfPortal(page: Page, authenticator?: Authenticator): Promise<void> {
  await authenticator?.willing(false)
  await page.goto(`${portal}/`)
  await page.locator('summary').filter({ hasText: 'Account menu' }).click()
  await press(page, 'Sign out')
  await page.getByRole('heading', { name: 'You’re signed out' }).waitFor()
}

/** In parallel: each user has a separate browser and authenticator. */
describe('a passkey', () => {
  it.concurrent('is made in the portal, and signs in to an app without a password; no page breaks a rule', async () => {
    const who = await newUser(world)
    const { page, complaints } = await world.person()
    const authenticator = await withAuthenticator(page)
    await page.goto(`${portal}/`)
    await enter(page, who)
    await page.getByRole('link', { name: 'Add a passkey' }).click()
    expect(await heading(page)).toBe('Add a passkey')
    expect(await issuesFoundByAxe(page)).toEqual([])
    await press(page, CREATE)
    await page.getByRole('textbox', { name: 'Recovery codes' }).waitFor()
    expect(await issuesFoundByAxe(page)).toEqual([])
    expect(await keepCodes(page)).toHaveLength(10)
    expect(await heading(page)).toBe('Security')
    expect(await page.getByRole('heading', { level: 3 }).innerText()).toBe('Chrome on Linux')
    expect(await issuesFoundByAxe(page)).toEqual([])
    expect(await authenticator.credentials()).toHaveLength(1)

    await signOutOfPortal(page, authenticator)
    await becomeWilling(page, authenticator)
    await openSignIn(world, page)
    // The page offers passkeys in the field; the virtual user accepts the offer immediately.
    await press(page, 'Allow')
    await page.waitForURL(world.app)
    expect(await heading(page)).toBe(`Signed in as ${who.name}`)
    const [credential] = await authenticator.credentials()
    expect(credential?.signCount).toBeGreaterThan(1)
    expect(complaints).toEqual([])
  })

  it.concurrent('signs in by the button of the sign-in page too, and a try that is broken off leaves the page as it was', async () => {
    const { who, page, complaints, authenticator } = await withPasskey()
    await signOutOfPortal(page, authenticator)
    const authenticatorId = authenticator.id
    const [credential] = (await authenticator.session.send('WebAuthn.getCredentials', { authenticatorId })).credentials
    await authenticator.session.send('WebAuthn.clearCredentials', { authenticatorId })
    await becomeWilling(page, authenticator)
    await page.addInitScript(() => {
      const { credentials } = navigator
      const get = credentials.get.bind(credentials)
      credentials.get = (options) => {
        document.documentElement.dataset['asked'] = `${Number(document.documentElement.dataset['asked'] ?? 0) + 1}`
        return get(options)
      }
    })
    await openSignIn(world, page)
    expect(await page.getByLabel('Email or username').getAttribute('autocomplete')).toBe('username webauthn')
    expect(await issuesFoundByAxe(page)).toEqual([])
    await press(page, 'Use a passkey')
    const button = page.getByRole('button', { name: 'Use a passkey' })
    await page.getByText('No passkey was used.').waitFor()
    await focusOn(page, 'button:has-text("Use a passkey")')
    // For the field's list, the button, and the list again: a request without the credential does not find it.
    await page.locator('html[data-asked="3"]').waitFor()
    if (credential !== undefined)
      await authenticator.session.send('WebAuthn.addCredential', { authenticatorId, credential })
    await button.click()
    await press(page, 'Allow')
    expect(await heading(page)).toBe(`Signed in as ${who.name}`)
    expect(complaints).toEqual([])
  })

  it.concurrent('that the user does not unlock is shown; the password and a recovery code still lead in', async () => {
    const { who, page, complaints, authenticator, codes } = await withPasskey()
    await signOutOfPortal(page, authenticator)
    await openSignIn(world, page)
    await enter(page, who)
    expect(await heading(page)).toBe('Use your passkey')
    expect(await issuesFoundByAxe(page)).toEqual([])
    await page.getByText('Try another way').click()
    await page.getByRole('link', { name: 'Use a recovery code' }).click()
    expect(await heading(page)).toBe('Enter a recovery code')
    await page.getByLabel('Recovery code', { exact: true }).fill('abcd-efgh-jkmn-pqrs-tuvw-xyz2')
    await press(page, 'Continue')
    expect(await page.locator('#recovery_code-error').innerText()).toContain('That recovery code is incorrect')
    expect(await issuesFoundByAxe(page)).toEqual([])
    await page.getByLabel('Recovery code', { exact: true }).fill(codes[0] ?? '')
    await press(page, 'Continue')
    await press(page, 'Allow')
    expect(await heading(page)).toBe(`Signed in as ${who.name}`)
    expect(complaints).toEqual([])
  })

  it.concurrent('is the second step after a password, by one press', async () => {
    const { who, page, authenticator } = await withPasskey()
    await signOutOfPortal(page, authenticator)
    await openSignIn(world, page)
    await enter(page, who)
    expect(await heading(page)).toBe('Use your passkey')
    await authenticator.willing(true)
    await page.getByRole('button', { name: 'Use your passkey' }).click()
    await press(page, 'Allow')
    expect(await heading(page)).toBe(`Signed in as ${who.name}`)
  })

  it.concurrent('that was removed in the portal signs in no more, and says so', async () => {
    const { who, page, authenticator } = await withPasskey()
    const [before] = await authenticator.credentials()
    await page
      .getByRole('link', { name: /^Remove/ })
      .first()
      .click()
    await press(page, 'Remove')
    expect(await bannerOf(page)).toContain('was removed.')
    await signOutOfPortal(page, authenticator)
    expect(await world.idp.portico.accounts?.passkeys?.list(who.sub)).toEqual([])
    await openSignIn(world, page)
    await authenticator.willing(true)
    // Chromium has dropped it from its own list when the portal named those that count, or the service refuses it.
    const kept = (await authenticator.credentials()).some(({ credentialId }) => credentialId === before?.credentialId)
    await press(page, 'Use a passkey')
    await page
      .getByText(kept ? 'We couldn’t use that passkey.' : 'No passkey was used.')
      .first()
      .waitFor()
    await authenticator.willing(false)
    await enter(page, who)
    await press(page, 'Allow')
    expect(await heading(page)).toBe(`Signed in as ${who.name}`)
  })
})

describe.each([
  ['with scripts', true],
  ['without scripts', false],
] as const)('codes, %s', (_name, javaScriptEnabled) => {
  it('are set up in the portal by key, and asked for at the next sign-in', async () => {
    const who = await newUser(world)
    const { page, complaints } = await world.person({ javaScriptEnabled })
    const { key, codes } = await enrolApp(page, who)
    expect(codes).toHaveLength(10)
    if (javaScriptEnabled) {
      await page.getByRole('button', { name: 'Print' }).waitFor()
      expect(await issuesFoundByAxe(page)).toEqual([])
      await keepCodes(page)
    }
    await signOutOfPortal(page)
    await openSignIn(world, page)
    await enter(page, who)
    expect(await heading(page)).toBe('Enter your code')
    const field = page.getByLabel('Code from your authenticator app')
    expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
    if (javaScriptEnabled) {
      await focusOn(page, '[autocomplete=one-time-code]')
      expect(await issuesFoundByAxe(page)).toEqual([])
    }
    await field.fill('12345')
    await press(page, 'Continue')
    expect(await page.locator('#code-error').innerText()).toContain('That code is incorrect.')
    await field.fill(codeOf(key, world.idp.clock.now()))
    await page.keyboard.press('Enter')
    await press(page, 'Allow')
    expect(await heading(page)).toBe(`Signed in as ${who.name}`)
    expect(complaints).toEqual([])
  })
})

it('an app that requires two factors gets them from a user who is signed in by password alone, for one more code', async () => {
  const who = await newUser(world)
  const { page } = await atSignIn(world)
  await enter(page, who)
  await press(page, 'Allow')
  expect(await heading(page)).toBe(`Signed in as ${who.name}`)
  const { key } = await enrolApp((await world.person()).page, who)
  const request = new URL(`${world.idp.issuer}/authorize`)
  const parameters = {
    client_id: 'app',
    redirect_uri: `${world.app}callback`,
    response_type: 'code',
    scope: 'openid',
    state: 's',
    nonce: 'n',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    acr_values: ACR_TWO_FACTORS,
  }
  for (const [name, value] of Object.entries(parameters)) request.searchParams.set(name, value)
  await page.goto(request.href)
  expect(await heading(page)).toBe('Enter your code')
  expect(await issuesFoundByAxe(page)).toEqual([])
  const arrival = page.waitForRequest((sent) => sent.url().startsWith(`${world.app}callback?`))
  await page.getByLabel('Code from your authenticator app').fill(codeOf(key, world.idp.clock.now()))
  // The last digit sends it.
  expect(new URL((await arrival).url()).searchParams.get('code')).toBeTruthy()
})
