/**
 * The page that asks before it signs out (D-S3; OIDC RP-Initiated Logout 1.0 s2): no other site can confirm it, nothing
 * becomes markup.
 */
import type { Person } from '../../support/actors.ts'
import { expectDenied } from '../../support/denials.ts'
import { forEachDeployment } from '../../support/deployments.ts'
import { BOB, CLIENTS, CONF2 } from '../../support/fixtures.ts'
import { sharedIdp } from '../../support/idp.ts'
import { byGet, byPost, confirmPage, JSON_CALLER, stateOf } from '../../support/logout-caller.ts'
import { logoutClient, startSink } from '../../support/logout-sinks.ts'
import { textIn } from '../../support/panel-visitor.ts'

const HOSTILE = logoutClient('hostile', { client_name: '<script>alert(1)</script> "&\' Ltd' })
const NOTIFIED = logoutClient('notified', { backchannel_logout_uri: (await startSink()).url })

forEachDeployment((start) => {
  const idp = sharedIdp(() => start({ options: { clients: [...CLIENTS, HOSTILE, NOTIFIED] } }))
  const conf = idp.party()
  const conf2 = idp.party(CONF2)

  const signedIn = async (): Promise<{ readonly alice: Person }> => {
    const alice = idp.user()
    await alice.signIn(conf)
    return { alice }
  }
  const state = (who: Person): Promise<string> => stateOf(who, conf)

  it('LGO-14: a form without its secret, with another one, or from another site ends nothing', async () => {
    const { alice } = await signedIn()
    const page = confirmPage(idp, await byGet(alice, { client_id: 'conf' }))
    const other = (await signedIn()).alice
    const unrelated = confirmPage(idp, await byGet(other, { client_id: 'conf' })).forms[0]?.fields.csrf ?? ''
    const fields = page.forms[0]?.fields ?? {}
    for (const csrf of [undefined, '', 'x', unrelated])
      expectDenied.request(await byPost(alice, { ...fields, action: 'confirm', csrf }, JSON_CALLER), 'form_forged')
    for (const site of ['cross-site', 'same-site'])
      expectDenied.request(
        await byPost(alice, { ...fields, action: 'confirm' }, { ...JSON_CALLER, 'sec-fetch-site': site }),
        'form_forged',
      )
    expect(await state(alice)).toBe('signed in')
  })

  it('names the user and the apps that end, and is never framed or stored', async () => {
    const { alice } = await signedIn()
    await alice.signIn(conf2)
    const answer = await byGet(alice, {})
    for (const text of ['Alice Doe', 'conf', 'conf2']) expect(answer.text).toContain(text)
    expect(answer.headers['x-frame-options']).toBe('DENY')
    expect(answer.headers['cache-control']).toContain('no-store')
  })

  it('lists the apps that are signed out, and those that may stay open, as the page after it does', async () => {
    const { alice } = await signedIn()
    await alice.signIn(idp.party(NOTIFIED))
    const page = confirmPage(idp, await byGet(alice, {}))
    const listsOf = (html: string): readonly string[] =>
      [...html.matchAll(/<section[^>]*>.*?<\/section>/gs)].map(([section]) => textIn(section))
    expect(listsOf(page.answer.text)).toEqual([
      expect.stringMatching(/^You’ll also be signed out of:.*App notified$/),
      expect.stringMatching(/^You may stay signed in to:.*conf$/),
    ])
    const after = await alice.browser.submit(page, { action: 'confirm' })
    expect(listsOf(after.answer.text)).toEqual([
      expect.stringMatching(/^(Signed out|No response yet).*App notified$/),
      expect.stringMatching(/^Not notified; may still be open.*conf$/),
    ])
  })

  it('the session of another user in the same browser is not ended by an older page', async () => {
    const { alice } = await signedIn()
    const page = confirmPage(idp, await byGet(alice, { client_id: 'conf' }))
    await alice.browser.submit(page, { action: 'confirm' })
    const bob = idp.user(BOB, alice.browser)
    await bob.signIn(conf)
    expectDenied.request(await byPost(bob, { ...page.forms[0]?.fields, action: 'confirm' }, JSON_CALLER), 'form_forged')
    expect(await state(bob)).toBe('signed in')
  })

  it('LGO-16: what is sent and what a client is called cannot become markup', async () => {
    const alice = idp.user()
    await alice.signIn(idp.party(HOSTILE))
    const evil = '"><script>alert(2)</script>'
    const answer = await byGet(alice, {
      client_id: 'hostile',
      post_logout_redirect_uri: 'https://hostile.example/',
      state: evil,
      ui_locales: evil,
    })
    const page = confirmPage(idp, answer)
    expect(answer.text).not.toMatch(/<script>alert/)
    expect(page.forms[0]?.fields.state).toBe(evil)
    expect(answer.headers['content-security-policy']).toContain("script-src 'self'")
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    const stop = await alice.browser.submit(page, { action: 'confirm' })
    expect([stop.at, new URL(stop.url).searchParams.get('state')]).toEqual(['external', evil])
  })
})
