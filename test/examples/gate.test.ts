/** What `portico client env` prints, with real proxies and apps: no header of a browser passes as the gate's. */
import { gateBlock } from '../../lib/domain/clients/blocks/gate-block.ts'
import { OTHER_NAME_CHARACTERS } from '../../policies/identity-headers.ts'
import { ALICE, BOB } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { GATE_HEADERS, gatedVisitor } from '../support/gated-visitor.ts'
import { appFolder, HEADER_APPS, type HeaderApp, startHeaderApp } from '../support/header-apps.ts'
import { type Answer, type Message, send } from '../support/http.ts'
import { startIdp } from '../support/idp.ts'
import type { ProxyName } from '../support/proxy-path.ts'
import { converse } from '../support/raw-socket.ts'
import { startProxy } from '../support/reverse-proxy.ts'

const NAMES = Object.values(GATE_HEADERS)
const CONFIGURED = ['X-Staff-User', 'X-Staff-Full-Name', 'Mail', 'X-WEBAUTH-GROUPS', 'X-Proof']
const PROXIES = ['nginx', 'caddy', 'haproxy'] as const
const HOST = 'wiki.localhost'

/** Changes for an app over FastCGI. */
const FASTCGI: Readonly<Record<ProxyName, (app: string) => readonly (readonly [string, string])[]>> = {
  nginx: (app) => [
    ['# fastcgi_param', 'fastcgi_param'],
    [
      `proxy_pass http://${app};`,
      `fastcgi_param SCRIPT_FILENAME ${appFolder}/index.php; fastcgi_param REQUEST_METHOD GET; fastcgi_pass ${app};`,
    ],
  ],
  caddy: (app) => [
    [
      `reverse_proxy http://${app} {`,
      `reverse_proxy ${app} {\n transport fastcgi {\n root ${appFolder}\n split .php\n }`,
    ],
  ],
  haproxy: (app) => [
    [`server app ${app}`, `use-fcgi-app php\n server app ${app} proto fcgi`],
    ['frontend wiki', `fcgi-app php\n docroot ${appFolder}\nfrontend wiki`],
  ],
}

/** @param names of the headers @param apps behind the proxies */
async function world(names: readonly string[], apps: readonly HeaderApp[]) {
  const [user, name, email, groups, assertion] = names as [string, string, string, string, string]
  const idp = await startIdp({
    options: {
      gate: { headers: { user, name, email, groups, assertion } },
      clients: [{ client_id: 'wiki', client_type: 'confidential', gate: { url: `http://${HOST}`, assertion: true } }],
    },
  })
  const ports = new Map<string, number>()
  const started = apps.map(async (app) => {
    const at = `127.0.0.1:${await startHeaderApp(app)}`
    for (const proxy of PROXIES) {
      const port = await freePort()
      const gate = { url: `http://${HOST}:${port}`, assertion: true }
      const block = {
        client: { clientId: 'wiki', gate },
        issuer: idp.issuer,
        headers: { user, name, email, groups, assertion },
        service: `127.0.0.1:${idp.port}`,
        upstream: `http://${at}`,
      }
      await startProxy(proxy, {
        printed: gateBlock(block, proxy),
        host: HOST,
        port,
        replace: () => (app === 'fastcgi' ? FASTCGI[proxy](at) : []),
      })
      ports.set(`${proxy} ${app}`, port)
    }
  })
  await Promise.all(started)
  const cookieOf = async (who: typeof ALICE | typeof BOB): Promise<string> => {
    const visitor = gatedVisitor(idp, { clientId: 'wiki', url: `http://${HOST}` })
    await visitor.enter('/', who)
    return visitor.cookies.header('/') ?? ''
  }
  const [cookie, cookieOfBob] = [await cookieOf(ALICE), await cookieOf(BOB)]
  const ask = (proxy: string, app: string, message: Message = {}, path = '/index.php'): Promise<Answer> =>
    send(ports.get(`${proxy} ${app}`) ?? 0, path, { ...message, headers: { host: HOST, cookie, ...message.headers } })
  /** What the app reads under each name; undefined where it reads nothing. */
  const read = async (proxy: string, app: string, headers: Message['headers'] = {}) => {
    const answer = await ask(proxy, app, { headers })
    expect([proxy, app, answer.status, answer.text]).toEqual([proxy, app, 200, expect.stringMatching(/^\[/)])
    return answer.json() as readonly (readonly [string, string])[]
  }
  return { names, ports, cookie, cookieOfBob, ask, read }
}

const usual = await world(NAMES, HEADER_APPS)
const configured = await world(CONFIGURED, ['fastcgi', 'node'])
const variable = (name: string): string => name.toUpperCase().replaceAll('-', '_')
const rows = (apps: readonly string[]): readonly (readonly [string, string])[] =>
  PROXIES.flatMap((proxy) => apps.map((app) => [proxy, app] as const))

/** Every name in all spellings that count as the same, each with a distinct value. */
const forged = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => [
      [name, 'admin'],
      ...[...OTHER_NAME_CHARACTERS].map((character) => [name.replaceAll('-', character), 'admin']),
      [name.toUpperCase().replace('-', '.'), 'admin'],
      [name.toLowerCase().replace('-', '_'), 'admin'],
    ]),
  )

