/** Devices: where a user is signed in, and how they end it: one, all others, all; every app is notified. */
import type { Credentials } from '../support/actors.ts'
import { openBrowser } from '../support/browser.ts'
import { forEachDeployment } from '../support/deployments.ts'
import { expectInactive } from '../support/expect.ts'
import { filled } from '../support/filled.ts'
import { ALICE, BOB } from '../support/fixtures.ts'
import type { Idp } from '../support/idp.ts'
import { stateOf } from '../support/logout-caller.ts'
import { logoutClient, startSink } from '../support/logout-sinks.ts'
import { textIn } from '../support/panel-visitor.ts'
import { claimsOf, type RelyingParty, type TokenSet } from '../support/relying-party.ts'
import { asksToSignIn, audited, FIREFOX, formOf, headingOf, pageOf, using, visitor } from './portal-visitor.ts'

const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

forEachDeployment((start) => {
  let idp: Idp
  let app: RelyingParty
  const sink = filled(beforeAll, startSink)
  beforeEach(async () => {
    sink.clear()
    const client = logoutClient('app', {
      environment: 'development',
      redirect_uris: [`${sink.origin}/callback`],
      post_logout_redirect_uris: [`${sink.origin}/`],
      backchannel_logout_uri: sink.url,
    })
    idp = await start({ options: { clients: [client] } })
    app = idp.party(client)
  })

  /** A browser of the user, signed in to the app. */
  async function device(userAgent: string, credentials: Credentials = ALICE) {
    const browser = openBrowser(using(idp, userAgent))
    const who = idp.user(credentials, browser)
    const tokens = await who.signIn(app, { scope: 'openid offline_access' })
    return { portal: visitor(idp, credentials, browser), tokens, sid: String(claimsOf(tokens.id_token).sid), who }
  }
  const isOver = async ({ tokens }: { readonly tokens: TokenSet }): Promise<boolean> =>
    (await app.userinfo(tokens.access_token)).status === 401

  it('are shown by browser and system, this one first, with the apps in use', async () => {
    const phone = await device(SAFARI)
    const desk = await device(FIREFOX)
    const page = await desk.portal.open('/devices')
    const [first = '', second = ''] = [
      ...page.answer.text.matchAll(/<strong><bdi dir="ltr">(.*?)<\/bdi><\/strong>/g),
    ].map(([, text = '']) => text)
    expect([first, second]).toEqual(['Firefox on Linux', 'Safari on iOS'])
    expect(page.answer.text.indexOf('This device')).toBeGreaterThan(0)
    expect(page.answer.text.indexOf('This device')).toBeLessThan(page.answer.text.indexOf('Safari on iOS'))
    expect(page.answer.text).toContain('App app')
    expect((await phone.portal.open('/devices')).answer.text).toMatch(/Safari on iOS.*This device.*Firefox on Linux/s)
  })

  it('one is signed out: its app is notified, its tokens die, the others stay', async () => {
    const phone = await device(SAFARI)
    const desk = await device(FIREFOX)
    const uid = phone.sid.slice(0, phone.sid.lastIndexOf('.'))
    const page = await desk.portal.open(`/devices/sign-out?uid=${uid}`)
    expect([headingOf(page), /You’ll be signed out of \u2068.*app.* on that device/i.test(page.answer.text)]).toEqual([
      'Sign out of \u2068Safari on iOS\u2069?',
      true,
    ])
    const done = await desk.portal.press(page, { to: '/devices', uid, action: 'end' })
    expect(done.answer.text).toContain('The device was signed out.')
    expect((await sink.arrived(1)).map(({ claims }) => [claims.sid, claims.sub])).toEqual([[phone.sid, ALICE.sub]])
    expect([await isOver(phone), await isOver(desk)]).toEqual([true, false])
    expect([await stateOf(phone.who, app), await stateOf(desk.who, app)]).toEqual(['login_required', 'signed in'])
    expect(asksToSignIn(await phone.portal.look('/'))).toBe(true)
    // As in a logout of the browser: what was granted for offline use lives on.
    expect((await app.refresh(phone.tokens.refresh_token)).status).toBe(200)
    expect((await desk.portal.press(page, { to: '/devices', uid, action: 'end' })).answer.text).toContain(
      'already signed out',
    )
  })

  it('all others are signed out, and this one stays', async () => {
    const [phone, tablet, desk] = [await device(SAFARI), await device(SAFARI), await device(FIREFOX)]
    const done = await desk.portal.press(await desk.portal.open('/devices/sign-out?which=others'), {
      to: '/devices',
      action: 'others',
    })
    expect(done.answer.text).toContain('2 other devices were signed out.')
    expect((await sink.arrived(2)).map(({ claims }) => claims.sid).toSorted()).toEqual(
      [phone.sid, tablet.sid].toSorted(),
    )
    expect([await isOver(phone), await isOver(tablet), await isOver(desk)]).toEqual([true, true, false])
    expect(await idp.portico.sessions.list(ALICE.sub)).toHaveLength(1)
  })

  it('everything ends: every session, this one too, and every app that stays signed in; none of other users', async () => {
    const [phone, desk] = [await device(SAFARI), await device(FIREFOX)]
    const bobs = await device(FIREFOX, BOB)
    const done = await desk.portal.press(await desk.portal.open('/devices/sign-out?which=all'), {
      to: '/devices',
      action: 'all',
    })
    expect(textIn(done.answer.text)).toMatch(/You’re signed out.*on \d+ devices/)
    expect(asksToSignIn(await desk.portal.look('/'))).toBe(true)
    expect((await sink.arrived(2)).map(({ claims }) => claims.sid).toSorted()).toEqual([phone.sid, desk.sid].toSorted())
    for (const { tokens } of [phone, desk]) {
      expectInactive(await app.introspect(tokens.access_token))
      expect((await app.refresh(tokens.refresh_token)).json().error).toBe('invalid_grant')
    }
    expect(await isOver(bobs)).toBe(false)
    expect(await audited(idp, 'logout.everywhere', ALICE.sub)).toMatchObject({ result: 'ok' })
  })

  it('ASVS V7.5.2: ending them needs a sign-in of the last ten minutes: the form leads to it, and later ends nothing (403)', async () => {
    const [phone, desk] = [await device(SAFARI), await device(FIREFOX)]
    const form = await desk.portal.open('/devices/sign-out?which=all')
    idp.clock.forward(601)
    for (const action of ['others', 'all']) {
      const refused = pageOf(await desk.portal.browser.submit(form, { action }, formOf(form, { to: '/devices' })))
      expect([refused.answer.status, headingOf(refused)]).toEqual([403, 'Confirm it’s you'])
    }
    expect([await isOver(phone), await isOver(desk)]).toEqual([false, false])
    const asked = pageOf(await desk.portal.look('/devices/sign-out?which=all'))
    expect(headingOf(asked)).toBe('Confirm it’s you')
    const { username, password } = ALICE
    const confirmed = pageOf(await desk.portal.browser.submit(asked, { username, password }))
    await desk.portal.press(confirmed, { to: '/devices', action: 'all' })
    expect([await isOver(phone), await isOver(desk)]).toEqual([true, true])
  })

  it('of another user cannot be seen, and cannot be ended', async () => {
    const bobs = await device(SAFARI, BOB)
    const desk = await device(FIREFOX)
    expect((await desk.portal.open('/devices')).answer.text).not.toContain('Safari')
    const uid = bobs.sid.slice(0, bobs.sid.lastIndexOf('.'))
    expect((await desk.portal.open(`/devices/sign-out?uid=${uid}`)).answer.text).toContain('already signed out')
    const form = await desk.portal.open('/devices/sign-out?which=all')
    expect((await desk.portal.press(form, { to: '/devices' }, { action: 'end', uid })).answer.text).toContain(
      'already signed out',
    )
    expect(await isOver(bobs)).toBe(false)
    expect(sink.notices).toEqual([])
  })

  it('take no other act than these (400)', async () => {
    const desk = await device(FIREFOX)
    const page = await desk.portal.open('/devices/sign-out?which=all')
    const form = formOf(page, { to: '/devices', action: 'all' })
    expect((await desk.portal.browser.submit(page, { action: 'none' }, form)).answer.status).toBe(400)
    expect(await isOver(desk)).toBe(false)
  })
})
