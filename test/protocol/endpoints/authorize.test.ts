/** GET /authorize, refused: what is wrong with a request, and where its error goes (D-G4). */
import { NAVIGATION } from '../../support/browser.ts'
import { expectDenied } from '../../support/denials.ts'
import { onEachDeployment } from '../../support/deployments.ts'
import { expectRedirectError } from '../../support/expect.ts'
import { CONF, CONF2, DIS, NOOFF } from '../../support/fixtures.ts'
import { type Answer, encodeFields } from '../../support/http.ts'
import { openDoor } from '../../support/logout-sinks.ts'
import type { Overrides } from '../../support/relying-party.ts'

const STATE = 'state-of-the-test'

onEachDeployment((idp) => {
  const conf = idp.party(CONF)

  const ask = (overrides: Overrides, client = conf): Promise<Answer> =>
    idp.send(client.request({ state: STATE, ...overrides }).address)

  /** The answer goes back to the client with the error. */
  const expectBack = (answer: Answer, code: string, ref: string, state: string | undefined, client = conf): void =>
    expectRedirectError(answer, code, { redirectUri: client.redirectUri, issuer: idp.issuer, state, ref })
  const expectSentBack = async (overrides: Overrides, code: string, ref: string, client = conf): Promise<void> =>
    expectBack(await ask(overrides, client), code, ref, 'state' in overrides ? undefined : STATE, client)

  /** Parameters that are sent twice, or in another order. */
  const askRaw = (pairs: readonly (readonly [string, string])[]): Promise<Answer> =>
    idp.send(`/authorize?${encodeFields(pairs)}`)
  const pairsOf = (overrides: Overrides = {}): (readonly [string, string])[] =>
    Object.entries(conf.request({ state: STATE, ...overrides }).parameters) as (readonly [string, string])[]

  it('below the address there is nothing but a sign-in that goes on', async () => {
    const { address } = conf.request({ state: STATE })
    for (const path of ['/authorize/', address.replace('?', '/?'), '/authorize/a/b', '/authorize/../token'])
      expectDenied.request(await idp.send(path), 'interaction_expired')
    expectDenied.request(await idp.send('/authorize/nothing'), 'cookies_missing')
  })

  it.each(['foo=%zz', '%zz=foo', 'login_hint=%e0%a4', 'nonsense=%'])(
    'D-G6: malformed encoding (%s) goes back to the client',
    async (part) => {
      const answer = await idp.send(`/authorize?${encodeFields(pairsOf())}&${part}`)
      expectBack(answer, 'invalid_request', 'parameter_malformed', STATE)
    },
  )

  it('D-G6: a malformed state is not guessed at, a malformed address or client is none', async () => {
    const without = (name: string): string => encodeFields(pairsOf().filter(([other]) => other !== name))
    const stateless = await idp.send(`/authorize?${without('state')}&state=%zz`)
    expectBack(stateless, 'invalid_request', 'parameter_malformed', undefined)
    expectDenied.request(
      await idp.send(`/authorize?${without('redirect_uri')}&redirect_uri=%C3`),
      'redirect_uri_mismatch',
    )
    expectDenied.request(await idp.send(`/authorize?${without('client_id')}&client_id=%`), 'invalid_client')
  })

  describe('never a redirect', () => {
    it('AUTH-03: an unknown and a disabled client cannot be distinguished, and a missing one is refused alike', async () => {
      const [missing, unknown, disabled] = [
        await ask({ client_id: undefined }),
        await ask({ client_id: 'unknown' }),
        await ask({}, idp.party(DIS)),
      ]
      for (const answer of [missing, unknown, disabled]) expectDenied.request(answer, 'invalid_client')
      const bodyOf = ({ text }: Answer): object => ({ ...(JSON.parse(text) as object), request_id: '' })
      expect(bodyOf(disabled)).toEqual(bodyOf(unknown))
    })

    it.each(['Conf', 'conf ', 'conf\0', 'c\u043Enf', '__proto__', 'x'.repeat(5000)])(
      'AUTH-41: the client_id %j is not known',
      async (clientId) => expectDenied.request(await ask({ client_id: clientId }), 'invalid_client'),
    )

    it('AUTH-04: a missing redirect_uri, although the client has exactly one', async () => {
      const nooff = idp.party(NOOFF)
      expectDenied.request(await ask({ redirect_uri: undefined }, nooff), 'redirect_uri_mismatch')
      expectDenied.request(await ask({ redirect_uri: '' }, nooff), 'redirect_uri_mismatch')
    })

    it.each([
      'https://conf.example@evil.example/callback',
      'https://conf2.example/callback',
      'javascript:alert(1)',
      'https://conf.example/callback\0',
    ])('AUTH-05: %j is not the registered address', async (redirectUri) =>
      expectDenied.request(await ask({ redirect_uri: redirectUri }), 'redirect_uri_mismatch'),
    )

    it('AUTH-16: client_id or redirect_uri twice, with the same or another value', async () => {
      for (const [name, other] of [
        ['client_id', CONF2.client_id],
        ['redirect_uri', CONF2.redirect_uris[0] as string],
      ] as const) {
        const own = pairsOf().find(([key]) => key === name) as readonly [string, string]
        expectDenied.request(await askRaw([...pairsOf(), own]), 'parameter_duplicated')
        expectDenied.request(await askRaw([...pairsOf(), [name, other]]), 'parameter_duplicated')
        expectDenied.request(await askRaw([[name, other], ...pairsOf()]), 'parameter_duplicated')
      }
    })

    it('D-G4: client and redirect URI are checked before anything else', async () => {
      const wrong = { redirect_uri: 'https://evil.example/', response_type: 'token', scope: undefined }
      expectDenied.request(await ask(wrong), 'redirect_uri_mismatch')
      const request = { client_id: 'unknown', request_uri: 'https://evil.example/' }
      expectDenied.request(await ask(request), 'invalid_client')
    })

    it('D-G4: a browser navigation gets the same refusal as a page that shows the same fields', async () => {
      const { address } = conf.request({ redirect_uri: 'https://evil.example/"><script>alert(1)</script>' })
      const answer = await idp.send(address, { headers: NAVIGATION })
      expect([answer.status, answer.headers['content-type']]).toEqual([400, expect.stringContaining('text/html')])
      expect(answer.headers.location).toBeUndefined()
      for (const shown of ['invalid_request', 'redirect_uri_mismatch', answer.headers['x-request-id']])
        expect(answer.text).toContain(shown)
      expect(answer.text).not.toContain('<script>alert')
      for (const accept of ['application/json', '*/*', 'text/html;q=0.5, application/json', 'image/webp'])
        expectDenied.request(await idp.send(address, { headers: { accept } }))
    })
  })

  describe('by redirect', () => {
    it.each<[test: string, code: string, ref: string, ...Overrides[]]>([
      ['AUTH-08', 'invalid_request', 'parameter_missing', { response_type: undefined }, { response_type: '' }],
      ['AUTH-08', 'unsupported_response_type', 'response_type_unsupported', { response_type: 'code id_token' }],
      ['AUTH-09', 'invalid_scope', 'scope_unknown', { scope: 'openid admin' }, { scope: 'openid OpenID' }],
      ['AUTH-12', 'invalid_request', 'state_malformed', { state: 'caf\u00E9' }, { state: 'a\nb' }],
      ['AUTH-13', 'invalid_request', 'pkce_required', { code_challenge_method: 'plain' }],
      ['AUTH-14', 'invalid_request', 'pkce_required', { code_challenge: 'x'.repeat(42) }, { code_challenge: '' }],
      ['AUTH-20', 'invalid_request', 'response_mode_unsupported', { response_mode: 'form_post' }],
      ['AUTH-25', 'invalid_request', 'prompt_unsupported', { prompt: 'none login' }, { prompt: 'create' }],
      ['AUTH-28', 'invalid_request', 'max_age_malformed', { max_age: '-1' }, { max_age: '1e400' }],
    ])('%s: %s, %s: %j', async (_, code, ref, ...all) => {
      for (const overrides of all) await expectSentBack(overrides, code, ref)
    })

    it('AUTH-09, TOK-04: a scope that the client may not have', async () => {
      const nooff = idp.party(NOOFF)
      await expectSentBack({ scope: 'openid email' }, 'invalid_scope', 'scope_denied', nooff)
      await expectSentBack({ scope: 'openid offline_access' }, 'invalid_scope', 'scope_denied', nooff)
    })

    it('AUTH-16: any other parameter twice, known or not', async () => {
      for (const name of ['scope', 'code_challenge', 'foo', '__proto__']) {
        const value = pairsOf().find(([key]) => key === name)?.[1] ?? 'none'
        const answer = await askRaw([...pairsOf().filter(([key]) => key !== name), [name, value], [name, value]])
        expectBack(answer, 'invalid_request', 'parameter_duplicated', STATE)
      }
      const twice = await askRaw([...pairsOf(), ['state', 'another']])
      expectBack(twice, 'invalid_request', 'parameter_duplicated', undefined)
    })

    it('AUTH-19: request objects, and nothing is fetched', async () => {
      const { port, knocks } = await openDoor('127.0.0.1')
      const uri = `http://127.0.0.1:${port}/object`
      await expectSentBack({ request: 'eyJhbGciOiJub25lIn0.e30.' }, 'request_not_supported', 'request_unsupported')
      await expectSentBack({ request_uri: uri }, 'request_uri_not_supported', 'request_uri_unsupported')
      expect(knocks()).toBe(0)
    })

    it('AUTH-21: the state comes back as it was sent, on an error too', async () => {
      for (const state of [
        `&=#%+"<>${' '.repeat(3)}`.padEnd(128, '~'),
        'x%20y'.padEnd(1000, '%+&'),
        '0',
        '!'.repeat(2048),
      ]) {
        const answer = await ask({ state, scope: 'email' })
        expectRedirectError(answer, 'invalid_scope', { redirectUri: conf.redirectUri, issuer: idp.issuer, state })
      }
    })

    it('D-G4, AUTH-23: the answer, with iss once, is added to a registered address that has a query, also for a browser', async () => {
      const redirectUri = CONF.redirect_uris[1] as string
      const { address } = conf.request({ redirect_uri: redirectUri, state: STATE, scope: 'email' })
      const answer = await idp.send(address, { headers: NAVIGATION })
      expectRedirectError(answer, 'invalid_scope', { redirectUri, issuer: idp.issuer, state: STATE })
    })
  })
})
