/** GET /authorize, refused: what is wrong with a request, and where its error goes (D-G4). */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { NAVIGATION } from '../../support/browser.ts'
import { expectDenied } from '../../support/denials.ts'
import { forEachDeployment } from '../../support/deployments.ts'
import { expectRedirectError } from '../../support/expect.ts'
import { CONF, CONF2, DIS, NOOFF } from '../../support/fixtures.ts'
import { type Answer, encodeFields } from '../../support/http.ts'
import type { Idp } from '../../support/idp.ts'
import { type Overrides, type RelyingParty, relyingParty } from '../../support/relying-party.ts'

const STATE = 'state-of-the-test'

forEachDeployment((start) => {
  let idp: Idp
  let conf: RelyingParty
  beforeAll(async () => {
    idp = await start()
    conf = relyingParty(idp, CONF)
  })

  const ask = (overrides: Overrides, client = conf): Promise<Answer> =>
    idp.send(client.request({ state: STATE, ...overrides }).address)

  /** The request goes back to the client with the error. */
  async function expectSentBack(overrides: Overrides, code: string, ref?: string, client = conf): Promise<void> {
    const state = 'state' in overrides ? undefined : STATE
    expectRedirectError(await ask(overrides, client), code, {
      redirectUri: client.redirectUri,
      issuer: idp.issuer,
      state,
      ...(ref === undefined ? {} : { ref }),
    })
  }

  /** Parameters that are sent twice, or in another order. */
  const askRaw = (pairs: readonly (readonly [string, string])[]): Promise<Answer> =>
    idp.send(`/authorize?${encodeFields(pairs)}`)
  const pairsOf = (overrides: Overrides = {}): (readonly [string, string])[] =>
    Object.entries(conf.request({ state: STATE, ...overrides }).parameters) as (readonly [string, string])[]

  it('below the address there is nothing but a sign-in that goes on', async () => {
    const { address } = conf.request({ state: STATE })
    for (const path of [
      '/authorize/',
      address.replace('?', '/?'),
      '/authorize/nothing',
      '/authorize/a/b',
      '/authorize/../token',
    ])
      expectDenied.request(await idp.send(path), 'interaction_expired')
  })

  it.each(['foo=%zz', '%zz=foo', 'login_hint=%e0%a4', 'nonsense=%'])(
    'D-G6: malformed encoding (%s) goes back to the client',
    async (part) => {
      expectRedirectError(await idp.send(`/authorize?${encodeFields(pairsOf())}&${part}`), 'invalid_request', {
        redirectUri: conf.redirectUri,
        issuer: idp.issuer,
        state: STATE,
        ref: 'parameter_malformed',
      })
    },
  )

  it('D-G6: a malformed state is not guessed at, a malformed address or client is none', async () => {
    const without = (name: string): string => encodeFields(pairsOf().filter(([other]) => other !== name))
    expectRedirectError(await idp.send(`/authorize?${without('state')}&state=%zz`), 'invalid_request', {
      redirectUri: conf.redirectUri,
      issuer: idp.issuer,
      state: undefined,
      ref: 'parameter_malformed',
    })
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
        await ask({ client_id: 'nobody' }),
        await ask({}, relyingParty(idp, DIS)),
      ]
      for (const answer of [missing, unknown, disabled]) expectDenied.request(answer, 'invalid_client')
      const bodyOf = ({ text }: Answer): object => ({ ...(JSON.parse(text) as object), request_id: '' })
      expect(bodyOf(disabled)).toEqual(bodyOf(unknown))
    })

    it.each([
      'Conf',
      'conf ',
      ' conf',
      'conf\0',
      'c\u043Enf',
      '__proto__',
      'toString',
      'constructor',
      'a'.repeat(64),
      'x'.repeat(5000),
    ])('AUTH-41: the client_id %j is not known', async (clientId) => {
      expectDenied.request(await ask({ client_id: clientId }), 'invalid_client')
    })

    it('AUTH-04: a missing redirect_uri, although the client has exactly one', async () => {
      const nooff = relyingParty(idp, NOOFF)
      expectDenied.request(await ask({ redirect_uri: undefined }, nooff), 'redirect_uri_mismatch')
      expectDenied.request(await ask({ redirect_uri: '' }, nooff), 'redirect_uri_mismatch')
    })

    it.each([
      'https://conf.example/Callback',
      'https://CONF.example/callback',
      'https://conf.example/callback/',
      'http://conf.example/callback',
      'https://conf.example:443/callback',
      'https://conf.example/callback?a=b',
      'https://conf.example/other?lang=en&tenant=a',
      'https://conf.example/callback#f',
      'https://conf2.example/callback',
      'https://conf.example/call%62ack',
      'https://conf.example/x/../callback',
      'https://conf.example/callback/..;/',
      'https://conf.example@evil.example/callback',
      'https://evil.example\\@conf.example/callback',
      'https://conf.example',
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      '//conf.example/callback',
      '/callback',
      ' https://conf.example/callback',
      'https://conf.example/callback\n',
      'https://conf.example/callback\0',
      'https://confXexample/callback',
    ])('AUTH-05: %j is not the registered address', async (redirectUri) => {
      expectDenied.request(await ask({ redirect_uri: redirectUri }), 'redirect_uri_mismatch')
    })

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

    it('D-G4: client and redirect URI are judged before anything else', async () => {
      expectDenied.request(
        await ask({
          redirect_uri: 'https://evil.example/',
          response_type: 'token',
          scope: undefined,
        }),
        'redirect_uri_mismatch',
      )
      expectDenied.request(
        await ask({
          client_id: 'nobody',
          request_uri: 'https://evil.example/',
        }),
        'invalid_client',
      )
    })

    it('D-G4: a browser navigation gets the same refusal as a page that shows the same fields', async () => {
      const { address } = conf.request({ redirect_uri: 'https://evil.example/"><script>alert(1)</script>' })
      const answer = await idp.send(address, { headers: NAVIGATION })
      expect([answer.status, answer.headers['content-type']]).toEqual([400, expect.stringContaining('text/html')])
      expect(answer.headers.location).toBeUndefined()
      for (const shown of ['invalid_request', 'redirect_uri_mismatch', answer.headers['x-request-id']]) {
        expect(answer.text).toContain(shown)
      }
      expect(answer.text).not.toContain('<script>alert')
      for (const accept of ['application/json', '*/*', 'text/html;q=0.5, application/json', 'image/webp']) {
        expectDenied.request(await idp.send(address, { headers: { accept } }))
      }
    })
  })

  describe('by redirect', () => {
    it('AUTH-08: a missing response_type is invalid_request; any other than code is unsupported', async () => {
      await expectSentBack({ response_type: undefined }, 'invalid_request', 'parameter_missing')
      await expectSentBack({ response_type: '' }, 'invalid_request', 'parameter_missing')
      for (const responseType of [
        'token',
        'id_token',
        'none',
        'code id_token',
        'code token',
        'code code',
        'CODE',
        'code ',
        '__proto__',
      ]) {
        await expectSentBack({ response_type: responseType }, 'unsupported_response_type', 'response_type_unsupported')
      }
    })

    it('AUTH-09: a scope without openid, an unknown one, one that the client may not have', async () => {
      await expectSentBack({ scope: undefined }, 'invalid_request', 'parameter_missing')
      await expectSentBack({ scope: 'profile email' }, 'invalid_scope', 'openid_missing')
      await expectSentBack({ scope: 'openid admin' }, 'invalid_scope', 'scope_unknown')
      await expectSentBack({ scope: 'openid OpenID' }, 'invalid_scope', 'scope_unknown')
      await expectSentBack({ scope: 'openid\0' }, 'invalid_scope')
      await expectSentBack({ scope: 'openid email' }, 'invalid_scope', 'scope_denied', relyingParty(idp, NOOFF))
    })

    it('TOK-04: a client that may not hold a refresh token cannot ask for one', async () => {
      await expectSentBack(
        { scope: 'openid offline_access' },
        'invalid_scope',
        'scope_denied',
        relyingParty(idp, NOOFF),
      )
    })

    it('AUTH-12: state or nonce missing, empty or unprintable; no state is invented', async () => {
      await expectSentBack({ state: undefined }, 'invalid_request', 'state_missing')
      await expectSentBack({ state: '' }, 'invalid_request', 'state_missing')
      await expectSentBack({ state: 'caf\u00E9' }, 'invalid_request', 'state_malformed')
      await expectSentBack({ state: 'a\nb' }, 'invalid_request', 'state_malformed')
      await expectSentBack({ state: 'x'.repeat(2049) }, 'invalid_request', 'state_malformed')
      await expectSentBack({ nonce: undefined }, 'invalid_request', 'nonce_missing')
      await expectSentBack({ nonce: '' }, 'invalid_request', 'nonce_missing')
      await expectSentBack({ nonce: '\u0000' }, 'invalid_request', 'nonce_malformed')
      await expectSentBack({ nonce: 'x'.repeat(2049) }, 'invalid_request', 'nonce_malformed')
    })

    it('AUTH-13: no code_challenge, no method, or any method but S256', async () => {
      await expectSentBack({ code_challenge: undefined }, 'invalid_request', 'pkce_required')
      for (const method of [undefined, 'plain', 's256', 'S512', '']) {
        await expectSentBack({ code_challenge_method: method }, 'invalid_request', 'pkce_required')
      }
    })

    it('AUTH-14: a code_challenge that is no SHA-256 in base64url', async () => {
      const { code_challenge: good = '' } = conf.request().parameters
      for (const challenge of [
        good.slice(1),
        good.repeat(3),
        `${good}=`,
        `${good.slice(1)}+`,
        `${good.slice(1)}/`,
        '',
        `${good} `,
      ]) {
        await expectSentBack({ code_challenge: challenge }, 'invalid_request', 'pkce_required')
      }
    })

    it('AUTH-16: any other parameter twice, known or not', async () => {
      for (const name of [
        'response_type',
        'scope',
        'nonce',
        'code_challenge',
        'code_challenge_method',
        'prompt',
        'max_age',
        'foo',
        '__proto__',
      ]) {
        const value = pairsOf().find(([key]) => key === name)?.[1] ?? 'none'
        const answer = await askRaw([...pairsOf().filter(([key]) => key !== name), [name, value], [name, value]])
        expectRedirectError(answer, 'invalid_request', {
          redirectUri: conf.redirectUri,
          issuer: idp.issuer,
          state: STATE,
          ref: 'parameter_duplicated',
        })
      }
      const twice = await askRaw([...pairsOf(), ['state', 'another']])
      expectRedirectError(twice, 'invalid_request', {
        redirectUri: conf.redirectUri,
        issuer: idp.issuer,
        state: undefined,
        ref: 'parameter_duplicated',
      })
    })

    it('AUTH-20: every response_mode but query', async () => {
      for (const mode of ['fragment', 'form_post', 'web_message', 'jwt', 'query.jwt', 'form_post.jwt', 'QUERY']) {
        await expectSentBack({ response_mode: mode }, 'invalid_request', 'response_mode_unsupported')
      }
    })

    it('AUTH-19: request objects, and nothing is fetched', async () => {
      let visits = 0
      const sink = createServer((_req, res) => {
        visits += 1
        res.end()
      })
      await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve))
      const uri = `http://127.0.0.1:${(sink.address() as AddressInfo).port}/object`
      await expectSentBack({ request: 'eyJhbGciOiJub25lIn0.e30.' }, 'request_not_supported', 'request_unsupported')
      await expectSentBack({ request_uri: uri }, 'request_uri_not_supported', 'request_uri_unsupported')
      expect(visits).toBe(0)
      await new Promise((resolve) => sink.close(resolve))
    })

    it('AUTH-25: prompt=none beside another, an unknown prompt', async () => {
      for (const prompt of ['none login', 'login none', 'create', 'LOGIN', 'login unknown']) {
        await expectSentBack({ prompt }, 'invalid_request', 'prompt_unsupported')
      }
    })

    it('AUTH-28: a max_age that is no number of seconds', async () => {
      for (const maxAge of ['-1', 'abc', '1e400', '9007199254740992', '1.5', ' 1', '0x10']) {
        await expectSentBack({ max_age: maxAge }, 'invalid_request', 'max_age_malformed')
      }
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

    it('D-G4: the answer is added to a registered address that has a query, byte for byte', async () => {
      const redirectUri = CONF.redirect_uris[1] as string
      expectRedirectError(await ask({ redirect_uri: redirectUri, scope: 'email' }), 'invalid_scope', {
        redirectUri,
        issuer: idp.issuer,
        state: STATE,
      })
    })

    it('AUTH-23: iss stands once in a refusal, also for a browser', async () => {
      const { address } = conf.request({ state: STATE, scope: 'email' })
      const answer = await idp.send(address, { headers: NAVIGATION })
      expectRedirectError(answer, 'invalid_scope', { redirectUri: conf.redirectUri, issuer: idp.issuer, state: STATE })
    })
  })
})
