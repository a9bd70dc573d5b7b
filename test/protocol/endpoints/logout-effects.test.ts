/** What a logout of one browser ends, and what lives on (D-S3). */
import { type Person, person } from '../../support/actors.ts'
import { expectDenied } from '../../support/denials.ts'
import { forEachDeployment } from '../../support/deployments.ts'
import { expectInactive } from '../../support/expect.ts'
import { filled } from '../../support/filled.ts'
import { CONF, CONF2 } from '../../support/fixtures.ts'
import { byGet, stateOf } from '../../support/logout-caller.ts'
import { claimsOf, relyingParty, type TokenSet } from '../../support/relying-party.ts'

forEachDeployment((start) => {
  const idp = filled(beforeAll, start)
  const conf = relyingParty(idp, CONF)
  const conf2 = relyingParty(idp, CONF2)

  const signedIn = async (): Promise<{ readonly alice: Person; readonly tokens: TokenSet }> => {
    const alice = person(idp)
    return { alice, tokens: await alice.signIn(conf) }
  }
  const state = (who: Person): Promise<string> => stateOf(who, conf)

  it('LGO-22: access tokens of the session are dead, an offline refresh token and what it yields live on', async () => {
    const alice = person(idp)
    const [online, offline] = [await alice.signIn(conf), await alice.signIn(conf2, { scope: 'openid offline_access' })]
    await byGet(alice, { id_token_hint: online.id_token })
    for (const [client, { access_token }] of [
      [conf, online],
      [conf2, offline],
    ] as const) {
      expectInactive(await client.introspect(access_token))
      expectDenied.token(await client.userinfo(access_token))
    }
    const refreshed = await conf2.refresh(offline.refresh_token)
    expect(refreshed.status).toBe(200)
    expect((await conf2.introspect(refreshed.json().access_token)).json()).toMatchObject({
      active: true,
      sid: claimsOf(offline.access_token).sid,
    })
    expectInactive(await conf2.introspect(offline.access_token))
  })

  it('LGO-22: a code of the session is dead', async () => {
    const alice = person(idp)
    const { id_token } = await alice.signIn(conf)
    const grant = await alice.authorize(conf2)
    await byGet(alice, { id_token_hint: id_token })
    expectDenied.grant(await conf2.exchange(grant))
  })

  it('LGO-24: another device of the same user stays signed in', async () => {
    const { alice, tokens } = await signedIn()
    const phone = person(idp)
    const other = await phone.signIn(conf)
    await byGet(alice, { id_token_hint: tokens.id_token })
    expect(await state(alice)).toBe('login_required')
    expect(await state(phone)).toBe('signed in')
    expect((await conf.introspect(other.access_token)).json().active).toBe(true)
  })
})
