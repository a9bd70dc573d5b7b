/** Deployments with one mistake each, behind a real proxy: the doctor finds it by its own code, and nothing else. */
import { createServer } from 'node:net'
import { createSecureContext, createServer as createTlsServer } from 'node:tls'
import { lookAtAddress } from '../../lib/cli/doctor/outside/host-and-certificate.ts'
import { freePort } from '../support/free-port.ts'
import { closed, listening } from '../support/listening.ts'
import { selfSigned } from '../support/logout-certificate.ts'
import { startRedis } from '../support/redis-server.ts'
import { type Behind, codesOf, startWorld } from './doctor-world.ts'
import { porticoProcess } from './portico.ts'

const NO_FORWARDING = 'proxy_set_header Host $http_host; proxy_set_header X-Forwarded-Proto $scheme;'
const APPENDED = 'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;'

/** By the code of what is wrong with each. */
const MISTAKES: Readonly<Record<string, Behind>> = {
  'tls-expired': { certificate: 'ended', service: 'none' },
  'tls-expires-soon': { certificate: 'ending' },
  'tls-wrong-host': { certificate: 'of-another-host', service: 'none' },
  'tls-untrusted': { certificate: 'strange', service: 'none' },
  'path-stripped': { path: '/cut', passing: 'proxy_pass http://127.0.0.1:BACK/;' },
  'discovery-missing': { passing: 'return 404;', service: 'none' },
  'trust-proxy-low': { options: { trustProxy: 0 } },
  'trust-proxy-high': { options: { trustProxy: 2 } },
  'forwarded-missing': { options: { trustProxy: 0 }, forwarding: NO_FORWARDING },
  'clock-off': { options: { clock: () => Date.now() + 20_000 } },
  'proto-lost': { forwarding: `proxy_set_header Host $http_host; ${APPENDED}` },
  'host-lost': { forwarding: `proxy_set_header X-Forwarded-Proto $scheme; ${APPENDED}` },
  'hsts-missing': { lines: 'proxy_hide_header Strict-Transport-Security;' },
  'redirect-changed': { lines: 'proxy_redirect https://localhost http://backend;' },
  'cookie-missing': { lines: 'proxy_hide_header Set-Cookie;' },
  'cookie-insecure': { lines: 'proxy_cookie_flags ~ nosecure;' },
  'cookie-prefix': { lines: 'proxy_cookie_path / /sso;' },
  'cookie-flags': { lines: 'proxy_cookie_flags ~ nohttponly;' },
  'csp-doubled': { lines: `add_header Content-Security-Policy "default-src 'self'" always;` },
  'csp-changed': {
    lines: `proxy_hide_header Content-Security-Policy; add_header Content-Security-Policy "default-src *" always;`,
  },
  'request-headers-small': { limits: 'large_client_header_buffers 4 4k; proxy_buffer_size 16k; proxy_buffers 8 16k;' },
  'response-headers-small': { limits: 'large_client_header_buffers 4 16k;' },
  ...Object.fromEntries(
    ['Authorization', 'Cookie', 'Origin'].map((name) => [
      `request-headers-removed: ${name}`,
      { lines: `proxy_set_header ${name} "";` },
    ]),
  ),
  // As from a proxy that signs itself in.
  'request-headers-removed: other Authorization': { lines: 'proxy_set_header Authorization "Basic cDpx";' },
  'response-headers-removed': { lines: 'proxy_hide_header WWW-Authenticate;' },
  'body-small': { lines: 'client_max_body_size 16k;' },
}

const world = await startWorld({ good: {}, ...MISTAKES })

it.each(Object.keys(MISTAKES))('%s', async (name) =>
  expect(codesOf(await world.findings(name))).toEqual([name.split(':', 1)[0]]),
)

it('names every part of a policy that differs', async () => {
  const [{ what } = { what: '' }] = await world.findings('csp-changed')
  for (const part of ['default-src', 'script-src', 'frame-ancestors']) expect(what).toContain(part)
})

