/**
 * REL-25: two nodes behind a real reverse proxy, with the file of examples/deploy, are restarted in turn under 50
 * requests a second: no request fails, and no session, code, token or notice is lost.
 */
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { doctorProof } from '../../lib/domain/keys/doctor-proof.ts'
import { emptyFolder, type Folder, type Run } from '../examples/process.ts'
import { person } from '../support/actors.ts'
import { ALICE, BOB, ROOT_SECRET } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { sendTo } from '../support/http.ts'
import type { Node } from '../support/idp.ts'
import { sendsMore } from '../support/load.ts'
import { everywhere, stateOf } from '../support/logout-caller.ts'
import { remote } from '../support/logout-processes.ts'
import { logoutClient, type Sink, startSink } from '../support/logout-sinks.ts'
import { mixedLoad } from '../support/mixed-load.ts'
import { GENEROUS_MS } from '../support/patience.ts'
import { patientVariables } from '../support/patient-redis.ts'
import type { ProxyName } from '../support/proxy-path.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { relyingParty } from '../support/relying-party.ts'
import { type ReverseProxy, startProxy } from '../support/reverse-proxy.ts'
import { until } from '../support/until.ts'

const HOST = 'id.example.com'
const [APP, NOTIFIED] = [logoutClient('app'), logoutClient('notified')]

let folder: Folder
let redis: RedisServer
let sink: Sink
let ports: readonly [number, number]
beforeEach(async () => {
  ;[folder, redis, sink] = await Promise.all([emptyFolder(), startRedis(), startSink()])
  ports = [await freePort(), await freePort()]
  await folder.configure({
    clients: [APP, { ...NOTIFIED, backchannel_logout_uri: sink.url }],
    accounts: [ALICE, BOB],
    rateLimits: false,
  })
})
afterEach(() => folder.remove())

const start = async (port: number, issuer: string): Promise<Run> => {
  const run = folder.run('lib/cli/main.js', { ...variables(port), BASE_URL: issuer }, ['serve'])
  await run.says(/Service/)
  return run
}
const variables = (port: number) => ({
  PORT: String(port),
  HOST: '127.0.0.1',
  ...patientVariables(redis.url),
  PORTICO_SECRET: ROOT_SECRET,
  TRUST_PROXY: '1',
  LOG_LEVEL: 'silent',
})

/** As a browser and apps see it: by the public address. */
const through = (issuer: string, proxy: ReverseProxy): Node => ({
  ...remote({ issuer, port: proxy.port }),
  send: (address, message = {}) =>
    sendTo(
      { host: '127.0.0.1', port: proxy.port, tls: { servername: HOST, believed: 'any-signer' } },
      address.startsWith(`${issuer}/`) ? address.slice(issuer.length) : address,
      { ...message, headers: { host: new URL(issuer).host, ...message.headers } },
    ),
})

const PROXIES: readonly (readonly [ProxyName, string, (cert: string, key: string) => [string, string][]])[] = [
  [
    'nginx',
    'nginx.conf',
    (cert, key) => [
      ['/etc/ssl/id.example.com.pem', cert],
      ['/etc/ssl/id.example.com.key', key],
      ['listen 443', 'listen 127.0.0.1:PORT'],
    ],
  ],
  [
    'haproxy',
    'haproxy.cfg',
    (cert) => [
      ['/etc/ssl/id.example.com.pem', cert],
      ['bind :443', 'bind 127.0.0.1:PORT'],
      ['timeout connect 2s', `timeout connect ${GENEROUS_MS}ms`],
      ['timeout check 5s', `timeout check ${GENEROUS_MS}ms`],
    ],
  ],
]

it.each(PROXIES)(
  'REL-25: %s: a rolling restart of two nodes fails no request, and nothing is lost',
  async (name, file, replacements) => {
    const port = await freePort()
    const issuer = `https://${HOST}:${port}`
    const runs = [await start(ports[0], issuer), await start(ports[1], issuer)]
    const proxy = await startProxy(name, {
      file: join('examples/deploy', file),
      host: HOST,
      port,
      replace: (at, { cert, key }) => [
        ['127.0.0.1:3001', `127.0.0.1:${ports[0]}`],
        ['127.0.0.1:3002', `127.0.0.1:${ports[1]}`],
        ...replacements(cert, key).map(([from, to]): [string, string] => [from, to.replace('PORT', String(at))]),
      ],
    })
    const node = through(issuer, proxy)
    const app = relyingParty(node, APP)
    const alice = person(node)
    const load = await mixedLoad(node, app, alice)
    const grant = await alice.authorize(app)
    const proof = doctorProof([ROOT_SECRET], issuer)
    for (const [index, at] of ports.entries()) {
      await sendsMore(load.totals, 20)
      // A notice is under way when the node is ended.
      const held: ServerResponse[] = []
      sink.answers((res) => void held.push(res))
      const { access_token } = await person(node, BOB).signIn(relyingParty(node, NOTIFIED))
      expect((await everywhere(remote({ issuer, port: at }), access_token)).status).toBe(200)
      runs[index]?.signal('SIGTERM')
      sink.answers((res) => res.writeHead(200).end())
      for (const res of held) res.writeHead(200).end()
      expect(await runs[index]?.ended).toBe(0)
      runs[index] = await start(at, issuer)
      // A proxy skips a node that refused for some seconds, as its file specifies.
      const nameOf = async ({ send }: Pick<Node, 'send'>): Promise<string> =>
        (await send('/health/ready', { headers: { 'X-Portico-Doctor': proof.make(Date.now()) } })).json().node
      const id = await nameOf(remote({ issuer, port: at }))
      await until(async () => (await nameOf(node)) === id)
    }
    const { sent, unavailable, failures } = await load.stop()
    expect({ failures, unavailable }).toEqual({ failures: [], unavailable: 0 })
    expect(sent).toBeGreaterThan(100)
    for (const { tokens } of load.families) expect((await app.refresh(tokens.refresh_token)).status).toBe(200)
    expect(await stateOf(alice, app)).toBe('signed in')
    expect((await app.exchange(grant)).status).toBe(200)
    await sink.arrived(ports.length)
  },
)
