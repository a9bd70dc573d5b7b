/** When a refresh token stops working, and what the client gets to know (D-T3, D-T6). */
import { person } from '../../support/actors.ts'
import { expectDenied } from '../../support/denials.ts'
import { forEachDeployment } from '../../support/deployments.ts'
import { expectError, expectInactive } from '../../support/expect.ts'
import { filled } from '../../support/filled.ts'
import { CONF } from '../../support/fixtures.ts'
import { startIdp } from '../../support/idp.ts'
import { registeredClient } from '../../support/registered-client.ts'
import { relyingParty, type TokenSet } from '../../support/relying-party.ts'

const OFFLINE = 'openid offline_access'
const DAY = 86_400

forEachDeployment((start) => {
  const idp = filled(beforeAll, start)

  it('REF-12: a scope that the client has lost refuses the refresh, until it has it again', async () => {
    const { party, clientId, allow } = await registeredClient(idp)
    const { refresh_token } = await person(idp).signIn(party, { scope: 'openid email offline_access' })
    await allow(['openid', 'offline_access'])
    expectError(await party.refresh(refresh_token), 400, 'invalid_scope', 'scope_denied')
    expectError(await party.refresh(refresh_token, { scope: 'openid email' }), 400, 'invalid_scope', 'scope_denied')
    await allow(['openid', 'email'])
    expectError(await party.refresh(refresh_token), 400, 'invalid_scope', 'scope_denied')
    expectError(await party.refresh(refresh_token, { scope: 'openid' }), 400, 'invalid_scope', 'scope_denied')
    await allow(['openid', 'email', 'offline_access'])
    expect((await party.refresh(refresh_token)).status).toBe(200)
    expect(clientId).toBe(party.id)
  })

  it('D-T6: what is still allowed may be asked for although another scope was lost', async () => {
    const { party, allow } = await registeredClient(idp)
    const { refresh_token } = await person(idp).signIn(party, { scope: 'openid email offline_access' })
    await allow(['openid', 'offline_access'])
    expect((await party.refresh(refresh_token, { scope: OFFLINE })).json()).toMatchObject({ scope: OFFLINE })
  })

  it('REF-14: the client is disabled: invalid_client; enabled again, its tokens stay dead', async () => {
    const { party, clientId } = await registeredClient(idp)
    const tokens = await person(idp).signIn(party, { scope: OFFLINE })
    await idp.portico.clients.disable(clientId, 'admin')
    expectDenied.client(await party.refresh(tokens.refresh_token), 'client_disabled')
    expectDenied.token(await party.userinfo(tokens.access_token))
    await idp.portico.clients.enable(clientId, 'admin')
    expectDenied.grant(await party.refresh(tokens.refresh_token))
    expectInactive(await party.introspect(tokens.access_token))
    expectDenied.token(await party.userinfo(tokens.access_token))
  })

  it('REF-14: the client is decommissioned, and its id given to another', async () => {
    const { party, clientId } = await registeredClient(idp)
    const tokens = await person(idp).signIn(party, { scope: OFFLINE })
    await idp.portico.clients.decommission(clientId, clientId, 'admin')
    expectDenied.client(await party.refresh(tokens.refresh_token), 'invalid_client')
    const heir = await registeredClient(idp, clientId)
    expectDenied.grant(await heir.party.refresh(tokens.refresh_token))
    expectDenied.token(await party.userinfo(tokens.access_token))
  })
})

describe('with time', () => {
  it('REF-14: idle for seven days: session_expired; used within them it lives on', async () => {
    const idp = await startIdp()
    const conf = relyingParty(idp, CONF)
    const alice = person(idp)
    const [used, idle] = [await alice.signIn(conf, { scope: OFFLINE }), await alice.signIn(conf, { scope: OFFLINE })]
    idp.clock.forward(7 * DAY - 60)
    const later = (await conf.refresh(used.refresh_token)).json() as TokenSet
    idp.clock.forward(120)
    expectDenied.grant(await conf.refresh(idle.refresh_token), 'session_expired')
    expect((await conf.refresh(later.refresh_token)).status).toBe(200)
  })

  it('REF-14: thirty days after the sign-in, however often it was used: session_expired', async () => {
    const idp = await startIdp()
    const conf = relyingParty(idp, CONF)
    let { refresh_token } = await person(idp).signIn(conf, { scope: OFFLINE })
    for (let day = 0; day < 30; day += 6) {
      idp.clock.forward(6 * DAY - (day === 24 ? 60 : 0))
      refresh_token = ((await conf.refresh(refresh_token)).json() as TokenSet).refresh_token
    }
    idp.clock.forward(120)
    expectDenied.grant(await conf.refresh(refresh_token), 'session_expired')
  })

  it('REF-14: the lifetimes may be configured', async () => {
    const idp = await startIdp({ options: { lifetimes: { refreshTokenIdle: 60, refreshTokenAbsolute: 90 } } })
    const conf = relyingParty(idp, CONF)
    const { refresh_token } = await person(idp).signIn(conf, { scope: OFFLINE })
    idp.clock.forward(50)
    const next = (await conf.refresh(refresh_token)).json() as TokenSet
    idp.clock.forward(50)
    expectDenied.grant(await conf.refresh(next.refresh_token), 'session_expired')
  })
})