describe('a good deployment, and', () => {
  it('nothing else: nothing is found', async () => expect(await world.findings('good')).toEqual([]))

  it('a path of a picture that nothing serves', async () => {
    const PORTICO_CONFIG = JSON.stringify({ theme: { logo: '/logo.svg' } })
    expect(codesOf(await world.findings('good', { PORTICO_CONFIG }))).toEqual(['picture-missing'])
  })

  it('an issuer with a slash', async () => {
    const address = `${world.service('good').env['BASE_URL']}/`
    expect(codesOf(await world.findings('good', {}, '--url', address))).toEqual(['issuer-slash'])
  })

  it('another BASE_URL than that of the service', async () => {
    const [own, other] = [world.service('good').env['BASE_URL'], world.service('body-small').env['BASE_URL']]
    expect(codesOf(await world.findings('good', { BASE_URL: own }, '--url', String(other)))).toEqual([
      'issuer-different',
      'not-this-service',
    ])
  })

  it('the store and the secret of another', async () => {
    const env = { PORTICO_SECRET: 'a-root-secret-that-this-service-has-never-had' }
    expect(codesOf(await world.findings('good', env))).toEqual(['secret-wrong', 'not-this-service'])
  })

  it('no listener', async () => {
    const BASE_URL = `https://localhost:${await freePort()}`
    expect(codesOf(await world.findings('good', { BASE_URL }))).toEqual(['url-unreachable'])
  })

  it('an address of the name that does not answer', async () => {
    const port = await freePort()
    const server = createServer((socket) => socket.destroy())
    await listening(server, port)
    const both = async () => [{ address: '127.0.0.1' }, { address: '::1' }]
    const found = await lookAtAddress(new URL(`http://dual.example:${port}`), createSecureContext(), () => {}, both)
    await closed(server)
    expect(codesOf(found)).toEqual(['ipv6-unreachable'])
  })

  it('a name with IPv6 alone, where the machine has an address of that kind or none', async () => {
    const port = await freePort()
    const found = await lookAtAddress(
      new URL(`http://six.example:${port}`),
      createSecureContext(),
      () => {},
      async () => [{ address: '::1' }],
    )
    expect(codesOf(found)).toEqual(['url-unreachable'])
  })

  it('HTTP/2 that is offered and not spoken', async () => {
    const [port, { cert, key }] = [await freePort(), selfSigned('localhost')]
    const server = createTlsServer({ cert, key, ALPNProtocols: ['h2'] }, (socket) => {
      socket.on('error', () => undefined).once('data', () => socket.destroy())
    })
    await listening(server, port)
    const found = await lookAtAddress(
      new URL(`https://localhost:${port}`),
      createSecureContext({ ca: cert }),
      () => {},
      async () => [{ address: '127.0.0.1' }],
    )
    await closed(server)
    expect(codesOf(found)).toEqual(['tls-expires-soon', 'http2-broken'])
  })

  it('a store that has gone away since', async () => {
    const redis = await startRedis({ appendonly: true, config: { appendfsync: 'always' } })
    const other = await startWorld({ lost: { redis: redis.url } })
    await redis.crash()
    expect(codesOf(await other.findings('lost'))).toEqual(['store-unreachable', 'not-ready'])
  })
})

describe('the command', () => {
  it('typed, without a terminal: JSON alone on standard output, and the exit code', async () => {
    const { env } = world.service('hsts-missing')
    const printed = await porticoProcess(['doctor', '--url', '--ca', world.caFile, '--json'], env)
    expect(printed).toMatchObject({ code: 1, err: '' })
    expect(JSON.parse(printed.out)).toEqual({
      findings: [
        {
          code: 'hsts-missing',
          severity: 'warning',
          what: `responses from ${env['BASE_URL']} lack Strict-Transport-Security`,
          why: expect.any(String),
          fix: expect.any(String),
        },
      ],
    })
  })

  it('for a person: one line for each finding, by group, and what was seen', async () => {
    const { env } = world.service('trust-proxy-low')
    const { code, out } = await porticoProcess(['doctor', '--url', '--ca', world.caFile], env)
    expect(code).toBe(2)
    expect(out.split('\n')).toEqual([
      'settings: nothing found',
      'files: nothing found',
      'store: nothing found',
      '  seen     embedded (file)',
      expect.stringMatching(
        /^ {2}seen {5}the current key has been signing since 20..-..-..; next rotation: 20..-..-..$/,
      ),
      env['BASE_URL'],
      expect.stringMatching(
        /^ {2}error {4}trust-proxy-low: .* TRUST_PROXY is 0.* share one rate limit.* Set TRUST_PROXY/,
      ),
      expect.stringMatching(/^ {2}seen {5}certificate valid until 20..-..-..; HTTP\/2$/),
    ])
  })

  it('an unknown certificate stops the check', async () => {
    expect(world.ca).not.toContain(selfSigned('localhost').cert)
    const printed = await porticoProcess('doctor --url --json', world.service('good').env)
    expect(printed.code).toBe(2)
    expect(codesOf(JSON.parse(printed.out).findings)).toEqual(['tls-untrusted'])
  })
})
