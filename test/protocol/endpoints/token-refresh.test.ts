/** POST /token with a refresh token: rotation, replay, scope, unchanged state after a refusal, end (D-T3, D-T6). */
import { digestOf } from '../../../lib/domain/keys/digest.ts'
import { expectDenied } from '../../support/denials.ts'
import { onEachDeployment } from '../../support/deployments.ts'
import { expectError, expectInactive } from '../../support/expect.ts'
import { CONF, CONF2, PUB } from '../../support/fixtures.ts'
import { encodeFields } from '../../support/http.ts'
import { runningIdp, startIdp } from '../../support/idp.ts'
import { registeredClient } from '../../support/registered-client.ts'
import { claimsOf, type RelyingParty, random, type TokenSet } from '../../support/relying-party.ts'

const OFFLINE = 'openid profile email offline_access'
const ALONE = 'openid offline_access'
const DAY = 86_400

onEachDeployment((idp) => {
  const conf = idp.party(CONF)
  const conf2 = idp.party(CONF2)
  const pub = idp.party(PUB)
  const alice = idp.user()

  const signIn = (client = conf): Promise<TokenSet> => alice.signIn(client, { scope: OFFLINE })

  async function refreshed(client: RelyingParty, refreshToken: string, fields = {}): Promise<TokenSet> {
    const answer = await client.refresh(refreshToken, fields)
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
    return answer.json() as TokenSet
  }

  it.each([
    ['basic', CONF],
    ['post', CONF],
    ['none', PUB],
  ] as const)('REF-01: %s: every use gives a new access token and a new refresh token', async (method, client) => {
    const party = idp.party(client)
    const first = await signIn(party)
    const answer = await party.refresh(first.refresh_token, {}, { method })
    expect(answer.headers['cache-control']).toContain('no-store')
    const second = answer.json() as TokenSet
    expect(second).toEqual({
      access_token: expect.any(String),
      id_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
      scope: OFFLINE,
    })
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(second.access_token).not.toBe(first.access_token)
    expect((await party.userinfo(second.access_token)).status).toBe(200)
    expect((await party.refresh(second.refresh_token, {}, { method, path: '/oauth2/token' })).status).toBe(200)
  })

  it('REF-02: the ID token is of the same sign-in', async () => {
    const first = await signIn()
    idp.clock.forward(5)
    const second = await refreshed(conf, first.refresh_token)
    const [before, after] = [claimsOf(first.id_token), claimsOf(second.id_token)]
    for (const claim of ['iss', 'sub', 'aud', 'auth_time', 'sid', 'acr', 'amr'])
      expect(after[claim]).toEqual(before[claim])
    expect(after.iat as number).toBeGreaterThan(before.iat as number)
    expect(after.nonce).toBeUndefined()
  })

  it('REF-03: a token used before kills its family: the one after it, and every access token', async () => {
    const first = await signIn()
    const second = await refreshed(conf, first.refresh_token)
    expectDenied.grant(await conf.refresh(first.refresh_token), 'refresh_token_replayed')
    expectDenied.grant(await conf.refresh(second.refresh_token), 'tokens_revoked')
    for (const { access_token } of [first, second]) {
      expectDenied.token(await conf.userinfo(access_token))
      expectInactive(await conf.introspect(access_token))
    }
  })

  it('D-T4: two sign-ins of one client in one browser are two families: replay in one leaves the other alone', async () => {
    const [one, two] = [await signIn(), await signIn()]
    await refreshed(conf, one.refresh_token)
    expectDenied.grant(await conf.refresh(one.refresh_token), 'refresh_token_replayed')
    expect((await conf.userinfo(two.access_token)).status).toBe(200)
    await refreshed(conf, two.refresh_token)
  })

  it('REF-05: of fifty simultaneous refreshes one at the most succeeds, and no branch of the family lives', async () => {
    const { refresh_token } = await signIn()
    const answers = await Promise.all(Array.from({ length: 50 }, () => conf.refresh(refresh_token)))
    const won = answers.filter(({ status }) => status === 200)
    expect(won.length).toBeLessThanOrEqual(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      const { error_ref } = answer.json() as { error_ref: string }
      expect(['refresh_token_replayed', 'tokens_revoked']).toContain(error_ref)
      expectDenied.grant(answer, error_ref)
    }
    for (const winner of won) expectDenied.grant(await conf.refresh((winner.json() as TokenSet).refresh_token))
  })

  it('REF-08: a token of one client is nothing to another, and its family stays as it was', async () => {
    const first = await signIn()
    for (const thief of [conf2, pub]) expectDenied.grant(await thief.refresh(first.refresh_token), 'invalid_grant')
    const second = await refreshed(conf, first.refresh_token)
    for (const thief of [conf2, pub]) expectDenied.grant(await thief.refresh(first.refresh_token), 'invalid_grant')
    await refreshed(conf, second.refresh_token)
  })

  it('REF-09: a confidential client must say who it is, and a refusal changes nothing', async () => {
    const { refresh_token } = await signIn()
    expectDenied.client(await conf.refresh(refresh_token, {}, { method: 'none' }))
    expectDenied.client(await conf.refresh(refresh_token, { client_secret: random() }, { method: 'none' }))
    await refreshed(conf, refresh_token)
  })

  it('REF-10: a narrower scope narrows this access token; the next refresh has the whole grant again', async () => {
    const first = await signIn()
    const narrow = await refreshed(conf, first.refresh_token, { scope: 'openid' })
    expect([narrow.scope, claimsOf(narrow.access_token).scope]).toEqual(['openid', 'openid'])
    expect(Object.keys((await conf.userinfo(narrow.access_token)).json() as object)).toEqual(['sub'])
    expect((await refreshed(conf, narrow.refresh_token)).scope).toBe(OFFLINE)
  })

  it('REF-11: a wider or unknown scope is invalid_scope, and the token is not consumed', async () => {
    const { refresh_token } = await signIn()
    for (const scope of ['openid roles', `${OFFLINE} permissions`, 'admin', 'openid\0', '__proto__'])
      expectError(await conf.refresh(refresh_token, { scope }), 400, 'invalid_scope')
    await refreshed(conf, refresh_token)
  })

  it('REF-17: what is no refresh token is invalid_grant', async () => {
    const grant = await alice.authorize(conf)
    const { access_token, id_token } = await signIn()
    for (const other of [access_token, id_token, grant.code, 'x', '\0', 'x'.repeat(86), 'x'.repeat(10_000)])
      expectDenied.grant(await conf.refresh(other), 'invalid_grant')
    expect((await conf.exchange(grant)).status).toBe(200)
  })

  it('of a code and of a refresh token the store has the hash alone', async () => {
    const [{ code }, { refresh_token }] = [await alice.authorize(conf, { scope: OFFLINE }), await signIn()]
    for (const value of [code, refresh_token]) {
      const familyId = Buffer.from(value, 'base64url').subarray(-16).toString('base64url')
      const kept = await idp.portico.storage.families.read(familyId)
      expect(kept).toContain(digestOf(value, 16))
      expect(kept).not.toContain(value.slice(0, 43))
    }
  })

  it('REF-18: twice, or not at all, is invalid_request', async () => {
    const { refresh_token } = await signIn()
    const sent = ['refresh_token', refresh_token] as const
    const twice = encodeFields([['grant_type', 'refresh_token'], sent, sent])
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expectDenied.request(await conf.post('/token', {}, { message: { body: twice, headers } }), 'parameter_duplicated')
    for (const missing of [undefined, ''])
      expectDenied.request(await conf.refresh('x', { refresh_token: missing }), 'parameter_missing')
    await refreshed(conf, refresh_token)
  })

  it('REF-23: parameters of the other grant are ignored', async () => {
    const { refresh_token } = await signIn()
    const { id_token } = await refreshed(conf, refresh_token, {
      redirect_uri: 'https://evil.example/',
      code_verifier: random(),
      nonce: 'another',
      code: 'x',
    })
    expect(claimsOf(id_token).nonce).toBeUndefined()
  })

  it('REF-12: a scope that the client has lost refuses the refresh, until it has it again', async () => {
    const { party, clientId, allow } = await registeredClient(idp)
    const { refresh_token } = await idp.user().signIn(party, { scope: 'openid email offline_access' })
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

  it('REF-14: the client is disabled: invalid_client; enabled again, its tokens stay dead', async () => {
    const { party, clientId } = await registeredClient(idp)
    const tokens = await idp.user().signIn(party, { scope: ALONE })
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
    const tokens = await idp.user().signIn(party, { scope: ALONE })
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
    const conf = idp.party(CONF)
    const alice = idp.user()
    const [used, idle] = [await alice.signIn(conf, { scope: ALONE }), await alice.signIn(conf, { scope: ALONE })]
    idp.clock.forward(7 * DAY - 60)
    const later = (await conf.refresh(used.refresh_token)).json() as TokenSet
    idp.clock.forward(120)
    expectDenied.grant(await conf.refresh(idle.refresh_token), 'session_expired')
    expect((await conf.refresh(later.refresh_token)).status).toBe(200)
  })

  it('REF-14: the lifetimes may be configured', async () => {
    const idp = await runningIdp({ lifetimes: { refreshTokenIdle: 60, refreshTokenAbsolute: 90 } })
    const conf = idp.party(CONF)
    const { refresh_token } = await idp.user().signIn(conf, { scope: ALONE })
    idp.clock.forward(50)
    const next = (await conf.refresh(refresh_token)).json() as TokenSet
    idp.clock.forward(50)
    expectDenied.grant(await conf.refresh(next.refresh_token), 'session_expired')
  })
})
