/** POST /token with a code: what it yields, and every way in which it yields nothing. */
import { expectDenied } from '../../support/denials.ts'
import { onEachDeployment } from '../../support/deployments.ts'
import { expectError } from '../../support/expect.ts'
import { CONF, CONF2, ODD, PUB, TRUSTED } from '../../support/fixtures.ts'
import type { Answer } from '../../support/http.ts'
import { challengeOf, claimsOf, type Grant, random } from '../../support/relying-party.ts'
import { startStandingIdp } from '../../support/standing-clock.ts'
import { words } from '../../support/words.ts'

onEachDeployment((idp) => {
  const conf = idp.party(CONF)
  const conf2 = idp.party(CONF2)
  const pub = idp.party(PUB)
  const alice = idp.user()
  beforeAll(async () => {
    for (const client of [conf, conf2, pub])
      await alice.authorize(client, { scope: 'openid profile email offline_access' })
  })

  const grant = (client = conf, scope = 'openid'): Promise<Grant> => alice.authorize(client, { scope })
  const succeeds = async (answer: Answer | Promise<Answer>): Promise<void> =>
    expect([(await answer).status, (await answer).text]).toEqual([200, expect.any(String)])

  it.each([
    ['basic', CONF, '/token'],
    ['basic', CONF, '/oauth2/token'],
    ['post', CONF, '/token'],
    ['post', CONF, '/oauth2/token'],
    ['none', PUB, '/token'],
    ['none', PUB, '/oauth2/token'],
  ] as const)(
    'TOK-01, TOK-02: %s authentication of %j at %s gives the token response and no more',
    async (method, client, path) => {
      const party = idp.party(client)
      const answer = await party.exchange(await grant(party, 'openid email'), {}, { method, path })
      expect(answer.status).toBe(200)
      expect(answer.headers).toMatchObject({
        'cache-control': expect.stringContaining('no-store'),
        'content-type': expect.stringMatching(/^application\/json/),
      })
      expect(answer.setCookies).toEqual([])
      expect(answer.json()).toEqual({
        access_token: expect.any(String),
        id_token: expect.any(String),
        token_type: 'Bearer',
        expires_in: 900,
        scope: 'openid email',
      })
    },
  )

  it('TOK-03: with offline_access and consent there is a refresh token, without prompt=consent', async () => {
    for (const client of [conf, pub]) {
      const tokens = (await client.exchange(await grant(client, 'openid offline_access'))).json() as object
      expect(Object.keys(tokens).sort()).toEqual(words`access_token expires_in id_token refresh_token scope token_type`)
      expect(tokens).toMatchObject({
        scope: 'openid offline_access',
        refresh_token: expect.stringMatching(/^[A-Za-z0-9_-]{43,}$/),
      })
    }
  })

  it('TOK-05: a second use of the code gives invalid_grant, and all that the first yielded is dead', async () => {
    const code = await grant(conf, 'openid offline_access')
    const first = (await conf.exchange(code)).json() as { access_token: string; refresh_token: string }
    await succeeds(conf.userinfo(first.access_token))
    expectDenied.grant(await conf.exchange(code), 'code_used')
    expectDenied.token(await conf.userinfo(first.access_token))
    expect((await conf.introspect(first.access_token)).json()).toEqual({ active: false })
    expectDenied.grant(await conf.refresh(first.refresh_token), 'tokens_revoked')
    // The family is gone by now; the reason stays what it is (D-G3).
    expectDenied.grant(await conf.exchange(code), 'code_used')
  })

  it('TOK-06: of fifty simultaneous redemptions one at the most succeeds, and the others are replays', async () => {
    const code = await grant(conf, 'openid offline_access')
    const answers = await Promise.all(Array.from({ length: 50 }, () => conf.exchange(code)))
    const won = answers.filter(({ status }) => status === 200)
    expect(won.length).toBeLessThanOrEqual(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) expectDenied.grant(answer, 'code_used')
    for (const winner of won) expectDenied.grant(await conf.refresh(winner.json().refresh_token as string))
  })

  it('TOK-09: a code of one client is nothing to another, and is still good for its owner', async () => {
    const code = await grant()
    for (const thief of [conf2, pub]) expectDenied.grant(await thief.exchange(code), 'invalid_grant')
    await succeeds(conf.exchange(code))
  })

  it('TOK-11: the redirect_uri must be that of the authorization request, to the byte; the code stays as it was', async () => {
    const code = await grant()
    for (const uri of [undefined, ''])
      expectDenied.request(await conf.exchange(code, { redirect_uri: uri }), 'parameter_missing')
    for (const uri of [
      CONF.redirect_uris[1],
      'https://conf.example/callback/',
      'https://conf.example/%63allback',
      encodeURIComponent(conf.redirectUri),
    ])
      expectDenied.grant(await conf.exchange(code, { redirect_uri: uri }), 'redirect_uri_mismatch')
    await succeeds(conf.exchange(code))
  })

  it.each([
    ['conf', () => conf],
    ['pub', () => pub],
  ] as const)(
    'TOK-12, TOK-13: %s without the right code_verifier gets invalid_grant, and the code stays as it was',
    async (_name, client) => {
      const party = client()
      const code = await grant(party)
      const { verifier } = code
      const otherCase = verifier.replace(/[a-z]/, (letter) => letter.toUpperCase())
      for (const wrong of [
        random(),
        challengeOf(verifier),
        otherCase === verifier ? verifier.toLowerCase() : otherCase,
        `${verifier}A`,
      ])
        expectDenied.grant(await party.exchange(code, { code_verifier: wrong }), 'pkce_mismatch')
      for (const wrong of [undefined, '', `${verifier}=`])
        expectDenied.grant(await party.exchange(code, { code_verifier: wrong }), 'pkce_required')
      await succeeds(party.exchange(code))
    },
  )

  it('TOK-15: no grant_type is invalid_request, any other than the two is unsupported', async () => {
    const code = await grant()
    for (const missing of [undefined, ''])
      expectDenied.request(await conf.exchange(code, { grant_type: missing }), 'parameter_missing')
    for (const grantType of ['password', 'client_credentials', 'authorization_code ', '__proto__'])
      expectError(
        await conf.exchange(code, { grant_type: grantType }),
        400,
        'unsupported_grant_type',
        'grant_type_unsupported',
      )
    await succeeds(conf.exchange(code))
  })

  it('TOK-33: what is no code of this service is invalid_grant, a missing one invalid_request', async () => {
    const good = await grant()
    const { id_token } = await alice.signIn(conf)
    const swapped = (good.code[0] === 'A' ? 'B' : 'A') + good.code.slice(1)
    for (const code of ['garbage', id_token, 'x'.repeat(10_000), `${good.code}\0`, good.code.slice(1), swapped])
      expectDenied.grant(await conf.exchange({ ...good, code }), 'invalid_grant')
    for (const code of [undefined, '']) expectDenied.request(await conf.exchange(good, { code }), 'parameter_missing')
    await succeeds(conf.exchange(good))
  })

  it('TOK-26: credentials or the code in the address count for nothing', async () => {
    const code = await grant()
    const query = new URLSearchParams({
      client_id: CONF.client_id,
      client_secret: CONF.client_secret,
      code: code.code,
      grant_type: 'authorization_code',
      redirect_uri: code.redirectUri,
      code_verifier: code.verifier,
    })
    expectDenied.client(await idp.send(`/token?${query}`, { method: 'POST', body: {} }))
    expectDenied.request(await conf.post(`/token?${query}`, {}), 'parameter_missing')
    expectDenied.request(await conf.exchange(code, { code: undefined }, { path: `/token?${query}` }))
    await succeeds(conf.exchange(code))
  })

  it('TOK-45: parameters of other vendors are neither kept nor used', async () => {
    const answer = await conf.exchange(await grant(conf, 'openid offline_access'), {
      client_session_host: 'evil.example',
      client_session_state: 'x',
      audience: 'https://evil.example',
      resource: 'https://evil.example',
      scope: 'openid roles',
      nonce: 'another',
      sid: 'x',
    })
    const tokens = answer.json() as { access_token: string; id_token: string; scope: string }
    expect([tokens.scope, claimsOf(tokens.access_token).aud]).toEqual(['openid offline_access', 'sso-resource-api'])
    expect(answer.text + JSON.stringify(claimsOf(tokens.id_token))).not.toContain('evil.example')
  })

  it('TOK-23: a secret with every kind of character, form-encoded in Basic', async () => {
    const odd = idp.party(ODD)
    await succeeds(odd.exchange(await grant(odd)))
    await succeeds(odd.exchange(await grant(odd), {}, { method: 'post' }))
  })
})

it('the life of a code: TOK-08: it is good after 119 seconds, and expired after 120', async () => {
  const idp = await startStandingIdp()
  const trusted = idp.party(TRUSTED)
  const alice = idp.user()
  const [early, late] = [await alice.authorize(trusted), await alice.authorize(trusted)]
  idp.clock.forward(119)
  expect((await trusted.exchange(early)).status).toBe(200)
  idp.clock.forward(1)
  expectDenied.grant(await trusted.exchange(late), 'code_expired')
})
