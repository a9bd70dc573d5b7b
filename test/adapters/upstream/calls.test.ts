/** What an upstream can cost: time, memory, connections, and attacks on itself. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer } from 'node:net'
import { Readable } from 'node:stream'
import { mock } from 'node:test'
import { exportJWK, generateKeyPair } from 'jose'
import { CALL_LIMIT } from '../../../adapters/upstream/bounded-call.ts'
import { listening } from '../../support/listening.ts'
import { selfSigned } from '../../support/logout-certificate.ts'
import { json, REQUEST, refOf, startLyingUpstream } from '../../support/lying-upstream.ts'
import { until } from '../../support/until.ts'

const upstream = await startLyingUpstream()
beforeEach(() => upstream.reset())

const redeemed = (): Promise<string> => refOf(upstream.connector().redeem(upstream.answer(), REQUEST))
const countOf = (call: string): number => upstream.calls.filter((one) => one === call).length

it('an endless answer is cut off at 256 KiB', async () => {
  let sent = 0
  function* spaces() {
    for (; sent < 64 * 1024 * 1024; sent += 65_536) yield Buffer.alloc(65_536, ' ')
  }
  upstream.at('/token', (res) => {
    res.writeHead(200, { 'Content-Type': 'application/json' })
    Readable.from(spaces()).pipe(res)
  })
  expect(await redeemed()).toBe('upstream_response')
  expect(sent).toBeLessThan(16 * 1024 * 1024)
})

it.each(['/token', '/userinfo', '/jwks', '/.well-known/openid-configuration'])(
  '%s that redirects is not followed',
  async (path) => {
    upstream.at(path, (res) => void res.writeHead(307, { Location: `${upstream.issuer}/other` }).end())
    expect(await redeemed()).toBe('upstream_response')
    expect(countOf('POST /other') + countOf('GET /other')).toBe(0)
  },
)

it.each([
  ['silence', () => undefined],
  [
    'single bytes',
    (res: ServerResponse) => {
      res.writeHead(200, { 'Content-Type': 'application/json' })
      const dripping = setInterval(() => res.write(' '), 10)
      res.on('close', () => clearInterval(dripping))
    },
  ],
])('%s: the call ends at its limit', async (_what, answering) => {
  const asked = Promise.withResolvers<void>()
  upstream.at('/token', (res) => {
    answering(res)
    asked.resolve()
  })
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    let isOver = false
    const ref = redeemed().finally(() => {
      isOver = true
    })
    await asked.promise
    mock.timers.tick(CALL_LIMIT.longestMs - 1)
    await new Promise(setImmediate)
    expect(isOver).toBe(false)
    mock.timers.tick(1)
    expect(await ref).toBe('upstream_unavailable')
  } finally {
    mock.timers.reset()
  }
})

it('an upstream that is away, or speaks no HTTP, is named as such', async () => {
  const server = createServer((socket) => socket.resume().end('SSH-2.0-other\r\n'))
  const issuer = `http://localhost:${await listening(server, 0, 'localhost')}`
  expect(await refOf(upstream.connector({ issuer }).describe())).toBe('upstream_response')
  server.close()
  await once(server, 'close')
  expect(await refOf(upstream.connector({ issuer }).describe())).toBe('upstream_unavailable')
})

it('a certificate that does not verify is no upstream, and nothing is asked of it', async () => {
  let asked = 0
  const server = createTlsServer(selfSigned('localhost'), (_req, res) => void res.end(String((asked += 1))))
  server.on('tlsClientError', () => undefined)
  const issuer = `https://localhost:${await listening(server, 0, 'localhost')}`
  const thrown = await upstream
    .connector({ issuer })
    .describe()
    .catch((error) => error)
  expect([thrown.ref, thrown.detail, asked]).toEqual(['upstream_unavailable', 'DEPTH_ZERO_SELF_SIGNED_CERT', 0])
  server.close()
})

it('at most 50 calls run concurrently; the next one is unavailable immediately', async () => {
  const waiting: ServerResponse[] = []
  upstream.at('/token', (res) => void waiting.push(res))
  const connector = upstream.connector()
  await connector.describe()
  let over = 0
  const outcomes = Array.from({ length: 60 }, () =>
    refOf(connector.redeem(upstream.answer(), REQUEST)).finally(() => {
      over += 1
    }),
  )
  const turned = await Promise.race(outcomes)
  await until(() => over === 10 && waiting.length === 50)
  for (const res of waiting) json({ error: 'invalid_grant' }, 400)(res, '', res.req)
  const refs = await Promise.all(outcomes)
  expect([turned, waiting.length]).toEqual(['upstream_unavailable', 50])
  expect(refs.filter((ref) => ref === 'upstream_code')).toHaveLength(50)
  expect(refs.filter((ref) => ref === 'upstream_unavailable')).toHaveLength(10)
})

it('tokens with invented key ids fetch the keys twice at most, and a new key is found a minute later', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const connector = upstream.connector()
  const by = (kid: string) => upstream.sign(upstream.logoutClaims(), { kid }, privateKey)
  const signIn = async (kid: string): Promise<string> => {
    upstream.gives(await upstream.sign(upstream.idTokenClaims(), { kid }, privateKey))
    return refOf(connector.redeem(upstream.answer(), REQUEST))
  }
  for (let index = 0; index < 30; index += 1)
    expect(await refOf(connector.verifyLogoutToken(await by(`k-${index}`)))).toBe('upstream_signature')
  const rest = await Promise.all(Array.from({ length: 30 }, (_, index) => by(`other-${index}`)))
  await Promise.all(rest.map((token) => refOf(connector.verifyLogoutToken(token))))
  expect(countOf('GET /jwks')).toBe(2)

  upstream.at(
    '/jwks',
    json({ keys: [upstream.publicKey, { ...(await exportJWK(publicKey)), kid: 'new', alg: 'ES256' }] }),
  )
  expect(await refOf(connector.verifyLogoutToken(await by('new')))).toBe('upstream_signature')
  // Sign-ins that were started here have a separate key look-up, which is limited too.
  expect([await signIn('new'), countOf('GET /jwks')]).toEqual(['none', 3])
  expect(await Promise.all(['x', 'y', 'z'].map(signIn))).toEqual(Array(3).fill('upstream_signature'))
  expect(countOf('GET /jwks')).toBe(3)
  upstream.at('/jwks')
  upstream.clock.forward(61)
  expect([await refOf(connector.verifyLogoutToken(await by('x'))), countOf('GET /jwks')]).toEqual([
    'upstream_signature',
    4,
  ])
  expect([await signIn('x'), countOf('GET /jwks')]).toEqual(['upstream_signature', 5])
})

it('keys are read again after 10 minutes, so that one that was withdrawn no longer counts', async () => {
  const connector = upstream.connector()
  expect(await refOf(connector.verifyLogoutToken(await upstream.sign(upstream.logoutClaims())))).toBe('none')
  upstream.at('/jwks', json({ keys: [] }))
  upstream.clock.forward(601)
  expect(await refOf(connector.verifyLogoutToken(await upstream.sign(upstream.logoutClaims())))).toBe(
    'upstream_signature',
  )
})