it.each([
  ...rows(HEADER_APPS).map((row) => [...row, 'its usual names', usual] as const),
  ...rows(['fastcgi', 'node']).map((row) => [...row, 'names of its own', configured] as const),
])('%s before an app of %s reads the user from the gate alone, under %s', async (proxy, app, _names, at) => {
  const { read, names, cookieOfBob } = at
  const own = names.map(variable)
  const [user, name, email, groups, proof] = own as [string, string, string, string, string]
  const found = async (headers: object): Promise<object> => {
    const seen = await read(proxy, app, { ...forged(names), ...headers })
    const pairs = seen.filter(([each]) => own.includes(each.toUpperCase().replace(/[^A-Z0-9]/g, '_')))
    expect(pairs.filter(([, value]) => value.includes('admin'))).toEqual([])
    return Object.fromEntries(pairs.filter(([, value]) => value !== ''))
  }
  expect(await found({})).toEqual({
    [user]: 'alice',
    [name]: ALICE.name,
    [email]: ALICE.email,
    [groups]: 'editor,reader',
    [proof]: expect.stringMatching(/^ey/),
  })
  // The gate reports no more about this user.
  expect(await found({ cookie: cookieOfBob })).toEqual({ [user]: 'bob', [proof]: expect.stringMatching(/^ey/) })
})

it.each(
  rows(['node']).flatMap((row) =>
    ['Remote-User', 'close, remote-user', 'Remote-Name,Remote-Email, remote-groups', ['keep-alive', 'Remote-User']].map(
      (value) => [...row, value] as const,
    ),
  ),
)('%s before %s: Connection: %j takes no header of the gate away', async (proxy, app, connection) => {
  const seen = await usual.read(proxy, app, { connection })
  for (const [index, value] of ['alice', ALICE.name, ALICE.email, 'editor,reader'].entries())
    expect(seen).toContainEqual([variable(NAMES[index] as string), value])
  expect(seen.filter(([name, value]) => name === 'CONNECTION' && /remote/i.test(value))).toEqual([])
})

it.each(rows(['node', 'fastcgi']))(
  '%s before %s: apps read IP address, URL and other users from the proxy alone',
  async (proxy, app) => {
    const parts = ['For', 'Host', 'Proto', 'Port', 'Prefix', 'Server', 'Ssl', 'Uri', 'User', 'Email', 'Groups']
    const others = [
      'Forwarded',
      'Proxy',
      'X-Real-IP',
      'True-Client-IP',
      'X-Client-IP',
      'X-Original-URL',
      'X-Rewrite-URL',
    ]
    const own = {
      X_FORWARDED_FOR: '127.0.0.1',
      X_FORWARDED_HOST: HOST,
      X_FORWARDED_PROTO: 'http',
      X_REAL_IP: '127.0.0.1',
    }
    // HAProxy accepts 100 headers.
    for (const name of [...parts.map((part) => `X-Forwarded-${part}`), ...others]) {
      const seen = await usual.read(proxy, app, forged([name]))
      expect(seen.filter(([, value]) => value.includes('admin'))).toEqual([])
      for (const pair of Object.entries(own)) expect(seen).toContainEqual(pair)
    }
  },
)

it('the expression for Traefik removes every spelling of the gate’s headers, and of those that Traefik does not set', () => {
  const client = { clientId: 'wiki', gate: { url: 'https://wiki.example.com', assertion: false } }
  const block = { client, issuer: 'https://a.example', headers: GATE_HEADERS, service: 'a:1' }
  const [, source = ''] = /authResponseHeadersRegex: "\(\?i\)(.*)"/.exec(gateBlock(block, 'traefik')) ?? []
  const removed = (name: string): boolean => new RegExp(source, 'i').test(name)
  for (const name of Object.keys(forged([...NAMES, 'X-Forwarded-User', 'Forwarded', 'True-Client-IP'])))
    expect([name, removed(name)]).toEqual([name, true])
  for (const name of ['X_Forwarded_For', 'X-Forwarded.Host', 'X_Real-IP'])
    expect([name, removed(name)]).toEqual([name, true])
  for (const name of ['X-Forwarded-For', 'X-Forwarded-Proto', 'X-Real-Ip', 'Cookie', 'Host', 'Remote-Users'])
    expect([name, removed(name)]).toEqual([name, false])
})

