/** A passkey offered after a password: to whom, when, and that the sign-in goes on whatever they answer. */
import { PASSKEY_OFFER_PAUSE_SECONDS } from '../../policies/passkey-offer.ts'
import type { Credentials } from '../support/actors.ts'
import type { Stop } from '../support/browser.ts'
import { type Idp, runningIdp } from '../support/idp.ts'
import { softwareAuthenticator } from '../support/software-authenticator.ts'
import { headingOf, pageOf, visitor } from './portal-visitor.ts'
import {
  atSignIn,
  claimsAfter,
  codesOn,
  enrolApp,
  enrolPasskey,
  newPerson,
  optionsOn,
  type SigningIn,
  withApp,
} from './second-factor-visitor.ts'

const OFFER = 'Sign in faster next time'
const CREATED = 'Passkey created'

const idp = await runningIdp()

/** What the script of the page adds, in a browser that can create passkeys. */
const CAN = { passkeys: 'possible' }

async function signingIn(
  owner: Credentials,
  more: Readonly<Record<string, string>> = CAN,
  node: Idp = idp,
): Promise<SigningIn & { readonly stop: Stop }> {
  const begun = await atSignIn(node, owner)
  const typed = { username: owner.username, password: owner.password, ...more }
  return { ...begun, stop: await begun.who.browser.submit(begun.page, typed) }
}

async function created({ who, stop }: SigningIn & { readonly stop: Stop }, deviation = {}): Promise<Stop> {
  const page = pageOf(stop)
  const options = await optionsOn(who.browser, page)
  const authenticator = softwareAuthenticator(new URL(idp.issuer).origin)
  return who.browser.submit(page, { passkey: authenticator.create(options as never, deviation) })
}

describe('a passkey is offered after a password', () => {
  it('in a browser that can create one, and "Not now" goes on to the app', async () => {
    const owner = await newPerson(idp)
    const begun = await signingIn(owner)
    expect(headingOf(begun.stop)).toBe(OFFER)
    expect(begun.who.browser.cookies.value('sso_session')).toBeUndefined()
    const done = await begun.who.browser.submit(pageOf(begun.stop), { action: 'continue' })
    expect(await claimsAfter(begun, done)).toMatchObject({ sub: owner.sub, amr: ['pwd'] })
  })

  it('at most once in 30 days, whatever was answered', async () => {
    const owner = await newPerson(idp)
    expect(headingOf((await signingIn(owner)).stop)).toBe(OFFER)
    expect((await signingIn(owner)).stop.at).toBe('external')
    idp.clock.forward(PASSKEY_OFFER_PAUSE_SECONDS - 60)
    expect((await signingIn(owner)).stop.at).toBe('external')
    idp.clock.forward(120)
    expect(headingOf((await signingIn(owner)).stop)).toBe(OFFER)
  })

  it('to one of many browsers that sign in together', async () => {
    const owner = await newPerson(idp)
    const stops = await Promise.all(Array.from({ length: 6 }, async () => (await signingIn(owner)).stop))
    expect(stops.filter(({ at }) => at !== 'external')).toHaveLength(1)
  })

  it('is not offered without the script, to who has one, or where it is switched off', async () => {
    expect((await signingIn(await newPerson(idp), {})).stop.at).toBe('external')
    expect((await signingIn(await newPerson(idp), { passkeys: '' })).stop.at).toBe('external')
    const owner = await newPerson(idp)
    await enrolPasskey(idp, visitor(idp, owner))
    expect(headingOf((await signingIn(owner)).stop)).toBe('Use your passkey')
    const quiet = await runningIdp({ login: { offerPasskey: false } })
    expect((await signingIn(await newPerson(quiet), CAN, quiet)).stop.at).toBe('external')
  })

  it('after the second step, where there is one', async () => {
    const { owner, app } = await withApp(idp)
    const begun = await signingIn(owner)
    const offered = await begun.who.browser.submit(pageOf(begun.stop), { code: app.code() })
    expect(headingOf(offered)).toBe(OFFER)
    const done = await created({ ...begun, stop: offered })
    // There were recovery codes already: nothing else is shown.
    expect(await claimsAfter(begun, done)).toMatchObject({ sub: owner.sub, amr: ['pwd', 'otp', 'mfa'] })
  })

  it('never after a sign-in that skipped the second step in a trusted browser', async () => {
    const { owner, app } = await withApp(idp)
    const { who, client, stop } = await signingIn(owner, {})
    await who.browser.submit(pageOf(stop), { code: app.code(), trust: 'on' })
    for (const { uid } of await idp.portico.sessions.list(owner.sub)) await idp.portico.sessions.end(owner.sub, uid)
    const { username, password } = owner
    const after = await who.browser.submit(pageOf(await who.open(client)), { username, password, ...CAN })
    expect(after.at).toBe('external')
  })

  it('and taken only while the user has no other factor that the sign-in did not use', async () => {
    const owner = await newPerson(idp)
    const { who, stop } = await signingIn(owner)
    const options = await optionsOn(who.browser, pageOf(stop))
    await enrolApp(idp, visitor(idp, owner))
    const passkey = softwareAuthenticator(new URL(idp.issuer).origin).create(options as never)
    const again = await who.browser.submit(pageOf(stop), { passkey })
    expect([pageOf(again).answer.status, headingOf(again)]).toEqual([422, 'Sign in to trusted'])
    expect(await idp.portico.accounts?.passkeys?.list(owner.sub)).toEqual([])
  })

  it('creates it, shows the recovery codes once, and the passkey signs in from then on', async () => {
    const owner = await newPerson(idp)
    const begun = await signingIn(owner)
    const shown = await created(begun)
    expect(headingOf(shown)).toBe(CREATED)
    expect(codesOn(pageOf(shown)).length).toBeGreaterThan(5)
    const again = await begun.who.browser.go(pageOf(shown).url)
    const resent = pageOf(await begun.who.browser.submit(pageOf(begun.stop), { passkey: '{}' })).answer
    for (const { text } of [again, resent]) {
      expect(text).toContain(CREATED)
      expect(text).not.toContain('recovery-codes')
    }
    const done = await begun.who.browser.submit(pageOf(shown), { action: 'continue' })
    expect(await claimsAfter(begun, done)).toMatchObject({ sub: owner.sub })
    expect(headingOf((await signingIn(owner)).stop)).toBe('Use your passkey')
  })

  it('what the browser should not have created is refused, and the offer stands', async () => {
    const begun = await signingIn(await newPerson(idp))
    const refused = await created(begun, { origin: 'https://external.example' })
    expect([pageOf(refused).answer.status, headingOf(refused)]).toEqual([422, OFFER])
    expect((await begun.who.browser.submit(pageOf(refused), { action: 'continue' })).at).toBe('external')
  })

  it('ends with what the password was worth: everything ended meanwhile ends it too', async () => {
    const owner = await newPerson(idp)
    const begun = await signingIn(owner)
    await idp.portico.sessions.endAll(owner.sub)
    const after = await begun.who.browser.submit(pageOf(begun.stop), { action: 'continue' })
    expect(headingOf(after)).toMatch(/^Sign in to/)
  })
})
