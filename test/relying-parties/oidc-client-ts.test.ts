/** Oidc-client-ts. */
import { launchChromium } from '../support/chromium.ts'
import { ALICE } from '../support/fixtures.ts'
import { startIdp } from '../support/idp.ts'
import { startSpa } from './spa.ts'

/** What a page of the app can name. */
interface User {
  readonly profile: Record<string, unknown>
  readonly access_token: string
  readonly refresh_token?: string
  readonly expires_in: number
}
interface AppPage {
  readonly manager: {
    signinRedirect(options: object): Promise<void>
    signinSilent(options?: object): Promise<User>
    readonly settings: object
    readonly metadataService: { getMetadata(): Promise<object> }
    signoutRedirect(): Promise<void>
    revokeTokens(types: readonly string[]): Promise<void>
    getUser(): Promise<User | null>
    storeUser(user: object): Promise<void>
  }
  readonly finished: Promise<User>
}
declare const manager: AppPage['manager']
declare const finished: AppPage['finished']
declare const oidc: { UserManager: new (settings: object) => AppPage['manager'] }

const spa = await startSpa()

const idp = await startIdp({ options: { clients: [spa.client] } })

spa.useIssuer(idp.issuer)
const browser = await launchChromium()

const page = await browser.newPage()

const accessTokenIs = async (token: string): Promise<number> =>
  (await idp.send('/userinfo', { headers: { authorization: `Bearer ${token}` } })).status

let user: User

it('signs a user in, and reads their claims across origins', async () => {
  await page.goto(`${spa.origin}/`)
  await page.evaluate(() => {
    void manager.signinRedirect({ nonce: 'a-nonce-of-the-page' })
  })
  await page.fill('#username', ALICE.username)
  await page.fill('#password', ALICE.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${spa.origin}/callback?*`)
  user = await page.evaluate(() => finished)
  expect(user.profile).toMatchObject({ sub: ALICE.sub, name: ALICE.name, nonce: 'a-nonce-of-the-page' })
  expect(user.refresh_token).toBeTruthy()
})

it('is sent back with invalid_request when it sends no nonce', async () => {
  await page.goto(`${spa.origin}/`)
  await page.evaluate(() => {
    void manager.signinRedirect({})
  })
  await page.waitForURL(`${spa.origin}/callback?*`)
  expect(await page.evaluate(() => finished.catch((error: unknown) => String(error)))).toContain('nonce is missing')
  expect(new URL(page.url()).searchParams.get('error_ref')).toBe('nonce_missing')
})

it('renews with the refresh token', async () => {
  const renewed = await page.evaluate(() => manager.signinSilent())
  expect(renewed.refresh_token).not.toBe(user.refresh_token)
  expect(await accessTokenIs(renewed.access_token)).toBe(200)
  user = renewed
})

it('renews and reads claims where the browser sends cookies along', async () => {
  user = await page.evaluate(async () => {
    // Discovery is for any origin, so for none with cookies.
    const metadata = await manager.metadataService.getMetadata()
    const settings = { ...manager.settings, metadata, fetchRequestCredentials: 'include' }
    return new oidc.UserManager(settings).signinSilent()
  })
  const name = await page.evaluate(
    async ([url, token]) => {
      const init: RequestInit = { credentials: 'include', headers: { authorization: `Bearer ${token}` } }
      return ((await (await fetch(`${url}/userinfo`, init)).json()) as { name: string }).name
    },
    [idp.issuer, user.access_token],
  )
  expect(name).toBe(ALICE.name)
})

it('renews in a hidden frame with prompt=none', async () => {
  const renewed = await page.evaluate(async () => {
    const current = await manager.getUser()
    await manager.storeUser({
      ...current,
      refresh_token: undefined,
      toStorageString() {
        return JSON.stringify({ ...this, toStorageString: undefined })
      },
    })
    return manager.signinSilent({ nonce: 'another-nonce' })
  })
  expect(renewed.profile).toMatchObject({ sub: ALICE.sub, nonce: 'another-nonce' })
  user = renewed
})

it('revokes its tokens', async () => {
  await page.evaluate(() => manager.revokeTokens(['access_token', 'refresh_token']))
  expect(await accessTokenIs(user.access_token)).toBe(401)
})

it('signs the user out and comes back', async () => {
  await page.evaluate(() => {
    void manager.signoutRedirect()
  })
  await page.waitForURL((url) => url.pathname === '/' && url.origin === spa.origin)
  await page.evaluate(() => {
    void manager.signinRedirect({ nonce: 'third', prompt: 'none' })
  })
  await page.waitForURL(`${spa.origin}/callback?*`)
  expect(new URL(page.url()).searchParams.get('error')).toBe('login_required')
})
