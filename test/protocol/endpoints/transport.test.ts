/** Rules for every endpoint: errors, request ids, methods, content types, sizes, middleware (D-G2, D-G6). */
import type { OutgoingHttpHeaders } from 'node:http'
import { explanations } from '../../../lib/domain/audit/explanations.ts'
import { expectDenied } from '../../support/denials.ts'
import { onEachDeployment } from '../../support/deployments.ts'
import { expectError, expectNoEcho } from '../../support/expect.ts'
import { CONF } from '../../support/fixtures.ts'
import type { Answer, Message } from '../../support/http.ts'
import { runningIdp, sharedIdp, startIdp } from '../../support/idp.ts'
import { HANG_MS } from '../../support/patience.ts'
import { formHead, sendRaw } from '../../support/raw-socket.ts'
import { basic } from '../../support/relying-party.ts'
import { words } from '../../support/words.ts'

const FORM = 'application/x-www-form-urlencoded'
const authorization = basic('conf', CONF.client_secret)
/** Endpoints that take a form. */
const FORMS = ['/token', '/introspect']
/** What a response may load and who may frame it, if nothing else is said. */
const STRICTEST = ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]

/** One refusal of every kind. */
const REFUSALS: readonly (readonly [path: string, message: Message, status: number, code: string])[] = [
  ['/authorize', {}, 400, 'invalid_request'],
  ['/authorize?client_id=conf', {}, 400, 'invalid_request'],
  ['/authorize', { method: 'PUT' }, 405, 'invalid_request'],
  ['/token', { body: {} }, 401, 'invalid_client'],
  ['/token', { method: 'GET' }, 405, 'invalid_request'],
  ['/token', { method: 'PUT' }, 405, 'invalid_request'],
  ['/token', { method: 'TRACE' }, 405, 'invalid_request'],
  ['/token', { body: {}, headers: { authorization } }, 400, 'invalid_request'],
  ['/token', { body: { grant_type: 'password' }, headers: { authorization } }, 400, 'unsupported_grant_type'],
  [
    '/token',
    { body: { grant_type: 'refresh_token', refresh_token: 'x' }, headers: { authorization } },
    400,
    'invalid_grant',
  ],
  ['/userinfo', {}, 401, 'invalid_token'],
  ['/userinfo?access_token=abcdefgh', {}, 400, 'invalid_request'],
  ['/introspect', { body: {} }, 401, 'invalid_client'],
  ['/revocation', { method: 'GET' }, 405, 'invalid_request'],
  ['/connect/logout', {}, 400, 'invalid_request'],
  ['/connect/logout', { method: 'POST' }, 401, 'invalid_token'],
  ['/connect/logout/frontchannel', {}, 401, 'invalid_token'],
  ['/connect/register-session', { method: 'POST' }, 401, 'invalid_token'],
  ['/connect/register-session', {}, 405, 'invalid_request'],
  ['/interaction/nothing', {}, 400, 'invalid_request'],
  ['/errors/nothing', {}, 404, 'not_found'],
  ['/jwks', { method: 'POST' }, 405, 'invalid_request'],
]

