/** The reference deployment as processes come and go: nothing in flight is cut, and several are one service. */

import { connect, type Socket } from 'node:net'
import { freePort } from '../support/free-port.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { emptyFolder, type Folder, type Run } from './process.ts'

let folder: Folder
beforeEach(async () => {
  folder = await emptyFolder()
})
afterEach(() => folder.remove())

const connected = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket)).on('error', reject)
  })
const heard = async (socket: Socket): Promise<string> => {
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  return text
}
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

describe('a process that is asked to end', () => {
  it('answers also what was on its way to it, on connections that were open', async () => {
    const port = await freePort()
    const run = folder.run('examples/reference/main.js', { PORT: String(port) })
    await run.says(/Service/)
    const request = 'GET /jwks HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const [used, fresh] = [await connected(port), await connected(port)]
    used.write(request)
    await pause(200)
    run.signal('SIGTERM')
    await run.says(/stopping/)
    used.write(request)
    fresh.write(request)
    expect((await heard(used)).match(/HTTP\/1\.1 200 /g)).toHaveLength(2)
    expect(await heard(fresh)).toMatch(/^HTTP\/1\.1 200 [^]*Connection: close/)
    expect(await run.ended).toBe(0)
  })

  it('waits for no connection that was opened ahead and never used, as browsers do', async () => {
    const port = await freePort()
    const run = folder.run('examples/reference/main.js', { PORT: String(port) })
    await run.says(/Service/)
    const unused = await connected(port)
    run.signal('SIGTERM')
    await run.says(/stopping/)
    const began = performance.now()
    expect(await heard(unused)).toBe('')
    expect(await run.ended).toBe(0)
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  it('answers the request in flight, takes no other, closes idle connections, and ends with code 0', async () => {
    const port = await freePort()
    const run = folder.run('examples/reference/main.js', { PORT: String(port) })
    await run.says(/Service/)
    const idle = await connected(port)
    idle.write('GET /jwks HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const underway = await connected(port)
    const body = 'token=something'
    underway.write(
      `POST /revocation HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n` +
        'Content-Type: application/x-www-form-urlencoded\r\n\r\ntoken=',
    )
    await pause(200)
    run.signal('SIGTERM')
    await run.says(/stopping/)
    expect(await heard(idle)).toMatch(/^HTTP\/1\.1 200 /)
    await expect(connected(port)).rejects.toThrow('ECONNREFUSED')
    underway.write(body.slice('token='.length))
    expect(await heard(underway)).toMatch(/^HTTP\/1\.1 200 [^]*\{\}$/)
    expect(await run.ended).toBe(0)
  })
})

describe('two processes on one Redis', () => {
  let redis: RedisServer
  beforeEach(async () => {
    redis = await startRedis()
  })
  afterEach(() => redis.stop())

  it('are one service: one first administrator, one set of keys, and the demo goes on', async () => {
    const port = await freePort()
    const shared = { BASE_URL: `http://localhost:${port}`, REDIS_URL: redis.url }
    const first = folder.run('examples/reference/main.js', { ...shared, PORT: String(port) })
    await first.says(/Password/)
    const [, demo = ''] = await first.says(/Open {7}(\S+)/)
    const other = await freePort()
    const second = folder.run('examples/reference/main.js', { ...shared, PORT: String(other) })
    await second.says(/Store .*redis/)
    await pause(500)
    expect(second.output()).not.toMatch(/Password|Open/)
    const keysOf = async (at: number): Promise<unknown> => (await fetch(`http://localhost:${at}/jwks`)).json()
    expect(await keysOf(other)).toEqual(await keysOf(port))
    const begun = await fetch(`${demo}sign-in`, { redirect: 'manual' })
    const authorize = new URL(begun.headers.get('location') ?? '')
    authorize.port = String(other)
    expect((await fetch(authorize, { redirect: 'manual' })).headers.get('location')).toContain('/interaction/')
    first.signal('SIGTERM')
    second.signal('SIGTERM')
    expect(await Promise.all([first.ended, second.ended])).toEqual([0, 0])
  })

  it('start while Redis is away, and are ready when it comes', async () => {
    const port = await freePort()
    await redis.crash()
    const run = folder.run('examples/reference/main.js', {
      PORT: String(port),
      REDIS_URL: redis.url,
      PORTICO_SECRET: 'another root secret of another service',
    })
    const told = (path: string): Promise<number> =>
      fetch(`http://localhost:${port}${path}`).then(
        ({ status }) => status,
        async () => pause(20).then(() => told(path)),
      )
    // Until it is ready, or ten seconds are over, the port is closed.
    const began = performance.now()
    expect(await told('/health/live')).toBe(200)
    expect(performance.now() - began).toBeGreaterThan(5_000)
    await run.says(/"checks":\{"store":"missing".*the service is not ready yet/)
    expect(run.output()).not.toMatch(/Service/)
    for (const within of [2_000, 1_000]) {
      const asked = performance.now()
      expect([await told('/health/live'), await told('/jwks'), await told('/health/ready')]).toEqual([200, 503, 503])
      expect(performance.now() - asked).toBeLessThan(within)
    }
    await redis.start()
    await run.says(/Service/)
    await run.says(/Password/)
    expect((await fetch(`http://localhost:${port}/jwks`)).status).toBe(200)
    run.signal('SIGTERM')
    expect(await run.ended).toBe(0)
  })

  it('do not start with another root secret than that of the data, and say so', async () => {
    const port = await freePort()
    const start = async (secret: string): Promise<Run> => {
      return folder.run('examples/reference/main.js', {
        PORT: String(port),
        REDIS_URL: redis.url,
        PORTICO_SECRET: secret,
      })
    }
    const OTHER = 'a root secret with which nothing was written'
    const first = await start('the root secret with which all was written')
    await first.says(/Service/)
    first.signal('SIGTERM')
    await first.ended
    const second = await start(OTHER)
    expect(await second.ended).toBe(2)
    expect(second.output()).toMatch(
      /secret \(PORTICO_SECRET\) +expected the secret that the data in the store was written with .*E1010/,
    )
    expect(second.output()).toContain('hint: set PORTICO_SECRET')
    expect(second.output()).not.toMatch(/\n +at |Error:/)
    expect(second.output()).not.toContain(OTHER)
    const rotated = await start(`${OTHER},the root secret with which all was written`)
    await rotated.says(/Service/)
    rotated.signal('SIGTERM')
    expect(await rotated.ended).toBe(0)
  })
})
