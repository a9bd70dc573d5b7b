/** The reference deployment as processes come and go: nothing in flight is cut, and several are one service. */
import { connect, type Socket } from 'node:net'
import { mock } from 'node:test'
import { type Listening, listen } from '../../lib/serve/index.ts'
import { freePort } from '../support/free-port.ts'
import { GENEROUS_MS } from '../support/patience.ts'
import { patientVariables } from '../support/patient-redis.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { until } from '../support/until.ts'
import { emptyFolder, type Folder } from './process.ts'

let folder: Folder
beforeEach(async () => {
  folder = emptyFolder()
})
afterEach(() => folder.remove())

const JWKS = 'GET /jwks HTTP/1.1\r\nHost: localhost\r\n\r\n'

interface Connection {
  readonly socket: Socket
  /** All that has come so far. */
  readonly received: () => string
  /** All that came until the other side closed. */
  readonly ended: Promise<string>
}

const connected = (port: number): Promise<Connection> =>
  new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1').on('error', reject)
    socket.on('data', (chunk) => {
      text += String(chunk)
    })
    const ended = new Promise<string>((done) => socket.once('close', () => done(text)))
    socket.once('connect', () => resolve({ socket, received: () => text, ended }))
  })
const isAnswered = ({ received }: Connection): Promise<void> => until(() => /^HTTP\/1\.1 200 [^]*\}$/.test(received()))

describe('a server that is asked to end', () => {
  let port: number
  let listening: Listening
  beforeEach(async () => {
    port = await freePort()
    listening = await listen((_req, res) => res.end('{}'), { host: '127.0.0.1', port })
  })
  afterEach(() => mock.timers.reset())
  /** From here on no time passes but what a test lets pass. */
  const close = (): ReturnType<Listening['close']> => {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
    return listening.close()
  }

  it('answers also what was on its way to it, on connections that were open', async () => {
    const [used, fresh] = [await connected(port), await connected(port)]
    used.socket.write(JWKS)
    await isAnswered(used)
    const closed = close()
    for (const { socket } of [used, fresh]) socket.write(JWKS)
    expect((await used.ended).match(/HTTP\/1\.1 200 /g)).toHaveLength(2)
    expect(await fresh.ended).toMatch(/^HTTP\/1\.1 200 [^]*Connection: close/)
    expect(await closed).toBe('clean')
  })

  it('waits half a second for a connection that was opened ahead and never used, as browsers do', async () => {
    const unused = await connected(port)
    const closed = close()
    const isOpen = (): Promise<boolean> =>
      connected(port).then(
        ({ socket }) => socket.destroy().destroyed,
        () => false,
      )
    while (await isOpen());
    mock.timers.tick(499)
    expect(unused.socket.destroyed).toBe(false)
    mock.timers.tick(1)
    mock.timers.tick(50)
    expect([await unused.ended, await closed]).toEqual(['', 'clean'])
  })
})

it('a process that is asked to end answers the request in flight, takes no other, closes idle connections, and ends with code 0', async () => {
  const port = await freePort()
  const run = folder.run('examples/reference/main.js', { PORT: String(port) })
  await run.says(/Service/)
  const [idle, underway] = [await connected(port), await connected(port)]
  idle.socket.write(JWKS)
  await isAnswered(idle)
  const body = 'token=something'
  underway.socket.write(
    `POST /revocation HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n` +
      'Content-Type: application/x-www-form-urlencoded\r\n\r\n',
  )
  await until(() => underway.received().startsWith('HTTP/1.1 100 '))
  run.signal('SIGTERM')
  await run.says(/stopping/)
  expect(await idle.ended).toMatch(/^HTTP\/1\.1 200 /)
  await expect(connected(port)).rejects.toThrow('ECONNREFUSED')
  underway.socket.write(body)
  expect(await underway.ended).toMatch(/^HTTP\/1\.1 200 [^]*\{\}$/m)
  expect(await run.ended).toBe(0)
})

describe('two processes on one Redis', () => {
  let redis: RedisServer
  beforeEach(async () => {
    redis = await startRedis()
  })

  it('are one service: one first administrator, one set of keys, and the demo goes on', async () => {
    const port = await freePort()
    const shared = { BASE_URL: `http://localhost:${port}`, ...patientVariables(redis.url) }
    const first = folder.run('examples/reference/main.js', { ...shared, PORT: String(port) })
    await first.says(/Password/)
    const [, demo = ''] = await first.says(/Open {7}(\S+)/)
    const other = await freePort()
    const second = folder.run('examples/reference/main.js', { ...shared, PORT: String(other) })
    await second.says(/Store .*redis/)
    const keysOf = async (at: number): Promise<unknown> => (await fetch(`http://localhost:${at}/jwks`)).json()
    expect(await keysOf(other)).toEqual(await keysOf(port))
    const begun = await fetch(`${demo}sign-in`, { redirect: 'manual' })
    const authorize = new URL(begun.headers.get('location') ?? '')
    authorize.port = String(other)
    expect((await fetch(authorize, { redirect: 'manual' })).headers.get('location')).toContain('/interaction/')
    first.signal('SIGTERM')
    second.signal('SIGTERM')
    expect(await Promise.all([first.ended, second.ended])).toEqual([0, 0])
    expect(second.output()).not.toMatch(/Password|Open/)
  })

  it('start while Redis is away, and are ready when it comes', async () => {
    const port = await freePort()
    await redis.crash()
    const run = folder.run('examples/reference/main.js', {
      PORT: String(port),
      REDIS_URL: redis.url,
      PORTICO_SECRET: 'another root secret of another service',
    })
    // A command to Redis is waited for so long; no answer waits for one.
    const statusOf = async (path: string): Promise<number> =>
      (await fetch(`http://localhost:${port}${path}`, { signal: AbortSignal.timeout(GENEROUS_MS) })).status
    // Until it is ready, or ten seconds are over, the port is closed.
    const began = performance.now()
    await until(async () => (await statusOf('/health/live')) === 200)
    expect(performance.now() - began).toBeGreaterThan(5_000)
    await run.says(/"code":"not-ready","checks":\{"store":"missing"/)
    expect(run.output()).not.toMatch(/Service/)
    for (const path of ['/jwks', '/health/ready', '/health/live', '/jwks'])
      expect(await statusOf(path)).toBe(path === '/health/live' ? 200 : 503)
    await redis.start()
    await run.says(/Service/)
    await run.says(/Password/)
    expect((await fetch(`http://localhost:${port}/jwks`)).status).toBe(200)
    run.signal('SIGTERM')
    expect(await run.ended).toBe(0)
  })
})
