/** What `portico-sso/testing` gives to a browser: cookies of a sign-in, and a passkey. */
import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { startIdp } from '../../lib/testing/index.ts'
import { ACR_TWO_FACTORS } from '../../policies/authentication-context.ts'
import { grantOf } from '../support/actors.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { launchChromium } from '../support/chromium.ts'
import type { Node } from '../support/idp.ts'
import { closed, listening } from '../support/listening.ts'
import { claimsOf, relyingParty } from '../support/relying-party.ts'
import { nodeOf } from '../testing/test-idp.ts'
import { withAuthenticator } from './virtual-authenticator.ts'

const app = createServer((_req, res) => res.end('the app'))
const callback = `http://localhost:${await listening(app)}/callback`
stoppedAtEnd({ stop: () => closed(app) })
const client = { client_id: 'billing', client_type: 'public', redirect_uris: [callback] } as const
const idp = stoppedAtEnd(await startIdp({ users: [{ username: 'alice' }, { username: 'bob' }], clients: [client] }))
const party = relyingParty(nodeOf(idp) as Node, client)
const browser = await launchChromium()

async function opened(page: Page) {
  const request = party.request()
  await page.goto(idp.issuer + request.address)
  return request
}

it('cookies: the app is reached without a page', async () => {
  const context = await browser.newContext()
  await context.addCookies((await idp.signIn('alice')).cookies)
  const page = await context.newPage()
  await opened(page)
  expect(page.url()).toContain(`${callback}?code=`)
})

it('credential: the virtual authenticator signs in with it, with two factors', async () => {
  const { credential } = await idp.passkey('bob')
  const page = await (await browser.newContext()).newPage()
  const { session, id: authenticatorId } = await withAuthenticator(page)
  await session.send('WebAuthn.addCredential', { authenticatorId, credential })
  const request = await opened(page)
  // The browser offers the passkey in the username field, and the authenticator accepts.
  await page.waitForURL(({ pathname }) => pathname === '/callback')
  const tokens = await party.exchange(grantOf(page.url(), request))
  expect(claimsOf(String(tokens.json()['id_token']))).toMatchObject({ sub: 'u-bob', acr: ACR_TWO_FACTORS })
})
