/** GET and POST /userinfo: whose token it is, and what its scopes release. */
import { expectDenied } from '../../support/denials.ts'
import { onEachDeployment } from '../../support/deployments.ts'
import { expectChallenge, expectError } from '../../support/expect.ts'
import { ALICE, BOB } from '../../support/fixtures.ts'
import { forgedTokens } from '../../support/forged-tokens.ts'
import type { Answer } from '../../support/http.ts'
import { claimsOf } from '../../support/relying-party.ts'
import { startStandingIdp } from '../../support/standing-clock.ts'

onEachDeployment((idp) => {
  const conf = idp.party()
  const alice = idp.user()

  const tokenOf = async (scope: string, who = alice): Promise<string> =>
    (await who.signIn(conf, { scope })).access_token
  const ask = (authorization: string | undefined, method = 'GET'): Promise<Answer> =>
    idp.send('/userinfo', { method, headers: authorization === undefined ? {} : { authorization } })

  function expectInvalid(answer: Answer): void {
    expectDenied.token(answer)
    expectChallenge(answer, 'invalid_token')
  }

  it('UI-01: by GET and by POST: the subject of the ID token, as JSON that is not cached', async () => {
    const tokens = await alice.signIn(conf)
    for (const method of ['GET', 'POST']) {
      const answer = await ask(`Bearer ${tokens.access_token}`, method)
      expect([answer.status, answer.json()]).toEqual([200, { sub: claimsOf(tokens.id_token).sub as string }])
      expect(answer.headers).toMatchObject({
        'cache-control': expect.stringContaining('no-store'),
        'content-type': expect.stringMatching(/^application\/json/),
      })
    }
  })

  it('UI-02, UI-03: each scope releases its claims and no others', async () => {
    const profile = {
      name: 'Alice Doe',
      given_name: 'Alice',
      family_name: 'Doe',
      preferred_username: 'alice',
      updated_at: expect.any(Number),
    }
    const email = { email: 'alice@example.com', email_verified: true }
    for (const [scope, claims] of [
      ['openid', {}],
      ['openid profile', profile],
      ['openid email', email],
      ['openid profile email', { ...profile, ...email }],
      ['openid roles', { roles: ['editor', 'reader'] }],
      ['openid permissions', { permissions: ['invoices:read'] }],
      ['openid offline_access', {}],
    ] as const)
      expect((await ask(`Bearer ${await tokenOf(scope)}`)).json()).toEqual({ sub: ALICE.sub, ...claims })
  })

  it('UI-02: what is not known of a user is left out, never null or empty', async () => {
    const claims = (
      await ask(`Bearer ${await tokenOf('openid profile email roles permissions', idp.user(BOB))}`)
    ).json() as Record<string, unknown>
    expect(claims).toMatchObject({ sub: BOB.sub, preferred_username: 'bob' })
    for (const absent of ['name', 'given_name', 'family_name', 'email', 'picture', 'locale', 'zoneinfo'])
      expect(claims).not.toHaveProperty(absent)
    for (const value of Object.values(claims)) expect([null, '']).not.toContain(value)
    for (const list of ['roles', 'permissions']) if (list in claims) expect(claims[list]).toEqual([])
  })

  it('UI-04: without a token: 401 and the bare challenge', async () => {
    for (const authorization of [undefined, 'Basic Y29uZjp4', 'Bearer', 'bearer ', 'Bearerx']) {
      const answer = await ask(authorization)
      expectDenied.token(answer, 'token_missing')
      expectChallenge(answer)
    }
  })

  it('UI-05: forged, bent, of another issuer or audience, or garbage', async () => {
    const good = await tokenOf('openid')
    for (const forged of [...(await forgedTokens(idp, good)), '"x"', '<script>', `${good},`, `${good}\u00E9`])
      expectInvalid(await ask(`Bearer ${forged}`))
  })

  it('UI-06: an ID token, a refresh token or a code is no access token', async () => {
    const { id_token, refresh_token } = await alice.signIn(conf, { scope: 'openid offline_access' })
    for (const other of [id_token, refresh_token, (await alice.authorize(conf)).code])
      expectInvalid(await ask(`Bearer ${other}`))
  })

  it('UI-08: a token in the address is never taken; one in the body is not either', async () => {
    const token = await tokenOf('openid')
    for (const address of [`/userinfo?access_token=${token}`, `/userinfo?x=y&access_token=${token}`])
      expectDenied.request(await idp.send(address), 'token_in_query')
    for (const headers of [{}, { authorization: 'Basic Y29uZjp4' }]) {
      const answer = await idp.send('/userinfo', { body: { access_token: token }, headers })
      expectDenied.request(answer, 'token_in_body')
      expectChallenge(answer, 'invalid_request')
    }
  })

  it('UI-09: more than one token, or a malformed one', async () => {
    const token = await tokenOf('openid')
    const authorization = `Bearer ${token}`
    const twice = await idp.send('/userinfo', { headers: { authorization: [authorization, authorization] } as never })
    expectDenied.request(twice, 'several_tokens')
    const both = await idp.send('/userinfo', { headers: { authorization }, body: { access_token: token } })
    expectDenied.request(both, 'several_tokens')
    expectChallenge(both, 'invalid_request')
    for (const bad of [`Bearer ${token} ${token}`, `Bearer ${token}, Basic x`]) {
      const answer = await ask(bad)
      expectDenied.request(answer)
      expectChallenge(answer, 'invalid_request')
    }
    for (const scheme of ['bearer', 'BEARER', 'Bearer ']) expect((await ask(`${scheme} ${token}`)).status).toBe(200)
  })

  it('UI-10: without the scope openid: 403 insufficient_scope', async () => {
    const first = await alice.signIn(conf, { scope: 'openid email offline_access' })
    const narrow = (await conf.refresh(first.refresh_token, { scope: 'email' })).json() as { access_token: string }
    const answer = await ask(`Bearer ${narrow.access_token}`)
    expectError(answer, 403, 'insufficient_scope', 'openid_scope_missing')
    expectChallenge(answer, 'insufficient_scope')
  })

  it('UI-15: other methods, and a body that is no form', async () => {
    const authorization = `Bearer ${await tokenOf('openid')}`
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      const answer = await ask(authorization, method)
      expectError(answer, 405, 'invalid_request', 'method_not_allowed')
      expect(answer.headers.allow).toMatch(/GET.*POST/)
    }
    const json = { body: '{"access_token":"x"}', headers: { authorization, 'content-type': 'application/json' } }
    const refused = await idp.send('/userinfo', json)
    expectDenied.request(refused, 'content_type')
    expectChallenge(refused, 'invalid_request')
    expect((await idp.send('/userinfo', { method: 'HEAD', headers: { authorization } })).status).toBe(200)
  })
})

it('with time: UI-05: an expired token is invalid, to the second', async () => {
  const idp = await startStandingIdp()
  const conf = idp.party()
  const { access_token } = await idp.user().signIn(conf)
  idp.clock.forward(899)
  expect((await conf.userinfo(access_token)).status).toBe(200)
  idp.clock.forward(1)
  expectDenied.token(await conf.userinfo(access_token))
})
