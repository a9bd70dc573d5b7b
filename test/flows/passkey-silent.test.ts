/** `login.offerPasskey: "silent"`: a passkey without a question after the password, which stays enough. */
import { SILENT_PASSKEY_PAUSE_SECONDS } from '../../policies/passkey-offer.ts'
import type { Credentials } from '../support/actors.ts'
import { linkIn, startEmailIdp } from '../support/emails.ts'
import { softwareAuthenticator } from '../support/software-authenticator.ts'
import { audited, headingOf, pageOf, visitor } from './portal-visitor.ts'
import { atSignIn, claimsAfter, enrolPasskey, optionsOn, withApp } from './second-factor-visitor.ts'

const idp = await startEmailIdp({ login: { offerPasskey: 'silent' } })
afterAll(() => idp.stop())
const SILENT = 'Signing you in …'
const UNASKED = { userPresent: false, userVerified: false }
const ORIGIN = new URL(idp.issuer).origin

async function signingIn(owner: Credentials, passkeys = 'possible') {
  const begun = await atSignIn(idp, owner)
  const typed = { username: owner.username, password: owner.password, passkeys }
  return { ...begun, stop: await begun.who.browser.submit(begun.page, typed) }
}
type Begun = Awaited<ReturnType<typeof signingIn>>

/** What the script of the page fetches. */
async function optionsOf({ who, stop }: Begun) {
  const href = /data-sso-silent="([^"]*)"/.exec(pageOf(stop).answer.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  return (await who.browser.go(href)).json() as never
}
const send = ({ who, stop }: Begun, passkey: string) => who.browser.submit(pageOf(stop), { passkey })
const listOf = async (sub: string) => (await idp.portico.accounts?.passkeys?.list(sub)) ?? []

it('creates one without presence or verification, and informs the user by email and in the portal', async () => {
  const owner = await idp.addUser()
  const begun = await signingIn(owner)
  expect(headingOf(begun.stop)).toBe(SILENT)
  const options = await optionsOf(begun)
  expect(options).toMatchObject({ authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' } })
  const done = await send(begun, softwareAuthenticator(ORIGIN, 'synced').create(options, UNASKED))
  expect(await claimsAfter(begun, done)).toMatchObject({ sub: owner.sub, amr: ['pwd'] })
  expect(await listOf(owner.sub)).toMatchObject([{ silent: true, device: 'synced' }])
  expect((await idp.emailTo(owner.email, 'not-me')).headers.subject).toBe('A passkey was added to your account')
  await audited(idp, 'account.passkey-added', owner.sub)
  const { answer } = await visitor(idp, owner).open('/security')
  expect(answer.text).toContain('without a question')
  expect(answer.text).toContain('Two-step verification is off')
})

it('signs the user in alone only with verification; the password stays enough in another browser', async () => {
  const owner = await idp.addUser()
  const begun = await signingIn(owner)
  const key = softwareAuthenticator(ORIGIN, 'synced')
  await send(begun, key.create(await optionsOf(begun), UNASKED))
  for (const userVerified of [false, true]) {
    const { who, page, ...begunAgain } = await atSignIn(idp, owner)
    const href = /data-options="([^"]*)"/.exec(page.answer.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const passkey = key.get((await who.browser.go(href)).json() as never, { userVerified })
    const stop = await who.browser.submit(page, { passkey })
    if (userVerified) expect(await claimsAfter(begunAgain, stop)).toMatchObject({ amr: ['swk', 'user', 'mfa'] })
    else expect(stop.at).toBe('page')
  }
  expect((await signingIn(owner)).stop.at).toBe('external')
})

it('goes on without one: nothing sent, forged, for other options', async () => {
  const key = () => softwareAuthenticator(ORIGIN)
  const unrelated = await optionsOf(await signingIn(await idp.addUser()))
  for (const forge of [
    async () => '',
    async () => '{"id":"x"}',
    async () => key().create(unrelated, UNASKED),
    async (begun: Begun) => key().create(await optionsOf(begun), { ...UNASKED, origin: 'https://evil.example' }),
    async (begun: Begun) => key().create(await optionsOf(begun), { ...UNASKED, challenge: 'A'.repeat(43) }),
    async (begun: Begun) => key().create(await optionsOf(begun), { ...UNASKED, type: 'webauthn.get' }),
    async (begun: Begun) => {
      const options = await optionsOf(begun)
      idp.clock.forward(599)
      return key().create(options, { ...UNASKED, rpId: 'evil.example' })
    },
  ]) {
    const owner = await idp.addUser()
    const begun = await signingIn(owner)
    const done = await send(begun, await forge(begun))
    expect(await claimsAfter(begun, done)).toMatchObject({ sub: owner.sub, amr: ['pwd'] })
    expect(await listOf(owner.sub)).toEqual([])
  }
})

