/** A process that has been asked to end, as load balancers and proxies see it. */
import { readFile, stat } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { emptyFolder, type Folder, type Run } from '../examples/process.ts'
import { freePort } from '../support/free-port.ts'
import { until } from '../support/until.ts'

let folder: Folder
let port: number
beforeEach(async () => {
  folder = emptyFolder()
  port = await freePort()
})
afterEach(() => folder.remove())

const serve = async (env: Readonly<Record<string, string>>): Promise<Run> => {
  const run = folder.run('lib/cli/main.js', { PORT: String(port), PORTICO_DATA: ':memory:', ...env }, ['serve'])
  await run.says(/Service/)
  return run
}
const get = (path: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } })
const connected = (): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket)).on('error', reject)
  })

it('DRAIN_SECONDS: it is not ready, answers new connections all the same, and then takes none', async () => {
  const run = await serve({ DRAIN_SECONDS: '8' })
  expect((await get('/health/ready')).status).toBe(200)
  run.signal('SIGTERM')
  await run.says(/stopping/)
  const ready = await get('/health/ready')
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: 'not ready', checks: expect.objectContaining({ store: 'ok', process: 'stopping' }) },
  ])
  expect(ready.headers.get('retry-after')).toMatch(/^\d+$/)
  expect((await get('/jwks')).status).toBe(200)
  expect((await get('/health/live')).status).toBe(200)
  expect(await run.ended).toBe(0)
  await expect(get('/jwks')).rejects.toThrow()
})

it('behind a proxy, a silent connection gets an answer seconds later still, and the end with it', async () => {
  const run = await serve({ TRUST_PROXY: '1' })
  const socket = await connected()
  const request = 'GET /jwks HTTP/1.1\r\nHost: localhost\r\n\r\n'
  let received = ''
  socket.on('data', (chunk) => (received += String(chunk)))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(request)
  await until(() => received.includes('200'))
  run.signal('SIGTERM')
  await run.says(/stopping/)
  // Twice the time without a proxy.
  await pause(1_000)
  socket.write(request)
  await closed
  expect(received.match(/HTTP\/1\.1 200 /g)).toHaveLength(2)
  expect(received.match(/Connection: close/g)).toHaveLength(1)
  expect(await run.ended).toBe(0)
})

it('one that is asked while it starts ends as well, without having opened its port', async () => {
  const nowhere = await freePort()
  const run = folder.run(
    'lib/cli/main.js',
    {
      PORT: String(port),
      REDIS_URL: `redis://127.0.0.1:${nowhere}`,
      // It has given up looking for the store long before its port opens all the same.
      REDIS_TIMEOUT_MS: '1000',
      PORTICO_SECRET: 'a root secret of 32 characters or more',
    },
    ['serve'],
  )
  await run.says(/store is unavailable/)
  await expect(get('/health/live')).rejects.toThrow()
  run.signal('SIGTERM')
  expect(await run.ended).toBe(0)
})

it('SECURITY_LOG: what happens in each worker is in the file, to the last event', async () => {
  const run = await serve({
    SECURITY_LOG: 'security.jsonl',
    WORKERS: '2',
    PORTICO_DATA: '.portico',
    PORTICO_SECRET: 'a root secret of 32 characters or more',
  })
  for (let count = 0; count < 4; count += 1) await get(`/authorize?client_id=unknown-${count}`)
  run.signal('SIGTERM')
  expect(await run.ended).toBe(0)
  const lines = (await readFile(join(folder.path, 'security.jsonl'), 'utf8')).trim().split('\n')
  const refused = lines.map((line) => JSON.parse(line)).filter((line) => line['event.action'] === 'request.refused')
  // Repeats are one line, which counts them.
  expect(refused.reduce((sum, line) => sum + (line['portico.count'] ?? 1), 0)).toBe(4)
  expect((await stat(join(folder.path, 'security.jsonl'))).mode & 0o777).toBe(0o600)
})
