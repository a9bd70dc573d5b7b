/** Users of another OpenID provider sign in here, and apps see this service alone (D-A5). */
import { grantOf, person } from '../support/actors.ts'
import { openBrowser, type Page } from '../support/browser.ts'
import { forEachDeployment } from '../support/deployments.ts'
import { ACCOUNTS, ALICE, BOB } from '../support/fixtures.ts'
import { MOUNT_PATHS } from '../support/hosts.ts'
import { type Idp, runningIdp } from '../support/idp.ts'
import { claimsOf, type TokenSet } from '../support/relying-party.ts'
import { buttonOf } from '../support/upstream-visitor.ts'
import { claimsAfter } from './second-factor-visitor.ts'
import { clientOf, connectorTo, signInThere } from './upstream-company.ts'

const CAROL = { sub: 'u-carol', username: 'carol', password: 'carol has a long password too' }
const MAX_AGE_SECONDS = 3_600
const SCOPES = ['openid', 'profile', 'email', 'roles'] as const

forEachDeployment((start, { mount }) => {
  const HERE = `http://localhost:9${MOUNT_PATHS[mount]}`
  let there: Idp
  let idp: Idp
  const connector = (id: string, firstSignIn: 'create' | 'link' | 'deny') => ({
    ...{ ...connectorTo(there, id), scopes: SCOPES, firstSignIn, maxAge: MAX_AGE_SECONDS },
    roles: { claim: 'roles', map: { editor: ['writer'], 'sso:admin': [] } },
  })

  beforeAll(async () => {
    const clients = ['b', 'strict', 'linking'].map((id) => ({ ...clientOf(HERE, id), scopes: SCOPES }))
    there = await runningIdp({ clients, accounts: [...ACCOUNTS, CAROL] })
    idp = await start({
      issuer: HERE,
      options: {
        login: {
          upstreams: [
            { ...connector('b', 'create'), icon: '/b.svg' },
            connector('strict', 'deny'),
            connector('linking', 'link'),
          ],
        },
      },
    })
  })

  /** By the provider into an app here. @returns the tokens that the app gets, and the page on which it began */
  async function enter(visitor = idp.user(), scope = 'openid') {
    const conf = idp.party()
    const { request, ...stop } = await visitor.open(conf, { scope })
    const back = await visitor.browser.visit(await signInThere(there, { browser: visitor.browser, stop, id: 'b' }))
    const answer = await conf.exchange(grantOf((await visitor.walk(back)).url, request))
    return { stop, tokens: answer.json() as TokenSet }
  }

  it('a user of the provider enters an app here, and the app sees tokens of this service alone', async () => {
    const { stop, tokens } = await enter(idp.user(), 'openid profile email roles')
    expect(stop.answer.text).toContain('Continue with')
    expect(stop.answer.text).toContain('Company B')
    expect(stop.answer.text).toContain('<img src="/b.svg"')
    const claims = claimsOf(tokens.id_token)
    expect(claims.iss).toBe(HERE)
    expect(claims.sub).not.toBe(ALICE.sub)
    expect(claims).toMatchObject({ acr: 'urn:portico:acr:1' })
    expect(claims.amr).toBeUndefined()
    expect((await idp.party().userinfo(tokens.access_token)).json()).toMatchObject({
      sub: claims.sub,
      name: ALICE.name,
      email: ALICE.email,
      roles: ['writer'],
    })
  })

  it('the same user comes back to the same account', async () => {
    const [first, second] = [await enter(), await enter()]
    expect(claimsOf(first.tokens.id_token).sub).toBe(claimsOf(second.tokens.id_token).sub)
  })

  it.each([
    ['strict', 'upstream_user_unknown'],
    ['linking', 'upstream_link_required'],
  ])('the connector %s makes no account: %s', async (id, ref) => {
    const visitor = idp.user()
    const stop = await visitor.open(idp.party())
    const address = await signInThere(there, { browser: visitor.browser, stop, id }, BOB)
    const answer = await visitor.browser.go(address, { headers: { accept: 'application/json' } })
    expect(answer.status).toBe(403)
    expect(answer.json()).toMatchObject({ error: 'access_denied', error_ref: ref })
  })

  it('an answer counts in its own browser, at its own connector, and once', async () => {
    const visitor = idp.user()
    const stop = await visitor.open(idp.party())
    const address = await signInThere(there, { browser: visitor.browser, stop, id: 'b' })
    const json = { headers: { accept: 'application/json' } }
    const otherBrowser = await openBrowser(idp).go(address, json)
    expect([otherBrowser.status, otherBrowser.json()]).toMatchObject([400, { error_ref: 'cookies_missing' }])
    const neighbor = idp.user()
    await neighbor.open(idp.party())
    const bound = await neighbor.browser.go(address, json)
    expect([bound.status, bound.json()]).toMatchObject([400, { error_ref: 'upstream_state' }])
    const other = await visitor.browser.go(address.replace('/upstream/b/', '/upstream/strict/'), json)
    expect([other.status, other.json()]).toMatchObject([400, { error_ref: 'upstream_mix_up' }])
    const again = await visitor.browser.go(address, json)
    expect([again.status, again.json()]).toMatchObject([400, { error_ref: 'upstream_state' }])
  })

  it('the button of an interaction counts in the browser that began it: an attacker gets no session of a victim who presses it', async () => {
    const attacker = idp.user()
    const stop = await attacker.open(idp.party())
    const { action, fields } = buttonOf(stop, 'b')
    const victim = openBrowser(idp)
    // An old browser: no Sec-Fetch-Site.
    const { headers } = await victim.go(new URL(action, idp.issuer).href, { body: fields })
    const led = new URL(headers.location ?? '', idp.issuer).href
    if (led.startsWith(there.issuer)) {
      const alice = there.user(ALICE)
      await victim.go((await alice.walk(await alice.browser.visit(led))).url)
    }
    await attacker.browser.visit(`${(stop as Page).url}?returned=upstream`)
    expect(attacker.browser.cookies.value('sso_session')).toBeUndefined()
    expect([led.includes('/interaction/'), (await victim.go(led)).status]).toEqual([true, 400])
  })

  it('of 24 concurrent first sign-ins of one identity, on two nodes, one account results', async () => {
    const conf = idp.party()
    const nodes = [idp, await idp.anotherNode()]
    const came = await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        const visitor = person(nodes[index % 2] ?? idp)
        const { request, ...stop } = await visitor.open(conf)
        const address = await signInThere(there, { browser: visitor.browser, stop, id: 'b' }, CAROL)
        return { visitor, request, address }
      }),
    )
    const subs = await Promise.all(
      came.map(async ({ visitor, request, address }) => {
        const end = await visitor.walk(await visitor.browser.visit(address))
        return (await claimsAfter({ client: conf, request }, end)).sub
      }),
    )
    expect(new Set(subs).size).toBe(1)
  })

  // Last: the clock of the provider stays where it is.
  it('what a sign-in there began ends with the age of the connector, and a local sign-in does not', async () => {
    const conf = idp.party()
    const scope = 'openid offline_access'
    const visitor = idp.user()
    const { tokens } = await enter(visitor, scope)
    const silent = await visitor.authorize(conf, { scope, prompt: 'none' })
    const later = (await conf.exchange(silent)).json() as { refresh_token: string }
    const own = await idp.user().signIn(conf, { scope })
    idp.clock.forward(MAX_AGE_SECONDS + 1)
    for (const token of [tokens.refresh_token, later.refresh_token])
      expect((await conf.refresh(token)).json()).toMatchObject({ error: 'invalid_grant', error_ref: 'session_expired' })
    await expect(visitor.authorize(conf, { prompt: 'none' })).rejects.toThrow('login_required')
    expect((await conf.refresh(own.refresh_token)).status).toBe(200)
  })
})
