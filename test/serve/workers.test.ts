/** `WORKERS`: several processes at one port are one service, and one that dies takes nothing with it. */
import { emptyFolder, type Folder, type Run } from '../examples/process.ts'
import { person } from '../support/actors.ts'
import { ALICE, ROOT_SECRET } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { remote } from '../support/logout-processes.ts'
import { logoutClient } from '../support/logout-sinks.ts'
import { patientVariables } from '../support/patient-redis.ts'
import { startRedis } from '../support/redis-server.ts'
import { relyingParty } from '../support/relying-party.ts'
import { until } from '../support/until.ts'

let folder: Folder
let port: number
beforeEach(async () => {
  folder = emptyFolder()
  port = await freePort()
})
afterEach(() => folder.remove())

const serve = (env: Readonly<Record<string, string>>): Run =>
  folder.run('lib/cli/main.js', { PORT: String(port), PORTICO_SECRET: ROOT_SECRET, WORKERS: '2', ...env }, ['serve'])

const answering = (run: Run): readonly number[] =>
  [...run.output().matchAll(/"worker":(\d+),"msg":"worker started"/g)].map(([, pid]) => Number(pid))
const lives = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe.each(['the embedded store', 'Redis'])('on %s', (store) => {
  it('a worker that is killed loses nothing, and another one takes its place', async () => {
    const redis = store === 'Redis' ? await startRedis() : undefined
    await folder.configure({ clients: [logoutClient('app')], accounts: [ALICE], rateLimits: false })
    const run = serve(redis === undefined ? {} : patientVariables(redis.url))
    await run.says(/Service/)
    await until(async () => answering(run).length === 2)
    const node = remote({ issuer: `http://localhost:${port}`, port })
    const app = relyingParty(node, logoutClient('app'))
    const alice = person(node)
    let tokens = await alice.signIn(app, { scope: 'openid offline_access' })
    for (const worker of answering(run)) {
      process.kill(worker, 'SIGKILL')
      await until(async () => !lives(worker))
      // The connection may have been one of the worker that died.
      await node.send('/health/live').catch(() => undefined)
      const refreshed = await app.refresh(tokens.refresh_token)
      expect([refreshed.status, (await app.introspect(tokens.access_token)).json().active]).toEqual([200, true])
      tokens = refreshed.json()
      expect((await alice.browser.go(app.request({ prompt: 'none' }).address)).headers.location).toContain('code=')
      const count = answering(run).length
      await until(async () => answering(run).length > count)
    }
    const all = answering(run)
    expect(all).toHaveLength(4)
    expect(run.output().match(/Service {4}/g)).toHaveLength(1)
    run.signal('SIGTERM')
    expect(await run.ended).toBe(0)
    expect(all.filter(lives)).toEqual([])
  })
})

it('one that is ended completes its requests first; the others continue, each under a separate name', async () => {
  const run = serve({ NODE_NAME: 'sso' })
  await run.says(/Service/)
  await until(async () => answering(run).length === 2)
  const [first = 0] = answering(run)
  process.kill(first, 'SIGTERM')
  await until(async () => !lives(first))
  const statuses: number[] = []
  for (let count = 0; count < 5; count += 1) statuses.push((await fetch(`http://localhost:${port}/jwks`)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200])
  await run.says(/"node":"sso:1"/)
  await run.says(/"node":"sso:2"/)
  run.signal('SIGINT')
  expect(await run.ended).toBe(0)
})

it('settings that cannot be used are said once, with exit code 2', async () => {
  const memory = serve({ PORTICO_DATA: ':memory:' })
  expect(await memory.ended).toBe(2)
  expect(memory.output()).toMatch(/WORKERS.*a store that several processes may share/)
  const wrong = serve({ WORKERS: 'many' })
  expect(await wrong.ended).toBe(2)
  expect(wrong.output().match(/WORKERS/g)).toHaveLength(1)
})

it('a secret that does not fit the store ends all of them, with the exit code of one', async () => {
  const first = serve({ WORKERS: '1' })
  await first.says(/Service/)
  first.signal('SIGTERM')
  await first.ended
  const other = 'a root secret with which nothing was written'
  const second = serve({ PORTICO_SECRET: other })
  expect(await second.ended).toBe(2)
  expect(second.output().match(/E1010/g)).toHaveLength(1)
  expect(second.output()).toContain('hint: set PORTICO_SECRET')
  expect(second.output()).not.toContain(other)
})

it('METRICS_PORT: one answer sums all workers, whichever of them gives it', async () => {
  const metrics = await freePort()
  const run = serve({ METRICS_PORT: String(metrics) })
  await run.says(/Service/)
  await until(async () => answering(run).length === 2)
  for (let count = 0; count < 6; count += 1)
    await fetch(`http://localhost:${port}/jwks`, { headers: { connection: 'close' } })
  const counted = async (): Promise<number> => {
    const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`, { headers: { connection: 'close' } })).text()
    return Number(/^portico_http_requests_total\{[^}]*route="jwks"[^}]*\} (\d+)$/m.exec(text)?.[1])
  }
  expect([await counted(), await counted(), await counted()]).toEqual([6, 6, 6])
  run.signal('SIGTERM')
  expect(await run.ended).toBe(0)
})