it('a response is used once, and only by the sign-in that it was created in', async () => {
  const owner = await idp.addUser()
  const begun = await signingIn(owner)
  const passkey = softwareAuthenticator(ORIGIN).create(await optionsOf(begun), UNASKED)
  await send(begun, passkey)
  expect(await listOf(owner.sub)).toHaveLength(1)
  await idp.portico.accounts?.passkeys?.remove(owner.sub, (await listOf(owner.sub))[0]?.id ?? '')
  idp.clock.forward(SILENT_PASSKEY_PAUSE_SECONDS + 1)
  const later = await signingIn(owner)
  await send(later, passkey)
  expect(await listOf(owner.sub)).toEqual([])
})

it('is tried once a day, after a password alone, and never without the script', async () => {
  const owner = await idp.addUser()
  expect((await signingIn(owner, '')).stop.at).toBe('external')
  expect(headingOf((await signingIn(owner)).stop)).toBe(SILENT)
  expect((await signingIn(owner)).stop.at).toBe('external')
  idp.clock.forward(SILENT_PASSKEY_PAUSE_SECONDS + 1)
  expect(headingOf((await signingIn(owner)).stop)).toBe(SILENT)
})

it('does not replace a second factor: the app stays asked for, and its removal takes the recovery codes', async () => {
  const { owner, app } = await withApp(idp)
  const begun = await signingIn(owner)
  const stop = await begun.who.browser.submit(pageOf(begun.stop), { code: app.code() })
  expect(headingOf(stop)).toBe(SILENT)
  const at = { ...begun, stop }
  const done = await send(at, softwareAuthenticator(ORIGIN).create(await optionsOf(at), UNASKED))
  expect(await claimsAfter(begun, done)).toMatchObject({ amr: ['pwd', 'otp', 'mfa'] })
  expect(headingOf((await signingIn(owner)).stop)).toBe('Enter your code')
})

it('beside an ordinary passkey, it is a second step after the password only with verification', async () => {
  const owner = await idp.addUser()
  const begun = await signingIn(owner)
  const silent = softwareAuthenticator(ORIGIN, 'synced')
  await send(begun, silent.create(await optionsOf(begun), UNASKED))
  const { authenticator: ordinary } = await enrolPasskey(idp, visitor(idp, owner))
  for (const [key, userVerified, amr] of [
    [silent, false, undefined],
    [silent, true, ['pwd', 'swk', 'mfa']],
    [ordinary, false, ['pwd', 'hwk', 'mfa']],
  ] as const) {
    const at = await signingIn(owner, '')
    const page = pageOf(at.stop)
    const options = await optionsOn(at.who.browser, page)
    expect(options).toMatchObject({ userVerification: 'required' })
    const done = await at.who.browser.submit(page, { passkey: key.get(options, { userVerified }) })
    if (amr === undefined) expect(headingOf(done)).toBe(headingOf(at.stop))
    else expect(await claimsAfter(at, done)).toMatchObject({ amr: expect.arrayContaining([...amr]) })
  }
})

it('a response to the options for another user is refused, also in the same sign-in', async () => {
  const [first, second] = [await idp.addUser(), await idp.addUser()]
  const begun = await signingIn(first)
  const passkey = softwareAuthenticator(ORIGIN).create(await optionsOf(begun), UNASKED)
  const typed = { username: second.username, password: second.password, passkeys: 'possible' }
  const stop = await begun.who.browser.submit(begun.page, typed)
  expect(headingOf(stop)).toBe(SILENT)
  const done = await send({ ...begun, stop }, passkey)
  expect(await claimsAfter(begun, done)).toMatchObject({ sub: second.sub, amr: ['pwd'] })
  expect([await listOf(first.sub), await listOf(second.sub)]).toEqual([[], []])
})

it('“This wasn’t me” removes it with the password that created it', async () => {
  const owner = await idp.addUser()
  const begun = await signingIn(owner)
  await send(begun, softwareAuthenticator(ORIGIN).create(await optionsOf(begun), UNASKED))
  // The link in the newest of the two notices, about the passkey and the browser, counts.
  for (const email of [await idp.emailTo(owner.email, 'not-me'), await idp.emailTo(owner.email, 'not-me')]) {
    const page = pageOf(await begun.who.browser.visit(linkIn(email)))
    if (page.answer.status === 200) await begun.who.browser.submit(page, {})
  }
  expect(await listOf(owner.sub)).toEqual([])
})
