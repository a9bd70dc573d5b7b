/** How long a user stays signed in to a browser (D-S1; case SES-13). */
import { kindOf } from '../support/actors.ts'
import type { Page } from '../support/browser.ts'
import { sharedIdp } from '../support/idp.ts'

const HOUR = 3_600

const idp = sharedIdp({}, beforeEach)
const conf = idp.party()

async function signedIn(): Promise<() => Promise<boolean>> {
  const alice = idp.user()
  await alice.authorize(conf)
  return async () =>
    (await alice.browser.go(conf.request({ prompt: 'none' }).address)).headers.location?.includes('code=') ?? false
}

it('SES-13: use keeps it alive, for seven days and no longer', async () => {
  const isSignedIn = await signedIn()
  for (let hours = 0; hours < 7 * 24 - 8; hours += 8) {
    idp.clock.forward(8 * HOUR)
    expect([hours, await isSignedIn()]).toEqual([hours, true])
  }
  idp.clock.forward(8 * HOUR + 60)
  expect(await isSignedIn()).toBe(false)
})

it('a page that was left open for an hour is expired, and reports it', async () => {
  const alice = idp.user()
  const { request: _request, ...stop } = await alice.open(conf)
  expect(kindOf(stop as Page)).toBe('sign-in')
  idp.clock.forward(HOUR + 60)
  const late = await alice.browser.submit(stop as Page, { username: 'alice', password: 'correct horse battery staple' })
  expect([late.at, late.answer.status]).toEqual(['page', 400])
  expect(late.answer.text).toContain('expired')
})
