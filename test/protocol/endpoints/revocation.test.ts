/** POST /revocation (RFC 7009; D-T10): the answer is always the same, what it does is not. */
import { expectDenied } from '../../support/denials.ts'
import { onEachDeployment } from '../../support/deployments.ts'
import { expectError, expectInactive } from '../../support/expect.ts'
import { CONF, CONF2, DIS, PUB } from '../../support/fixtures.ts'
import type { Answer } from '../../support/http.ts'
import type { TokenSet } from '../../support/relying-party.ts'

const PATHS = ['/revocation', '/oauth/revoke', '/oauth2/revocation']

onEachDeployment((idp) => {
  const conf = idp.party(CONF)
  const conf2 = idp.party(CONF2)
  const pub = idp.party(PUB)
  const alice = idp.user()

  const signIn = (client = conf): Promise<TokenSet> => alice.signIn(client, { scope: 'openid offline_access' })

  function expectDone(answer: Answer): void {
    expect([answer.status, answer.text]).toEqual([200, '{}'])
    expect(answer.headers).toMatchObject({
      'cache-control': expect.stringContaining('no-store'),
      'content-type': expect.stringMatching(/^application\/json/),
    })
  }

  async function expectAlive({ access_token, refresh_token }: TokenSet, client = conf): Promise<void> {
    expect((await client.userinfo(access_token)).status).toBe(200)
    expect((await client.refresh(refresh_token)).status).toBe(200)
  }

  it.each(PATHS)('REV-01, REV-15: %s: a refresh token is revoked with its family', async (path) => {
    const tokens = await signIn()
    expectDone(await conf.revoke(tokens.refresh_token, {}, { path }))
    expectDenied.grant(await conf.refresh(tokens.refresh_token), 'tokens_revoked')
    expectDenied.token(await conf.userinfo(tokens.access_token))
    expectInactive(await conf.introspect(tokens.access_token))
  })

  it.each(PATHS)('REV-02, REV-03: %s: an access token is revoked alone; the refresh token lives', async (path) => {
    const tokens = await signIn()
    expectDone(await conf.revoke(tokens.access_token, {}, { path }))
    expectDenied.token(await conf.userinfo(tokens.access_token))
    expectInactive(await conf.introspect(tokens.access_token))
    const bearer = { method: 'POST', headers: { authorization: `Bearer ${tokens.access_token}` } }
    for (const at of ['/connect/logout', '/connect/register-session']) expectDenied.token(await idp.send(at, bearer))
    const next = (await conf.refresh(tokens.refresh_token)).json() as TokenSet
    expect((await conf.userinfo(next.access_token)).status).toBe(200)
    expectDenied.token(await conf.userinfo(tokens.access_token))
  })

  it('REV-04: unknown, garbage, revoked before, or no such token at all', async () => {
    const tokens = await signIn()
    await conf.revoke(tokens.refresh_token)
    for (const token of [
      'x',
      '\0',
      'x'.repeat(20_000),
      tokens.refresh_token,
      tokens.access_token,
      tokens.id_token,
      (await alice.authorize(conf)).code,
    ])
      expectDone(await conf.revoke(token))
  })

  it('REV-05: a client that is not authenticated gets the same answer, and nothing happens', async () => {
    const tokens = await signIn()
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      for (const credentials of [
        {},
        { client_id: 'conf' },
        { client_id: 'conf', client_secret: 'wrong' },
        { client_id: 'unknown', client_secret: 'x' },
        { client_id: 'dis', client_secret: DIS.client_secret },
        { client_id: 'conf', client_secret: CONF2.client_secret },
      ] as Record<string, string>[])
        expectDone(await idp.send('/revocation', { body: { token, ...credentials } }))
      expectDone(await idp.send('/revocation', { body: { token }, headers: { authorization: 'Basic !!!' } }))
      expectDone(await conf.revoke(token, { client_secret: CONF.client_secret }))
      expectDone(await conf.revoke(token, { client_id: 'conf2' }))
    }
    await expectAlive(tokens)
  })

  it('REV-06: another client cannot revoke it', async () => {
    const tokens = await signIn()
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      expectDone(await conf2.revoke(token))
      expectDone(await pub.revoke(token))
    }
    await expectAlive(tokens)
  })

  it("REV-07: a public client revokes its own with its client_id, and no other client's", async () => {
    const [own, others] = [await signIn(pub), await signIn(conf)]
    expectDone(await pub.revoke(others.refresh_token))
    expectDone(await pub.revoke(own.refresh_token))
    expectDenied.grant(await pub.refresh(own.refresh_token))
    await expectAlive(others)
  })

  it('REV-08: a wrong or unknown hint is no hindrance', async () => {
    for (const [pick, hint] of [
      ['refresh_token', 'access_token'],
      ['refresh_token', 'nonsense'],
      ['access_token', 'refresh_token'],
      ['access_token', ''],
    ] as const) {
      const tokens = await signIn()
      expectDone(await conf.revoke(tokens[pick], { token_type_hint: hint }))
      expectInactive(await conf.introspect(tokens[pick]))
    }
  })

  it('REV-09: no token, two, no body, JSON, or a broken one: the same answer, and nothing changes', async () => {
    const tokens = await signIn()
    const form = 'application/x-www-form-urlencoded'
    expectDone(await conf.post('/revocation', {}))
    expectDone(await conf.revoke(''))
    for (const [type, body] of [
      [form, `token=${tokens.refresh_token}&token=${tokens.refresh_token}`],
      [form, ''],
      [form, '%'],
      [form, `token=%zz${tokens.refresh_token}`],
      ['application/json', JSON.stringify({ token: tokens.refresh_token })],
      ['text/plain', `token=${tokens.refresh_token}`],
      ['multipart/form-data; boundary=x', `token=${tokens.refresh_token}`],
    ] as const)
      expectDone(await conf.post('/revocation', {}, { message: { body, headers: { 'content-type': type } } }))
    expectDone(await conf.post('/revocation', {}, { message: { method: 'POST', body: '' } }))
    await expectAlive(tokens)
  })

  it('REV-16: only by POST, and a token in the address is nothing', async () => {
    const tokens = await signIn()
    for (const path of PATHS) {
      const answer = await idp.send(`${path}?token=${tokens.refresh_token}`)
      expectError(answer, 405, 'invalid_request', 'method_not_allowed')
      expect(answer.headers.allow).toContain('POST')
      expectDone(await conf.post(`${path}?token=${tokens.refresh_token}`, {}))
    }
    await expectAlive(tokens)
  })

  it('D-G6: a body that is too large is 413, here too', async () =>
    expectError(await conf.revoke('x'.repeat(57 * 1024)), 413, 'invalid_request', 'body_too_large'))
})
