/** Connected apps: what a user has allowed, and how they revoke it: immediately, with all tokens. */
import { forEachDeployment } from '../support/deployments.ts'
import { expectInactive } from '../support/expect.ts'
import { filled } from '../support/filled.ts'
import { ALICE, BOB, CONF2, PUB, TRUSTED } from '../support/fixtures.ts'
import { sharedIdp } from '../support/idp.ts'
import { textIn } from '../support/panel-visitor.ts'
import type { RelyingParty } from '../support/relying-party.ts'
import { audited, headingOf, visitor } from './portal-visitor.ts'

const SCOPE = { scope: 'openid email offline_access' }

forEachDeployment((start) => {
  const idp = sharedIdp(start, beforeEach)
  const conf = idp.party()
  const other = idp.party(CONF2)
  const alice = filled(beforeEach, () => idp.user())
  const portal = filled(beforeEach, () => visitor(idp, ALICE, alice.browser))

  const isActive = async (token: string): Promise<boolean> =>
    ((await conf.introspect(token)).json() as { readonly active: boolean }).active
  const remove = async (clientId: string): Promise<string> =>
    (await portal.press(await portal.open(`/apps/remove?client_id=${clientId}`), { to: '/apps', client_id: clientId }))
      .answer.text
  const asked = async (client: RelyingParty): Promise<readonly string[]> => {
    const { request: _request, ...stop } = await alice.open(client, SCOPE)
    return (await alice.walk(stop)).pages
  }

  it('are none at first, and the apps of the house are never among them', async () => {
    expect((await portal.open('/apps')).answer.text).toContain('No connected apps')
    await alice.signIn(idp.party(TRUSTED))
    expect((await portal.open('/apps')).answer.text).toContain('No connected apps')
  })

  it('are listed with what they may see and whether they stay signed in', async () => {
    await alice.signIn(idp.party(PUB), SCOPE)
    const page = await portal.open('/apps')
    for (const words of ['The SPA', 'Stays signed in', 'See your email address'])
      expect(page.answer.text).toContain(words)
  })

  it('keep their access until the question is answered', async () => {
    const tokens = await alice.signIn(conf, SCOPE)
    const page = await portal.open('/apps')
    expect(page.forms.filter(({ action }) => action.endsWith('/apps'))).toEqual([])
    const ask = await portal.open('/apps/remove?client_id=conf')
    expect(textIn(ask.answer.text)).toMatch(/Remove .*’s access.*All its tokens will stop working immediately/s)
    expect(await isActive(tokens.access_token)).toBe(true)
  })

  it('lose access immediately: access token, userinfo and refresh token; other apps and other users keep theirs', async () => {
    const tokens = await alice.signIn(conf, SCOPE)
    const kept = await alice.signIn(other, SCOPE)
    const bobs = await idp.user(BOB).signIn(conf, SCOPE)
    expect(await isActive(tokens.access_token)).toBe(true)
    expect(await remove('conf')).toContain('no longer has access')

    expectInactive(await conf.introspect(tokens.access_token))
    expectInactive(await conf.introspect(tokens.refresh_token))
    expect((await conf.userinfo(tokens.access_token)).status).toBe(401)
    const refused = await conf.refresh(tokens.refresh_token)
    expect([refused.status, refused.json().error]).toEqual([400, 'invalid_grant'])

    expect((await other.userinfo(kept.access_token)).status).toBe(200)
    expect((await other.refresh(kept.refresh_token)).status).toBe(200)
    expect((await conf.userinfo(bobs.access_token)).status).toBe(200)
    expect((await conf.refresh(bobs.refresh_token)).status).toBe(200)
  })

  it('lose it on every device, also what was refreshed since, and a code that was not redeemed yet', async () => {
    const otherSignIn = await idp.user().signIn(conf, SCOPE)
    const refreshed = (await conf.refresh(otherSignIn.refresh_token)).json() as { readonly access_token: string }
    const grant = await alice.authorize(conf, SCOPE)
    await remove('conf')
    expectInactive(await conf.introspect(refreshed.access_token))
    const late = await conf.exchange(grant)
    expect([late.status, late.json().error]).toEqual([400, 'invalid_grant'])
  })

  it('must ask again, and work again once they were allowed again', async () => {
    const before = await alice.signIn(conf, SCOPE)
    expect(await asked(conf)).toEqual([])
    await remove('conf')
    expect((await portal.open('/apps')).answer.text).toContain('No connected apps')
    expect(await asked(conf)).toEqual(['consent'])
    const after = await alice.signIn(conf, SCOPE)
    expect(await isActive(after.access_token)).toBe(true)
    expect((await conf.refresh(after.refresh_token)).status).toBe(200)
    expectInactive(await conf.introspect(before.access_token))
  })

  it("of one user are not in another's hands", async () => {
    const tokens = await alice.signIn(conf, SCOPE)
    await alice.signIn(other, SCOPE)
    const bob = visitor(idp, BOB)
    await idp.user(BOB, bob.browser).signIn(other, SCOPE)
    expect((await bob.open('/apps')).answer.text).not.toContain('client_id=conf"')
    expect(textIn((await bob.open('/apps/remove?client_id=conf')).answer.text)).toContain('This app didn’t have access')
    const ask = await bob.open(`/apps/remove?client_id=${CONF2.client_id}`)
    const stop = await bob.press(ask, { to: '/apps' }, { client_id: 'conf' })
    expect([headingOf(stop), stop.answer.text.includes('app didn’t have access')]).toEqual(['Connected apps', true])
    expect(await isActive(tokens.access_token)).toBe(true)
  })

  it('that lose access leave a trace in the trail, and the flash message is shown once', async () => {
    await alice.signIn(conf, SCOPE)
    const page = await portal.press(await portal.open('/apps/remove?client_id=conf'), { to: '/apps' })
    expect(page.answer.text).toContain('Its tokens have stopped working')
    expect((await portal.browser.go(page.url)).text).not.toContain('Its tokens have stopped working')
    expect(await audited(idp, 'consent.withdrawn', ALICE.sub)).toMatchObject({ client: 'conf', result: 'ok' })
  })
})