onEachDeployment((idp, { mount }) => {
  it.each(REFUSALS)(
    'HTTP-01, D-G4: %s %j: %i %s in the common shape, with any Accept',
    async (path, message, status, code) => {
      // Endpoints that no browser visits answer JSON to those as well (D-G4).
      const isApi = /^\/(?:token|userinfo|introspect|revocation|jwks|connect\/register)/.test(path)
      for (const accept of ['application/json', '*/*', undefined, ...(isApi ? ['text/html'] : [])]) {
        const answer = await idp.send(path, {
          ...message,
          headers: { ...message.headers, ...(accept === undefined ? {} : { accept }) },
        })
        expectError(answer, status, code)
        const line = idp.log.lines.find(({ fields }) => fields.request_id === answer.headers['x-request-id'])
        expect(line?.fields).toMatchObject({ status, error: code })
      }
    },
  )

  it('ASVS V3.4.3, V3.4.4, V3.4.6, V4.1.1: no response can be framed, sniffed, or load anything; pages name what they load', async () => {
    const paths = ['/.well-known/openid-configuration', '/jwks', '/health/live', idp.party().request().address]
    for (const [path, message] of [
      ...REFUSALS,
      ...paths.map((path) => [path, {}] as const),
      ['/token', { method: 'OPTIONS', headers: { origin: 'https://x.example' } }] as const,
    ]) {
      const { headers, text } = await idp.send(path, message)
      if (text !== '') expect(headers['content-type']).toMatch(/^(?:text\/html|application\/json); charset=utf-8$/)
      const policy = String(headers['content-security-policy']).split('; ')
      expect([path, policy]).toEqual([path, expect.arrayContaining(STRICTEST)])
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
  })

  it('HTTP-03: a request id of the caller is ignored, whatever it is', async () => {
    for (const sent of [
      'abcdefgh12345678',
      'x'.repeat(10_000),
      '<script>alert(1)</script>',
      'a b c d e f g h',
      '../../../etc',
    ]) {
      const answer = await idp.send('/userinfo', { headers: { 'x-request-id': sent } })
      expectDenied.token(answer)
      expect(answer.headers['x-request-id']).not.toBe(sent)
    }
  })

  it('HTTP-05: forwarded headers change neither issuer nor addresses nor cookies', async () => {
    const headers = {
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-port': '444',
      'x-forwarded-prefix': '/evil',
      host: 'evil.example',
    }
    const answer = await idp.send('/.well-known/openid-configuration', { headers })
    expect(answer.json().issuer).toBe(idp.issuer)
    expect(answer.headers['strict-transport-security']).toBeUndefined()
    const page = await idp.send(idp.party(CONF).request().address, { headers })
    expect(page.headers.location).toMatch(new RegExp(`^${idp.mountPath}/interaction/`))
    expect(page.setCookies.join()).not.toMatch(/; *secure|evil\.example/i)
  })

  it.each(FORMS)('TOK-28, D-G6: %s takes a form and no other body', async (path) => {
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', token: 'x' }).toString()
    const refusedBy = async (headers: OutgoingHttpHeaders): Promise<void> =>
      expectDenied.request(
        await idp.send(path, { method: 'POST', body, headers: { authorization, ...headers } }),
        'content_type',
      )
    for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain', `${FORM}x`, ''])
      await refusedBy({ 'content-type': type })
    await refusedBy({ 'content-type': `${FORM}; charset=utf-16` })
    await refusedBy({ 'content-type': FORM, 'content-encoding': 'gzip' })
    await refusedBy({})
    for (const type of [`${FORM}; charset=utf-8`, `${FORM};charset="UTF-8"`, FORM.toUpperCase()])
      expect((await idp.send(path, { body, headers: { authorization, 'content-type': type } })).text).not.toContain(
        'content_type',
      )
  })

  it.each(FORMS)(
    'TOK-31, D-G6: %s refuses what is too large with 413, and what is malformed with 400',
    async (path) => {
      const post = (body: string | Buffer): Promise<Answer> =>
        idp.send(path, { body, headers: { authorization, 'content-type': FORM } })
      for (const size of [57 * 1024 + 1, 1024 * 1024])
        expectError(await post('a='.padEnd(size, 'x')), 413, 'invalid_request', 'body_too_large')
      expectError(await post('a=1&'.repeat(100_000)), 413, 'invalid_request', 'body_too_large')
      // A host that decodes the body itself has replaced bytes that are no text.
      const bytes = mount === 'root' ? [Buffer.from('token=\xFF', 'latin1')] : []
      for (const bad of ['token=%', 'token=%zz', 'token=%e9', 'token=%C3%28', ...bytes])
        expectDenied.request(await post(bad), 'body_malformed')
      expect((await post('token=%C3%A9&refresh_token=\u00E9&grant_type=refresh_token')).text).not.toContain(
        'body_malformed',
      )
      expect((await post('a='.padEnd(56 * 1024, 'x'))).status).not.toBe(413)
    },
  )

  it('HTTP-07: a thousand parameters, or colliding names, are checked like any others', async () => {
    const many = Array.from({ length: 1_000 }, (_, index): [string, string] => [`p${index}`, 'x'])
    expectDenied.request(await idp.send('/token', { body: many, headers: { authorization } }), 'parameter_missing')
    const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '0', '-1', '']
    expectDenied.request(
      await idp.send('/token', {
        body: names.map((name): [string, string] => [name, 'x']),
        headers: { authorization },
      }),
      'parameter_missing',
    )
    expectDenied.request(await idp.send(`/authorize?${many.map(([name]) => `${name}=`).join('&')}`))
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  it('AUTH-43: a long address is refused fast, and a thousand cookies are borne', async () => {
    expectDenied.request(await idp.send(`/authorize?client_id=conf&x=${'y'.repeat(15_900)}`), 'redirect_uri_mismatch')
    expect([414, 431]).toContain((await idp.send(`/authorize?client_id=conf&x=${'y'.repeat(20_000)}`)).status)
    const cookie = Array.from({ length: 1_000 }, (_, index) => `c${index}=v`).join('; ')
    expectDenied.request(await idp.send('/authorize?client_id=conf', { headers: { cookie } }))
    for (const headers of [{ cookie: 'x'.repeat(100_000) }, { 'x-large': 'x'.repeat(100_000) }]) {
      const { status } = await sendRaw(idp.port, [
        `GET ${idp.mountPath}/authorize HTTP/1.1\r\nHost: x\r\n`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`),
        '\r\n',
      ])
      expect([0, 431]).toContain(status)
    }
    const { status } = await sendRaw(idp.port, [
      `GET ${idp.mountPath}/authorize?${'x'.repeat(1_000_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    ])
    expect([0, 414, 431]).toContain(status)
    expect((await idp.send('/health/live')).status).toBe(200)
  })
})

it.concurrent('a body that is not as announced: TOK-31: it comes too slowly, not whole, or too long: it is answered, and the service goes on', async () => {
  const idp = await startIdp()
  const [dripping, cut, chunked] = await Promise.all([
    sendRaw(
      idp.port,
      // The body would go on for longer than the test waits: a limit that each piece extends would never be reached.
      [formHead('/token', { 'Content-Length': 10_000 }), ...Array.from({ length: 2_400 }, () => 'a=b&')],
      { pauseMs: 200, patienceMs: HANG_MS },
    ),
    sendRaw(idp.port, [formHead('/token', { 'Content-Length': 1_000 }), 'a=b'], { end: true }),
    sendRaw(idp.port, [
      formHead('/token', { 'Transfer-Encoding': 'chunked' }),
      `${(60_000).toString(16)}\r\n${'x'.repeat(60_000)}\r\n`,
    ]),
  ])
  expect(dripping.status).toBe(408)
  expect([0, 400]).toContain(cut.status)
  expect(chunked.status).toBe(413)
  for (const smuggled of [
    [formHead('/token', { 'Content-Length': 5, 'Transfer-Encoding': 'chunked' }), '0\r\n\r\n'],
    [formHead('/token', { 'Content-Length': -1 })],
    [formHead('/token', { 'Content-Length': 'abc' })],
  ])
    expect((await sendRaw(idp.port, smuggled)).status).toBe(400)
  expect((await idp.send('/health/live')).status).toBe(200)
  expect(idp.log.lines.filter(({ level }) => level === 'error')).toEqual([])
})

describe.each(['koa', 'koa-mount'] as const)(
  'HTTP-08: in a Koa app (%s) with other routes, a body parser and pages',
  (mount) => {
    const idp = sharedIdp(() => startIdp({ mount }))

    it('the routes of the host are untouched', async () => {
      expect((await idp.send('host:/hello')).text).toBe('hello from the host')
      expect((await idp.send('host:/echo', { body: { a: 'b' } })).json()).toEqual({ echo: { a: 'b' } })
      for (const path of ['/', '/sso', '/ssox/token', '/token', '/.well-known/openid-configuration']) {
        const answer = await idp.send(`host:${path}`)
        expect([answer.status, answer.text, answer.headers['x-request-id']]).toEqual([
          404,
          'the host knows no such page',
          undefined,
        ])
      }
      expect((await idp.send('/nothing/of/ours')).text).toBe('the host knows no such page')
    })

    it('a user signs in, and the client gets its tokens', async () => {
      const conf = idp.party(CONF)
      const { access_token } = await idp.user().signIn(conf, { scope: 'openid email' })
      expect((await conf.userinfo(access_token)).json()).toMatchObject({ email: 'alice@example.com' })
    })

    it('the parser of the host cannot turn a parameter into an object', async () => {
      const answer = await idp.send('/introspect', {
        body: [
          ['token[x]', 'y'],
          ['client_id[$ne]', ''],
        ],
        headers: { authorization },
      })
      expectDenied.request(answer)
      expectNoEcho(answer)
    })
  },
)

it('D-G6: where there is no host, an unknown path is 404 in the common shape', async () => {
  const idp = await startIdp()
  for (const path of words`/ /nothing /token/ /Token //token /%74oken /token%00 /.well-known/ /authorize%2F /register`) {
    const answer = await idp.send(path, { method: 'POST' })
    expectError(answer, 404, 'not_found', 'not_found')
    const lines = idp.log.lines.filter(({ fields }) => fields.request_id === answer.headers['x-request-id'])
    expect(lines).toEqual([
      expect.objectContaining({ fields: expect.objectContaining({ status: 404, error: 'not_found', path }) }),
    ])
    // Scanners try paths: the log is enough, the store keeps nothing of it.
    expect(
      await explanations(idp.portico.storage, Date.now, () => {}).find(answer.headers['x-request-id'] as string),
    ).toBeUndefined()
  }
})

it('D-G2: behind a trusted proxy an inbound request id counts, in its narrow form alone', async () => {
  const idp = await runningIdp({ trustProxy: 1 })
  const ask = async (id: string): Promise<unknown> =>
    (await idp.send('/userinfo', { headers: { 'x-request-id': id } })).json().request_id
  expect(await ask('proxy-0123456789.A_b')).toBe('proxy-0123456789.A_b')
  for (const bad of ['short', 'x'.repeat(65), 'with spaces in it', '<script>0123</script>', 'quote"quote"'])
    expect(await ask(bad)).not.toBe(bad)
})
