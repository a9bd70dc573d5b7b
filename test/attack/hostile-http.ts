/** Requests that no HTTP client would send, and those that servers have believed. */
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { chanceOf } from '../seed/chance.ts'
import { GENEROUS_MS } from '../support/patience.ts'
import { converse } from '../support/raw-socket.ts'
import { words } from '../support/words.ts'
import { mustBe, type Target, weak } from './target.ts'

/** How a server closes a connection after a violation. */
const CUT = ['ECONNRESET', 'EPIPE']
const isCut = (error: unknown): boolean => CUT.includes((error as NodeJS.ErrnoException).code ?? '')

/**
 * Writes bytes, and returns the response until the other side closes or is silent.
 * @throws if the port is closed
 */
async function raw({ node }: Target, bytes: string | Buffer, silentMs = GENEROUS_MS): Promise<string> {
  const { hostname, protocol } = new URL(node.issuer)
  const open = (): Socket =>
    protocol === 'https:'
      ? connectTls({ host: hostname, port: node.port, servername: hostname })
      : connect(node.port, hostname === 'localhost' ? '127.0.0.1' : hostname)
  const { received, error } = await converse(open, [bytes], { silentMs })
  if (error !== undefined && !isCut(error)) throw error
  return received.toString('latin1')
}

const statusesIn = (text: string): readonly number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))

