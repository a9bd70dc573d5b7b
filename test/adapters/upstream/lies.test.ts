/** False statements of an upstream: each has a separate cause. */
import { generateKeyPair } from 'jose'
import type { UpstreamRequest } from '../../../lib/ports/upstream-provider.ts'
import { json, REQUEST, refOf, SECRET, startLyingUpstream } from '../../support/lying-upstream.ts'

const DOCUMENT = '/.well-known/openid-configuration'
const HOUR = 3600

const upstream = await startLyingUpstream()
beforeEach(() => upstream.reset())

const redeemed = (request: Partial<UpstreamRequest> = {}, parameters: Record<string, string> = {}): Promise<string> =>
  refOf(upstream.comeIn({ answer: upstream.answer(parameters), request }))

it('accepts an upstream that tells the truth', async () => {
  const claims = { name: 'Of the token', acr: '2', amr: ['pwd', 7, 'otp'], auth_time: 5 }
  upstream.gives(await upstream.sign(upstream.idTokenClaims(claims)))
  expect(await upstream.comeIn()).toMatchObject({
    issuer: upstream.issuer,
    subject: 'u1',
    claims: { sub: 'u1', name: 'Of the token', email: 'u1@b.example' },
    acr: '2',
    amr: ['pwd', 'otp'],
    authTime: 5,
  })
})

describe('claims of an ID token', () => {
  it.each<[string, string, Readonly<Record<string, unknown>>]>([
    ['upstream_issuer', 'another issuer', { iss: 'https://c.example' }],
    ['upstream_audience', 'another client', { aud: 'c' }],
    ['upstream_nonce', 'the nonce of another browser', { nonce: 'other' }],
    ['upstream_token_expired', 'expired', { exp: 1 }],
    ['upstream_token_invalid', 'no sub', { sub: undefined }],
    ['upstream_token_invalid', 'a sub that is too long', { sub: 'x'.repeat(256) }],
  ])('%s: %s', async (ref, _, lies) => {
    upstream.gives(await upstream.sign(upstream.idTokenClaims(lies)))
    expect(await redeemed()).toBe(ref)
  })

  it('have the time of the sign-in where it was asked for', async () => {
    upstream.gives(await upstream.sign(upstream.idTokenClaims({ auth_time: 5 })))
    expect(await redeemed({ maxAgeSeconds: 10 })).toBe('upstream_token_expired')
    expect(await redeemed({ prompt: 'login' })).toBe('upstream_token_expired')
  })

  it('have what the deployment requires, and userinfo does not count for it', async () => {
    upstream.at('/userinfo', json({ sub: 'u1', hd: 'example.com' }))
    const require = { hd: 'example.com' }
    expect(await refOf(upstream.comeIn({ require }))).toBe('upstream_claim_required')
    upstream.gives(await upstream.sign(upstream.idTokenClaims(require)))
    expect(await refOf(upstream.comeIn({ require }))).toBe('none')
  })
})

describe('the signature of an ID token', () => {
  const signed = async (header: object, key?: CryptoKey | Uint8Array): Promise<string> => {
    upstream.gives(await upstream.sign(upstream.idTokenClaims(), header, key))
    return redeemed()
  }

  it('is by a key of the upstream', async () => {
    const { privateKey } = await generateKeyPair('ES256')
    expect(await signed({ kid: 'k2' }, privateKey)).toBe('upstream_signature')
    expect(await signed({ kid: 'k1' }, privateKey)).toBe('upstream_signature')
    expect(await signed({ kid: undefined }, privateKey)).toBe('upstream_signature')
    expect(await signed({ kid: undefined })).toBe('none')
  })

  it('is no HMAC, whatever the metadata name', async () => {
    const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
    expect(await signed({ alg: 'HS256' }, bytes(SECRET))).toBe('upstream_signature')
    expect(await signed({ alg: 'HS256' }, bytes(JSON.stringify(upstream.publicKey)))).toBe('upstream_signature')
  })

  it('is by an algorithm that the metadata name', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    expect(await signed({ alg: 'RS256' }, privateKey)).toBe('upstream_signature')
  })

  it('is there, and over these claims', async () => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const [header, , signature] = (await upstream.sign(upstream.idTokenClaims())).split('.')
    upstream.gives(`${part({ alg: 'none' })}.${part(upstream.idTokenClaims())}.`)
    expect(await redeemed()).toBe('upstream_signature')
    upstream.gives(`${header}.${part(upstream.idTokenClaims({ sub: 'u2' }))}.${signature}`)
    expect(await redeemed()).toBe('upstream_signature')
  })

  it.each(['', 'a.b', 'a.b.c', 'e30.e30.e30.e30.e30', '....', 'x'.repeat(70_000)])(
    'is of a token: %.20s',
    async (text) => {
      upstream.gives(text)
      expect(await redeemed()).toMatch(/^upstream_(?:token_invalid|signature|response)$/)
    },
  )
})