/** The response to bytes, until it has the pattern or the connection ends. */
async function exchanged(port: number, lines: readonly string[], body: string, pattern: RegExp): Promise<string> {
  const head = `${[...lines, `Host: ${HOST}`, `Cookie: ${usual.cookie}`].join('\r\n')}\r\n\r\n`
  const { received } = await converse(port, [head + body], { isWhole: (bytes) => pattern.test(bytes.toString()) })
  return received.toString()
}

it.each(PROXIES)('%s passes the beginning of a WebSocket with its user', async (proxy) => {
  const port = usual.ports.get(`${proxy} node`) ?? 0
  for (const connection of ['Upgrade', 'keep-alive, Upgrade,Remote-User', 'Upgrade\r\nConnection: Remote-User']) {
    const key = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==']
    const lines = ['GET / HTTP/1.1', `Connection: ${connection}`, 'Upgrade: websocket', ...key]
    const head = await exchanged(port, lines, '', /\r\n\r\n/)
    expect([connection, head]).toEqual([connection, expect.stringMatching(/^HTTP\/1.1 101 [^]*^x-for: alice/im)])
  }
})

it.each(PROXIES)('%s passes no trailer, which PHP would read as a header', async (proxy) => {
  const lines = ['POST /index.php HTTP/1.1', 'Connection: close', 'Transfer-Encoding: chunked', 'Trailer: Remote-User']
  const trailers = 'Remote-User: admin\r\nRemote.User: admin'
  const body = `3\r\nabc\r\n0\r\n${trailers}\r\n\r\n`
  const text = await exchanged(usual.ports.get(`${proxy} php`) ?? 0, lines, body, /admin|\]/)
  expect(text).toMatch(proxy === 'haproxy' ? /^HTTP\/1.1 400 / : /"REMOTE_USER","alice"/)
  expect(text).not.toContain('admin')
})

it.each(rows(['node', 'fastcgi']))(
  '%s before %s passes the cookies of the app, and none of the service',
  async (proxy, app) => {
    const [, real = ''] = /sso_gate_wiki=([^;]+)/.exec(usual.cookie) ?? []
    for (const cookie of [
      `session=1; ${usual.cookie}; a_sso_b=2; sso_gate_wiki=p2; c=3; ${usual.cookie}; d="x"; sso_gate_wiki=p4; e=5`,
      `${usual.cookie}; session=1; __Host-sso_session=${real}; a_sso_b=2; SSO-admin=p1;__Secure-sso-portal=p2;c=3;;d="x";\tsso_lang=de; e=5`,
    ]) {
      const seen = await usual.read(proxy, app, { cookie })
      const kept = seen.filter(([name]) => name === 'COOKIE').flatMap(([, value]) => value.split(/;\s*/))
      expect(kept.filter((part) => part !== '')).toEqual(['session=1', 'a_sso_b=2', 'c=3', 'd="x"', 'e=5'])
    }
    // More than nginx can tell apart: then the app gets none.
    const many = Array.from({ length: 20 }, (_, index) => `k${index}=1; sso_gate_wiki=${index}`).join('; ')
    const seen = await usual.read(proxy, app, { cookie: `${usual.cookie}; ${many}; ${usual.cookie}` })
    expect(seen.filter(([name, value]) => name === 'COOKIE' && (/sso/.test(value) || value.includes(real)))).toEqual([])
  },
)

it.each(rows(['node']))(
  '%s before %s leads browsers to the sign-in and back, and refuses others',
  async (proxy, app) => {
    const asked = await usual.ask(proxy, app, { headers: { cookie: '', accept: 'text/html' } }, '/page?a=1')
    const way = `/.portico/wiki/sign-in?return_to=${encodeURIComponent('/page?a=1')}`
    expect([asked.status, asked.headers.location]).toEqual([302, way])
    const begun = await usual.ask(proxy, app, { headers: { cookie: '', accept: 'text/html' } }, way)
    expect([begun.status, begun.headers.location]).toEqual([303, expect.stringContaining('/authorize?client_id=wiki')])
    const posted = await usual.ask(proxy, app, { headers: { cookie: '', accept: 'text/html' }, body: { a: 'b' } }, '/x')
    expect(posted.status).toBe(302)
    const api = await usual.ask(proxy, app, {
      headers: { cookie: '', accept: 'application/json', 'remote-user': 'admin' },
    })
    expect([api.status, api.json()]).toMatchObject([401, { error: 'login_required' }])
  },
)
