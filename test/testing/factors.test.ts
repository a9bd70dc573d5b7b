/** A virtual passkey, and an external provider that misbehaves. */
import { startIdp } from '../../lib/testing/index.ts'
import { ACR_TWO_FACTORS } from '../../policies/authentication-context.ts'
import { optionsOn } from '../flows/second-factor-visitor.ts'
import { grantOf, person } from '../support/actors.ts'
import type { Page } from '../support/browser.ts'
import type { Node } from '../support/idp.ts'
import { claimsOf } from '../support/relying-party.ts'
import { nodeOf, partyOf, testIdp } from './test-idp.ts'

const idp = testIdp({
  users: [{ username: 'alice' }, { username: 'bob' }],
  clients: [{ client_id: 'billing' }],
  provider: { id: 'company', name: 'Company' },
})
const visitor = () => person(nodeOf(idp) as Node)

it('passkey: signs in at the page, and signIn then reaches two factors', async () => {
  const passkey = await idp.passkey('bob')
  const { browser, open } = visitor()
  const { request, ...stop } = await open(partyOf(idp, 'billing'))
  const page = stop as Page
  const end = await browser.submit(page, { passkey: passkey.get(await optionsOn(browser, page)) })
  const answer = await partyOf(idp, 'billing').exchange(grantOf(end.url, request))
  expect(claimsOf(String(answer.json()['id_token']))).toMatchObject({ sub: 'u-bob', acr: ACR_TWO_FACTORS })
  expect(claimsOf((await idp.signIn('bob', 'billing')).id_token)).toMatchObject({ acr: ACR_TWO_FACTORS })
})

/** Goes to the provider and back. @returns the last URL and its text */
async function throughProvider() {
  const { browser, open, walk } = visitor()
  const { request, ...stop } = await open(partyOf(idp, 'billing'))
  const page = stop as Page
  const form = page.forms.find(({ action }) => action.endsWith('/upstream/company/start'))
  const left = await browser.submit(page, {}, form)
  const back = await fetch(left.url, { redirect: 'manual' })
  const arrived = await browser.visit(back.headers.get('location') ?? '')
  return { request, arrived, walk }
}

it('provider: its user signs in, and the next one is another', async () => {
  for (const sub of ['ext-1', 'ext-2']) {
    idp.provider.user({ sub, name: `User ${sub}`, email: `${sub}@example.com`, email_verified: true })
    const { request, arrived, walk } = await throughProvider()
    const { url } = await walk(arrived)
    const answer = await partyOf(idp, 'billing').exchange(grantOf(url, request))
    expect(answer.status).toBe(200)
  }
})

it.each(['iss', 'aud', 'nonce', 'expired', 'no-sub', 'signature', 'alg', 'state', 'denied', 'unavailable'] as const)(
  'provider: no sign-in with a wrong %s',
  async (how) => {
    idp.provider.misbehave(how)
    const { arrived } = await throughProvider()
    expect([arrived.at, new URL(arrived.url, idp.issuer).searchParams.get('code')]).not.toEqual([
      'external',
      expect.any(String),
    ])
    idp.provider.misbehave('nothing')
    const { request, arrived: then, walk } = await throughProvider()
    expect(grantOf((await walk(then)).url, request).code).toEqual(expect.any(String))
  },
)

it('provider: an unknown name throws with the known ones, and so does having none', async () => {
  expect(() => idp.provider.misbehave('nonse' as never)).toThrow('iss, aud, nonce')
  const none = await startIdp()
  expect(() => none.provider.misbehave('nonce')).toThrow('startIdp({ provider')
  await none.stop()
})