describe('the answer in the browser', () => {
  it.each<[string, string, Record<string, string>]>([
    ['upstream_state', 'the state of another browser', { state: 'other' }],
    ['upstream_mix_up', 'another issuer', { iss: 'https://c.example' }],
    ['upstream_mix_up', 'another issuer, of an error', { iss: 'https://c.example', error: 'access_denied' }],
    ['upstream_denied', 'the user said no', { error: 'access_denied' }],
    ['upstream_unavailable', 'an error over there', { error: 'server_error' }],
    ['upstream_response', 'no code', { code: '' }],
  ])('%s: %s', async (ref, _, parameters) => {
    expect(await redeemed({}, parameters)).toBe(ref)
    expect(upstream.calls).not.toContain('POST /token')
  })

  it('names its issuer where that was promised', async () => {
    const answer = upstream.answer()
    answer.delete('iss')
    expect(await refOf(upstream.connector().redeem(answer, REQUEST))).toBe('upstream_mix_up')
    upstream.at(DOCUMENT, json(upstream.metadata({ authorization_response_iss_parameter_supported: undefined })))
    expect(await refOf(upstream.connector().redeem(answer, REQUEST))).toBe('none')
  })

  it('has each parameter once', async () => {
    for (const [name, ref] of [
      ['state', 'upstream_state'],
      ['iss', 'upstream_mix_up'],
      ['code', 'upstream_response'],
    ] as const) {
      const answer = upstream.answer()
      answer.append(name, answer.get(name) ?? '')
      expect(await refOf(upstream.connector().redeem(answer, REQUEST))).toBe(ref)
    }
  })

  it('with an invented state costs the upstream nothing, 60 times', async () => {
    const connector = upstream.connector()
    for (let index = 0; index < 60; index += 1)
      expect(await refOf(connector.redeem(upstream.answer({ state: `s${index}` }), REQUEST))).toBe('upstream_state')
    expect(upstream.calls).toEqual([])
  })

  it('brings words of the upstream', async () => {
    const answer = upstream.answer({ error: 'access_denied', error_description: 'not today' })
    await expect(upstream.connector().redeem(answer, REQUEST)).rejects.toMatchObject({
      detail: 'access_denied: not today',
    })
  })
})

describe('the token endpoint', () => {
  it.each<[string, string, object, number]>([
    ['upstream_code', 'a code of another session, or used', { error: 'invalid_grant' }, 400],
    ['upstream_response', 'another secret', { error: 'invalid_client' }, 401],
    ['upstream_response', 'no ID token', { access_token: 'at', token_type: 'Bearer' }, 200],
    ['upstream_response', 'no access token', { token_type: 'Bearer', id_token: 'x' }, 200],
    ['upstream_response', 'a list', [], 200],
    ['upstream_response', 'nothing there', {}, 404],
    ['upstream_unavailable', 'an error', { error: 'server_error' }, 500],
  ])('%s: %s', async (ref, _, answer, status) => {
    upstream.at('/token', json(answer, status))
    expect(await redeemed()).toBe(ref)
  })

  it('is sent code, verifier and redirect URI, and the secret in its header alone', async () => {
    let seen: { readonly body: string; readonly authorization: string | undefined } | undefined
    upstream.at('/token', (res, body, req) => {
      seen = { body, authorization: req.headers.authorization }
      return json({ error: 'invalid_grant' }, 400)(res, body, req)
    })
    await redeemed()
    expect(Object.fromEntries(new URLSearchParams(seen?.body))).toEqual({
      grant_type: 'authorization_code',
      code: 'c1',
      code_verifier: REQUEST.verifier,
      redirect_uri: REQUEST.redirectUri,
    })
    expect(seen?.authorization).toBe(
      `Basic ${Buffer.from(`a:${encodeURIComponent(SECRET).replaceAll('-', '%2D')}`).toString('base64')}`,
    )
  })

  it('takes the secret in the form where it takes nothing else', async () => {
    upstream.at(DOCUMENT, json(upstream.metadata({ token_endpoint_auth_methods_supported: ['client_secret_post'] })))
    let sent = new URLSearchParams()
    upstream.at('/token', (res, body, req) => {
      sent = new URLSearchParams(body)
      return json({ error: 'invalid_grant' }, 400)(res, body, req)
    })
    await redeemed()
    expect([sent.get('client_id'), sent.get('client_secret')]).toEqual(['a', SECRET])
  })
})

