/** POST /introspect (RFC 7662; D-T9): who may ask, and what is said of which token. */
import { expectDenied } from '../../support/denials.ts'
import { onEachDeployment } from '../../support/deployments.ts'
import { expectError, expectInactive } from '../../support/expect.ts'
import { ALICE, CONF2, DIS, PUB } from '../../support/fixtures.ts'
import { forgedTokens } from '../../support/forged-tokens.ts'
import type { Answer } from '../../support/http.ts'
import { claimsOf, type TokenSet } from '../../support/relying-party.ts'
import { startStandingIdp } from '../../support/standing-clock.ts'

onEachDeployment((idp) => {
  const conf = idp.party()
  const conf2 = idp.party(CONF2)
  const alice = idp.user()

  const signIn = (client = conf): Promise<TokenSet> => alice.signIn(client, { scope: 'openid email offline_access' })
  const contents = (answer: Answer): object => [answer.status, answer.json()]

  it('INT-01, INT-13: an active access token, in JSON that is not cached: exactly the documented fields, with the values of the token', async () => {
    const { access_token } = await signIn()
    const answer = await conf.introspect(access_token)
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toContain('no-store')
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    const said = answer.json() as Record<string, unknown>
    const { nbf: _nbf, ...claims } = claimsOf(access_token)
    expect(said).toEqual({ ...claims, active: true, token_type: 'Bearer' })
    expect(said).toMatchObject({
      aud: 'sso-resource-api',
      iss: idp.issuer,
      sub: ALICE.sub,
      client_id: 'conf',
      token_use: 'access',
      scope: 'openid email offline_access',
    })
  })

  it('INT-02: the alias responds the same, with either authentication', async () => {
    const { access_token } = await signIn()
    const first = contents(await conf.introspect(access_token))
    expect(contents(await conf.introspect(access_token, {}, { path: '/oauth2/introspect' }))).toEqual(first)
    expect(contents(await conf.introspect(access_token, {}, { method: 'post' }))).toEqual(first)
  })

  it('INT-03: what is not active is {"active":false} and nothing else', async () => {
    const first = await signIn()
    const second = (await conf.refresh(first.refresh_token)).json() as TokenSet
    const revoked = await signIn()
    await conf.revoke(revoked.access_token)
    const dead = [
      first.refresh_token,
      revoked.access_token,
      first.id_token,
      (await alice.authorize(conf)).code,
      'x',
      '\0',
      'x'.repeat(20_000),
    ]
    for (const token of [...dead, ...(await forgedTokens(idp, second.access_token))])
      expectInactive(await conf.introspect(token))
    expect((await conf.introspect(second.access_token)).json()).toMatchObject({ active: true })
  })

  it('INT-03: asking about a used refresh token is no replay of it', async () => {
    const first = await signIn()
    const second = (await conf.refresh(first.refresh_token)).json() as TokenSet
    expectInactive(await conf.introspect(first.refresh_token))
    expect((await conf.refresh(second.refresh_token)).status).toBe(200)
  })

  it('INT-04: a caller that is not authenticated learns nothing', async () => {
    const { access_token } = await signIn()
    const ask = (credentials: Record<string, string>): Promise<Answer> =>
      idp.send('/introspect', { body: { token: access_token, ...credentials } })
    for (const credentials of [
      {},
      { client_id: 'conf' },
      { client_id: 'conf', client_secret: 'wrong' },
      { client_id: 'unknown', client_secret: 'x' },
      { client_id: 'dis', client_secret: DIS.client_secret },
    ] as Record<string, string>[])
      expectDenied.client(await ask(credentials))
  })

  it('INT-05: a public client may not ask, not even about its own token', async () => {
    const pub = idp.party(PUB)
    expectDenied.client(await pub.introspect((await signIn(pub)).access_token), 'public_client_introspection')
  })

  it('INT-06: the hint changes nothing', async () => {
    const { access_token, refresh_token } = await signIn()
    for (const token of [access_token, refresh_token]) {
      const plain = contents(await conf.introspect(token))
      for (const hint of ['access_token', 'refresh_token', 'nonsense', ''])
        expect(contents(await conf.introspect(token, { token_type_hint: hint }))).toEqual(plain)
    }
  })

  it('INT-07: no token, or two, is invalid_request', async () => {
    for (const token of [undefined, '']) expectDenied.request(await conf.introspect('', { token }), 'parameter_missing')
    const message = { body: 'token=a&token=a', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    expectDenied.request(await conf.post('/introspect', {}, { message }), 'parameter_duplicated')
  })

  it('INT-08: another confidential client sees the access token, and not the refresh token', async () => {
    const { access_token, refresh_token } = await signIn()
    expect((await conf2.introspect(access_token)).json()).toMatchObject({ active: true, client_id: 'conf' })
    expectInactive(await conf2.introspect(refresh_token))
  })

  it('INT-09: the holder of a refresh token sees what it stands for, and that it is no access token', async () => {
    const { refresh_token, access_token } = await signIn()
    const { sid } = claimsOf(access_token)
    const said = (await conf.introspect(refresh_token)).json() as { iat: number; exp: number }
    expect(said).toEqual({
      active: true,
      client_id: 'conf',
      sub: ALICE.sub,
      sid: sid as string,
      scope: 'openid email offline_access',
      iat: expect.any(Number),
      exp: expect.any(Number),
      iss: idp.issuer,
      token_use: 'refresh',
    })
    expect(said.exp - said.iat).toBe(7 * 86_400)
    const next = (await conf.refresh(refresh_token)).json() as TokenSet
    expect((await conf.introspect(next.refresh_token)).json()).toMatchObject({ active: true })
  })

  it('INT-12: by form POST and client authentication only', async () => {
    const { access_token } = await signIn()
    const get = await idp.send(`/introspect?token=${access_token}`)
    expectError(get, 405, 'invalid_request', 'method_not_allowed')
    expect(get.headers.allow).toContain('POST')
    const json = { body: JSON.stringify({ token: access_token }), headers: { 'content-type': 'application/json' } }
    expectDenied.request(await conf.post('/introspect', {}, { message: json }), 'content_type')
    const headers = { authorization: `Bearer ${access_token}` }
    expectDenied.client(await idp.send('/introspect', { body: { token: access_token }, headers }))
  })

  it('INT-16: what is revoked on one node is inactive on the other immediately', async () => {
    const other = await idp.anotherNode()
    for (const [pick, revoke] of [
      ['access_token', 'access_token'],
      ['access_token', 'refresh_token'],
      ['refresh_token', 'refresh_token'],
    ] as const) {
      const tokens = await signIn()
      expect((await conf.introspect(tokens[pick], {}, { node: other })).json()).toMatchObject({ active: true })
      expect((await conf.revoke(tokens[revoke])).status).toBe(200)
      expectInactive(await conf.introspect(tokens[pick], {}, { node: other }))
    }
  })
})

it('with time: INT-03: an expired token, access or refresh, is inactive', async () => {
  const idp = await startStandingIdp()
  const conf = idp.party()
  const { access_token, refresh_token } = await idp.user().signIn(conf, { scope: 'openid offline_access' })
  idp.clock.forward(899)
  expect((await conf.introspect(access_token)).json()).toMatchObject({ active: true })
  idp.clock.forward(1)
  expectInactive(await conf.introspect(access_token))
  idp.clock.forward(7 * 86_400 - 901)
  expect((await conf.introspect(refresh_token)).json()).toMatchObject({ active: true })
  idp.clock.forward(1)
  expectInactive(await conf.introspect(refresh_token))
})
