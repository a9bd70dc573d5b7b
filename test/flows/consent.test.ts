/** When a user is asked for consent, and what is remembered of the answer (policies/consent.ts). */
import { mock } from 'node:test'
import { grantOf, kindOf, type Person } from '../support/actors.ts'
import { LOCAL } from '../support/asked-clients.ts'
import type { Page } from '../support/browser.ts'
import { onEachDeployment } from '../support/deployments.ts'
import { ALICE, ASKING, BOB, CONF2, PUB, TRUSTED } from '../support/fixtures.ts'
import { runningIdp } from '../support/idp.ts'
import type { Overrides, RelyingParty } from '../support/relying-party.ts'
import { audited } from './portal-visitor.ts'

async function pages(who: Person, client: RelyingParty, overrides: Overrides = {}): Promise<readonly string[]> {
  const { request: _request, ...stop } = await who.open(client, overrides)
  return (await who.walk(stop)).pages
}
/** The page that Alice sees after her password. */
async function afterPassword({ open, browser }: Person, client: RelyingParty, scope: string): Promise<Page> {
  const { request: _request, ...signIn } = await open(client, { scope })
  const { username, password } = ALICE
  return (await browser.submit(signIn as Page, { username, password })) as Page
}

onEachDeployment((idp) => {
  const conf = idp.party()

  it('AUTH-38: once for each client; what was allowed is not asked again, on no device', async () => {
    const scope = { scope: 'openid email' }
    const alice = idp.user()
    expect(await pages(alice, conf, scope)).toEqual(['sign-in', 'consent'])
    expect(await pages(alice, conf, scope)).toEqual([])
    expect(await pages(alice, idp.party(CONF2), scope)).toEqual(['consent'])
    expect(await pages(idp.user(), conf, scope)).toEqual(['sign-in'])
    expect(await pages(idp.user(BOB), conf, scope)).toEqual(['sign-in', 'consent'])
  })

  it('given by one user is not that of another, who signs in when their sign-in turns out to be too old', async () => {
    const alice = idp.user()
    await alice.signIn(conf)
    const { request: _request, ...asked } = await alice.open(conf, { prompt: 'consent', max_age: '600' })
    expect(kindOf(asked as Page)).toBe('consent')
    // The engine goes by the clock of the machine.
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 601_000 })
    const again = await alice.browser.submit(asked as Page, { action: 'allow' }).finally(() => mock.timers.reset())
    expect(kindOf(again as Page)).toBe('sign-in')
    const bob = await alice.browser.submit(again as Page, { username: BOB.username, password: BOB.password })
    expect(kindOf(bob as Page)).toBe('consent')
  })

  it('a further scope is asked for, and those before are not forgotten', async () => {
    const pub = idp.party(PUB)
    const bob = idp.user(BOB)
    expect(await pages(bob, pub, { scope: 'openid email' })).toEqual(['sign-in', 'consent'])
    expect(await pages(bob, pub, { scope: 'openid' })).toEqual([])
    expect(await pages(bob, pub, { scope: 'openid profile' })).toEqual(['consent'])
    expect(await pages(bob, pub, { scope: 'openid profile email' })).toEqual([])
  })

  it('the page names the client, its host and the request; earlier consent is shown apart', async () => {
    const page = await afterPassword(idp.user(), idp.party(PUB), 'openid email roles')
    expect(kindOf(page)).toBe('consent')
    for (const shown of ['The SPA', 'spa.example', 'Alice Doe', 'See your email address', 'See your roles'])
      expect(page.answer.text).toContain(shown)
    expect(page.answer.text).not.toContain('Keep access when')
    const lasting = await afterPassword(idp.user(), conf, 'openid offline_access')
    expect(lasting.answer.text).toContain('Keep access when you’re not using it')
  })

  it('SES-12: a page allows what it showed, to whom it showed it, whatever other tabs or the form say', async () => {
    const bob = idp.user(BOB)
    await bob.signIn(idp.party(TRUSTED))
    const asking = idp.party(ASKING)
    const { request, ...small } = await bob.open(asking, { scope: 'openid' })
    const { request: _request, ...large } = await bob.open(conf, { scope: 'openid email roles', prompt: 'consent' })
    const stranger = idp.user()
    const unrelated = await stranger.browser.send(small as Page, { action: 'allow' })
    expect([unrelated.status >= 400, unrelated.headers.location]).toEqual([true, undefined])

    const swapped = { action: 'allow', scope: 'openid email roles', client_id: conf.id, redirect_uri: conf.redirectUri }
    const back = await bob.browser.submit(small as Page, swapped)
    expect(back.url.startsWith(`${asking.redirectUri}?`)).toBe(true)
    const tokens = (await asking.exchange(grantOf(back.url, request))).json() as { readonly scope: string }
    expect(tokens.scope).toBe('openid')
    expect((await bob.browser.submit(large as Page, { action: 'deny' })).url).toContain('error=access_denied')
  })

  it('who declines is asked again the next time', async () => {
    const alice = idp.user()
    const page = await afterPassword(alice, conf, 'openid permissions')
    expect((await alice.browser.submit(page, { action: 'deny' })).url).toContain('error=access_denied')
    expect(await pages(alice, conf, { scope: 'openid permissions' })).toEqual(['consent'])
    await audited(idp, 'consent.declined', ALICE.sub)
    // One entry of the user, not one more for the response to the app.
    const { entries } = await idp.portico.audit.list({ user: ALICE.sub }, undefined, 100)
    const declined = entries.filter(({ event, ref }) => event === 'consent.declined' || ref === 'user_denied')
    expect(declined.map(({ event }) => event)).toEqual(['consent.declined'])
  })

  it('an app of the house never asks, one that is set to ask always does', async () => {
    const alice = idp.user()
    expect(await pages(alice, idp.party(TRUSTED), { scope: 'openid email roles offline_access' })).toEqual(['sign-in'])
    const asking = idp.party(ASKING)
    for (const _time of [1, 2]) expect(await pages(alice, asking)).toEqual(['consent'])
  })
})

it('AUTH-38: a public client on plain http, which any program of the device can imitate, is asked for each time, but not for silent renewal', async () => {
  const other = await runningIdp({ clients: [LOCAL] })
  const alice = other.user()
  const spa = other.party(LOCAL)
  expect(await pages(alice, spa)).toEqual(['sign-in', 'consent'])
  expect(await pages(alice, spa)).toEqual(['consent'])
  const silent = await alice.open(spa, { prompt: 'none' })
  expect(new URL(silent.url).searchParams.get('code')).not.toBeNull()
})