describe('userinfo', () => {
  it.each<[string, string, object]>([
    ['upstream_subject_changed', 'another user', { sub: 'u2', name: 'Mallory' }],
    ['upstream_subject_changed', 'no subject', { name: 'Mallory' }],
    ['upstream_response', 'a list', []],
  ])('%s: %s', async (ref, _, answer) => {
    upstream.at('/userinfo', json(answer))
    expect(await redeemed()).toBe(ref)
  })

  it('is not accepted by a signature that was not verified', async () => {
    const token = await upstream.sign({ sub: 'u1', iss: upstream.issuer, aud: 'a' })
    upstream.at('/userinfo', (res) => void res.writeHead(200, { 'Content-Type': 'application/jwt' }).end(token))
    expect(await redeemed()).toBe('upstream_response')
  })

  it('vouches for its own address, and for no other one that the ID token has', async () => {
    const email = 'another@b.example'
    upstream.at('/userinfo', json({ sub: 'u1', email: 'u1@b.example', email_verified: true }))
    expect((await upstream.comeIn()).claims).toMatchObject({ email: 'u1@b.example', email_verified: true })
    upstream.gives(await upstream.sign(upstream.idTokenClaims({ email })))
    const { claims } = await upstream.comeIn()
    expect(claims).toMatchObject({ email })
    expect(claims).not.toHaveProperty('email_verified')
  })

  it('is asked where there is one', async () => {
    upstream.at(DOCUMENT, json(upstream.metadata({ userinfo_endpoint: undefined })))
    expect(await redeemed()).toBe('none')
    expect(upstream.calls).not.toContain('GET /userinfo')
  })
})

describe('the discovery document', () => {
  it.each<[string, string, Readonly<Record<string, unknown>>]>([
    ['upstream_issuer', 'another issuer', { issuer: 'https://c.example' }],
    ['upstream_response', 'no token endpoint', { token_endpoint: undefined }],
    ['upstream_response', 'plain http on another host', { jwks_uri: 'http://c.example/jwks' }],
    ['upstream_response', 'a script', { authorization_endpoint: 'javascript:alert(1)' }],
    ['upstream_response', 'a private address', { token_endpoint: 'https://10.0.0.1/token' }],
    ['upstream_response', 'this machine by its address', { token_endpoint: 'http://127.0.0.1:1/token' }],
    ['upstream_response', 'a name with a private address', { token_endpoint: 'https://metadata.internal/token' }],
  ])('%s: %s', async (ref, _, lies) => {
    upstream.at(DOCUMENT, json(upstream.metadata(lies)))
    expect(await redeemed()).toBe(ref)
  })

  it('has the issuer byte for byte', async () => {
    const connector = upstream.connector({ issuer: `${upstream.issuer}/` })
    expect(await refOf(connector.describe())).toBe('upstream_issuer')
  })

  it('is cached for an hour; a failed attempt is not, and one attempt serves all concurrent callers', async () => {
    const asked = (): number => upstream.calls.filter((call) => call === `GET ${DOCUMENT}`).length
    const connector = upstream.connector()
    upstream.at(DOCUMENT, json({}, 503))
    const refused = await Promise.all(Array.from({ length: 20 }, () => refOf(connector.authorizationUrl(REQUEST))))
    expect([new Set(refused), asked()]).toEqual([new Set(['upstream_unavailable']), 1])
    upstream.at(DOCUMENT)
    await connector.authorizationUrl(REQUEST)
    upstream.clock.forward(HOUR - 5)
    await connector.authorizationUrl(REQUEST)
    expect(asked()).toBe(2)
    upstream.clock.forward(10)
    await connector.authorizationUrl(REQUEST)
    expect(asked()).toBe(3)
  })
})