export async function smuggledRequests(target: Target): Promise<string> {
  const { host } = new URL(target.node.issuer)
  // It ends the connection, so that a responding server does not wait for more.
  const inner = `GET /health/live HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
  const form = `POST /token HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/x-www-form-urlencoded\r\n`
  const tricks: readonly (readonly [string, string])[] = [
    ['two ways to say the length', `${form}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`],
    ['two lengths', `${form}Content-Length: 3\r\nContent-Length: ${3 + inner.length}\r\n\r\nabc${inner}`],
    ['a length with a sign', `${form}Content-Length: +3\r\n\r\nabc${inner}`],
    ['a hidden encoding', `${form}Transfer-Encoding: xchunked\r\nContent-Length: 0\r\n\r\n${inner}`],
    ['an encoding after a tab', `${form}Transfer-Encoding:\tchunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${inner}`],
    ['a bare line feed', `${form}Content-Length: 0\nX: y\n\n${inner}`],
    ['space before the colon', `${form}Content-Length : 0\r\n\r\n${inner}`],
    ['a folded header', `${form}X-Folded: a\r\n Content-Length: 5\r\n\r\n${inner}`],
  ]
  for (const [name, bytes] of tricks) {
    const statuses = statusesIn(await raw(target, bytes))
    if (statuses.some((status) => status >= 200 && status < 300)) weak(`${name}: the request inside was answered`)
    mustBe(statuses.length > 0, true, `${name}: there is an answer`)
  }
  const wellFormed = statusesIn(await raw(target, `${form}Content-Length: 3\r\n\r\nabc${inner}`))
  mustBe(wellFormed.slice(1).join(), '200', 'a request behind another that is well formed')
  return `${tricks.length} ways`
}

/** Of a body, an address, a header: refused for its size, before anything is done with what is in it. */
const TOO_LARGE = [413, 414, 431]

export async function oversized(target: Target): Promise<string> {
  const { node } = target
  const post = (type: string, body: string) =>
    node.send('/token', { body, headers: { 'content-type': `application/${type}` } })
  const asked: readonly (readonly [string, () => Promise<{ readonly status: number }>])[] = [
    ['an address of 100 KB', () => node.send(`/authorize?${'x'.repeat(100_000)}`)],
    ['a header of 100 KB', () => node.send('/jwks', { headers: { 'x-long': 'x'.repeat(100_000) } })],
    ['a body of 2 MB', () => post('x-www-form-urlencoded', 'x'.repeat(2_000_000))],
    ['100,000 parameters', () => post('x-www-form-urlencoded', 'a=&'.repeat(100_000))],
    ['JSON of great depth', () => post('json', '['.repeat(100_000))],
  ]
  for (const [name, ask] of asked) {
    // A connection that is cut is an answer, too; one that is never answered is not.
    const status = await ask().then(
      (answer) => answer.status,
      (error: Error) => (isCut(error) ? 413 : weak(`${name}: ${error.message}`)),
    )
    if (!TOO_LARGE.includes(status)) weak(`${name}: ${status}`)
  }
  const live = await node.send('/health/live')
  if (live.status !== 200) weak(`afterwards /health/live says ${live.status}`)
  return `${asked.length} kinds`
}

export async function halfSent(target: Target): Promise<string> {
  const { host } = new URL(target.node.issuer)
  const halves = [
    `POST /token HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 100\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\ngrant`,
    `GET /jwks HTTP/1.1\r\nHost: ${host}\r\nX-Never`,
  ]
  const seconds = await Promise.all(
    halves.map(async (half) => {
      const startedAt = performance.now()
      await raw(target, half, 40_000)
      return (performance.now() - startedAt) / 1000
    }),
  )
  const [shortest, longest] = [Math.min(...seconds), Math.max(...seconds)]
  if (longest > 26) weak(`a half-sent request keeps its connection for ${longest.toFixed(0)} s`)
  // Sooner would keep slow callers out, or it was not waited for at all.
  mustBe(shortest > 9, true, `a half-sent request is waited for (${shortest.toFixed(0)} s)`)
  return `cut off after ${longest.toFixed(0)} s`
}

export async function spoofedAddresses({ node }: Target): Promise<string> {
  const { host } = new URL(node.issuer)
  for (const headers of [
    { host: 'evil.example' },
    { host, 'x-forwarded-host': 'evil.example' },
    { host, 'x-forwarded-proto': 'gopher', 'x-forwarded-prefix': '/evil.example' },
    { host, forwarded: 'host=evil.example;proto=https' },
    { host, 'x-original-url': '/admin', 'x-rewrite-url': '/evil.example' },
  ]) {
    for (const path of ['/.well-known/openid-configuration', '/authorize', '/admin/', '/connect/logout']) {
      const { text, headers: given } = await node.send(path, { headers })
      if (text.includes('evil.example') || JSON.stringify(given).includes('evil.example'))
        weak(`${path} believes ${JSON.stringify(headers)}`)
    }
  }
  return 'five kinds of headers'
}

export async function pathTraversal({ node }: Target): Promise<string> {
  const paths = ['..', '%2e%2e', '..%2f', '..%5c', '.%00./', '%252e%252e%252f', '....//'].flatMap((up) =>
    ['package.json', 'etc/passwd', 'portico.json'].flatMap((file) =>
      ['/assets/', '/.well-known/', '/errors/', '/interaction/'].map((base) => `${base}${`${up}/`.repeat(6)}${file}`),
    ),
  )
  for (const path of paths) {
    const { status, text } = await node.send(path)
    if (/root:.*:0:0|"dependencies"|client_secret"/.test(text)) weak(`${path} gives a file away`)
    if (status >= 500) weak(`${path}: ${status}`)
  }
  return `${paths.length} addresses`
}

const NAMES = [
  ...words`client_id redirect_uri scope state prompt max_age claims request code token grant_type refresh_token`,
  ...words`id_token_hint csrf action __proto__ constructor a[b]`,
  '\0',
  '',
]
const VALUES = [
  '',
  '\0',
  '-1',
  '1e999',
  '__proto__',
  '{"$ne":""}',
  '../../etc/passwd',
  '%',
  '\r\nSet-Cookie: evil=1',
  '<script>alert(1)</script>',
  '\uD800',
  '\u{1F4A3}',
  'x'.repeat(3_000),
  'openid',
  'code',
  'conf',
  'S256',
  'none',
  'eyJhbGciOiJub25lIn0.e30.',
  "'; DROP TABLE users; --",
  '${7*7}',
  '{{7*7}}',
]

export async function hostileParameters({ node, quick }: Target): Promise<string> {
  const paths = words`
    /authorize /token /userinfo /revocation /introspect /connect/logout /interaction/x /connect/register-session
    /connect/logout/frontchannel /errors/x /admin/ /portal/
  `
  const count = quick ? 150 : 600
  const chance = chanceOf('hostile parameters')
  for (let index = 0; index < count; index += 1) {
    const pairs = Array.from({ length: 1 + (index % 8) }, () => [chance.one(NAMES), chance.one(VALUES)] as const)
    const path = chance.one(paths)
    const query = new URLSearchParams(pairs as unknown as string[][]).toString()
    const answer = await (index % 2 === 0 ? node.send(`${path}?${query}`) : node.send(path, { body: pairs }))
    if (answer.status >= 500 && answer.status !== 503) weak(`${path}?${query.slice(0, 80)}: ${answer.status}`)
    if (answer.setCookies.some((cookie) => cookie.startsWith('evil'))) weak(`${path}: a header was injected`)
    if (/<script>alert|\b49\b/.test(answer.text.replace(/[\w-]{20,}/g, ''))) weak(`${path}: text is executed`)
  }
  return `${count} requests`
}
