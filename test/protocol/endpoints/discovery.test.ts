/** GET /.well-known/openid-configuration and the JWKS: what a client reads before anything else. */
import { embeddedStorage } from '../../../adapters/embedded/index.ts'
import { StoreUnavailable } from '../../../lib/index.ts'
import { forEachDeployment } from '../../support/deployments.ts'
import { expectError, expectUnavailable } from '../../support/expect.ts'
import { runningIdp, sharedIdp, startIdp } from '../../support/idp.ts'
import { sendRaw } from '../../support/raw-socket.ts'
import { until } from '../../support/until.ts'

const DISCOVERY = '/.well-known/openid-configuration'
const JWKS = '/.well-known/jwks.json'
const CLAIMS = [
  'sub name given_name family_name picture preferred_username locale zoneinfo updated_at',
  'email email_verified roles permissions iss aud exp iat auth_time nonce sid acr amr at_hash',
].flatMap((names) => names.split(' '))
const documentOf = (issuer: string): object => ({
  issuer: issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/.well-known/jwks.json`,
  revocation_endpoint: `${issuer}/revocation`,
  introspection_endpoint: `${issuer}/introspect`,
  end_session_endpoint: `${issuer}/connect/logout`,
  scopes_supported: ['openid', 'profile', 'email', 'offline_access', 'roles', 'permissions'],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  subject_types_supported: ['public'],
  resource_audience: 'sso-resource-api',
  id_token_signing_alg_values_supported: ['ES256'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  code_challenge_methods_supported: ['S256'],
  claims_supported: CLAIMS,
  claim_types_supported: ['normal'],
  acr_values_supported: ['urn:portico:acr:1', 'urn:portico:acr:2'],
  prompt_values_supported: ['login', 'consent', 'select_account', 'none'],
  ui_locales_supported: ['en', 'ar', 'de', 'es', 'fr', 'pt-BR'],
  claims_parameter_supported: false,
  request_parameter_supported: false,
  request_uri_parameter_supported: false,
  authorization_response_iss_parameter_supported: true,
  backchannel_logout_supported: true,
  backchannel_logout_session_supported: true,
  frontchannel_logout_supported: true,
  frontchannel_logout_session_supported: true,
})

forEachDeployment((start, { mount }) => {
  const idp = sharedIdp(start)
  let document: Record<string, any>
  beforeAll(async () => {
    document = (await idp.send(DISCOVERY)).json()
  })

  it('DISC-01: the issuer is baseUrl to the byte, and every address below it is answered', async () => {
    const answer = await idp.send(DISCOVERY)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, expect.stringContaining('application/json')])
    expect(document.issuer).toBe(idp.issuer)
    const addresses = Object.entries(document).filter(([name]) => name.endsWith('_endpoint') || name === 'jwks_uri')
    expect(addresses.length).toBeGreaterThanOrEqual(7)
    for (const [, address] of addresses) {
      expect(address).toMatch(new RegExp(`^${idp.issuer}/`))
      expect((await idp.send(address as string)).status).not.toBe(404)
    }
  })

  it('D-G1: the RFC 8414 address gives the same document, and has the well-known part before the path of an issuer too (s3.1)', async () => {
    const address = `/.well-known/oauth-authorization-server${idp.mountPath}`
    const [wanted, found] = [await idp.send(DISCOVERY), await idp.send(`host:${address}`)]
    expect([found.status, found.text]).toEqual([200, wanted.text])
    expect((await idp.send('/.well-known/oauth-authorization-server')).text).toBe(wanted.text)
    for (const name of ['etag', 'cache-control', 'content-type', 'access-control-allow-origin'] as const)
      expect([name, found.headers[name]]).toEqual([name, wanted.headers[name]])
    const known = await idp.send(`host:${address}`, { headers: { 'if-none-match': wanted.headers.etag as string } })
    expect(known.status).toBe(304)
    if (mount !== 'koa') return
    for (const other of [
      `${address}/`,
      `${address}x`,
      '/.well-known/oauth-authorization-server',
      `${DISCOVERY}${idp.mountPath}`,
    ])
      expect((await idp.send(`host:${other}`)).text).toBe('the host knows no such page')
  })

  it('a request line with the whole address is answered too, and the host in it changes nothing', async () => {
    const { text: expected } = await idp.send(DISCOVERY)
    for (const origin of [new URL(idp.issuer).origin, 'http://evil.example', 'HTTPS://evil.example:1']) {
      const line = `GET ${origin}${idp.mountPath}${DISCOVERY} HTTP/1.1\r\nHost: localhost\r\n\r\n`
      const { status, text } = await sendRaw(idp.port, [line])
      expect([status, text.split('\r\n\r\n')[1]]).toEqual([200, expected])
    }
  })

  it('DISC-02, DISC-03, DISC-04, DISC-15: it is this to the byte, in this order: clients keep it, and some compare', async () =>
    expect((await idp.send(DISCOVERY)).text).toBe(JSON.stringify(documentOf(idp.issuer))))

  it.each([DISCOVERY, JWKS])(
    'DISC-06: %s may be kept for a while, has a strong ETag, and answers 304 to who has it',
    async (address) => {
      const [first, second] = [await idp.send(address), await idp.send(address)]
      expect(first.headers['cache-control']).toBe('public, max-age=300')
      expect(first.headers.etag).toMatch(/^"[^"]+"$/)
      expect(second.text).toBe(first.text)
      const again = await idp.send(address, { headers: { 'if-none-match': first.headers.etag } })
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', first.headers.etag])
      expect((await idp.send(address, { headers: { 'if-none-match': '"another"' } })).status).toBe(200)
    },
  )

  it('DISC-09: each key is an ES256 public key with nothing private in it', async () => {
    const { keys, ...rest } = (await idp.send(JWKS)).json() as { keys: Record<string, string>[] }
    expect(rest).toEqual({})
    expect(keys.length).toBeGreaterThan(0)
    const coordinate = expect.stringMatching(/^[A-Za-z0-9_-]{43}$/)
    for (const key of keys)
      expect(key).toEqual({
        kty: 'EC',
        use: 'sig',
        alg: 'ES256',
        kid: expect.stringMatching(/./),
        crv: 'P-256',
        x: coordinate,
        y: coordinate,
      })
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(keys.length)
  })

  it('DISC-10: /jwks is the same to the byte', async () =>
    expect((await idp.send('/jwks')).text).toBe((await idp.send(JWKS)).text))

  it.each([DISCOVERY, JWKS])('DISC-12: %s may be read from any origin, without credentials', async (address) => {
    for (const origin of ['https://spa.example', 'https://external.example', 'null']) {
      const { headers } = await idp.send(address, { headers: { origin } })
      expect(headers['access-control-allow-origin']).toBe('*')
      expect(headers['access-control-allow-credentials']).toBeUndefined()
    }
  })

  it.each([DISCOVERY, JWKS, '/jwks'])(
    'DISC-13: %s answers HEAD as GET, and 405 to all that would change it',
    async (address) => {
      const [get, head] = [await idp.send(address), await idp.send(address, { method: 'HEAD' })]
      const plain = ({
        date: _date,
        'x-request-id': _id,
        connection: _c,
        'keep-alive': _k,
        ...headers
      }: typeof get.headers): object => headers
      expect([head.status, head.text, plain(head.headers)]).toEqual([200, '', plain(get.headers)])
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
        const answer = await idp.send(address, { method })
        expectError(answer, 405, 'invalid_request', 'method_not_allowed')
        expect(answer.headers.allow).toContain('GET')
      }
      expect((await idp.send(address, { method: 'OPTIONS' })).status).toBe(204)
    },
  )
})

it('with declared scopes only their names and those of their claims are added, behind the others', async () => {
  const idp = await runningIdp({ scopes: { groups: { claims: ['groups'] }, quiet: {} } })
  const { scopes_supported: scopes, claims_supported: claims, ...rest } = (await idp.send(DISCOVERY)).json()
  const own = documentOf(idp.issuer) as Record<string, string[]>
  const { scopes_supported: six, claims_supported: known, ...usual } = own
  expect(rest).toEqual(usual)
  expect(scopes).toEqual([...(six ?? []), 'groups', 'quiet'])
  expect(new Set(claims)).toEqual(new Set([...(known ?? []), 'groups']))
})

describe('while the store is away at the start', () => {
  it('DISC-08: discovery and JWKS answer 503 with Retry-After, and recover without a restart', async () => {
    const storage = embeddedStorage()
    let isAway = true
    const away = async (): Promise<never> => {
      throw new StoreUnavailable('away')
    }
    const idp = await runningIdp({ storage: { ...storage, open: () => (isAway ? away() : storage.open()) } })
    for (const address of [DISCOVERY, JWKS]) expectUnavailable(await idp.send(address))
    expect((await idp.send('/health/live')).status).toBe(200)
    const missing = await idp.send('/health/ready')
    expect([missing.status, missing.json().checks.signingKey]).toEqual([503, 'missing'])
    isAway = false
    for (const address of [DISCOVERY, JWKS, '/health/ready']) expect((await idp.send(address)).status).toBe(200)
  })

  it('D-G9: with keys that cannot be opened Portico is not ready: 503, explained in the log alone', async () => {
    const storage = embeddedStorage()
    const first = await runningIdp({ storage: { ...storage, close: async () => {} } })
    await first.stop()
    let isAway = true
    const open = (): ReturnType<Storage['open']> =>
      isAway ? Promise.reject(new StoreUnavailable('away')) : storage.open()
    const idp = await startIdp({
      issuer: first.issuer,
      options: { storage: { ...storage, open }, secret: 'another-root-secret-than-that-of-the-first' },
    })
    isAway = false
    for (const address of [DISCOVERY, JWKS])
      expectError(await idp.send(address), 503, 'temporarily_unavailable', 'not_ready')
    await until(async () =>
      idp.log.lines.some(({ level, fields }) => {
        const { message } = fields as { readonly message?: unknown }
        return (
          level === 'error' && /the secret that the data in the store was written with .*E1010/.test(String(message))
        )
      }),
    )
  })
})
