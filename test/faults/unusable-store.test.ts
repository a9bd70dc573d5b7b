/** An unusable store is reported at the start, in the log, in readiness, on the command line; without a secret. */
import { readdir, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { redisStorage } from '../../adapters/redis/index.ts'
import { createPortico, type Portico, type Storage } from '../../lib/index.ts'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { portico, porticoProcess } from '../cli/portico.ts'
import { person } from '../support/actors.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { expectUnavailable } from '../support/expect.ts'
import { ACCOUNTS, CLIENTS, CONF, ROOT_SECRET } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { send } from '../support/http.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { closed } from '../support/listening.ts'
import { type LogRecorder, logRecorder } from '../support/log-recorder.ts'
import { newFolder } from '../support/new-folder.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { relyingParty } from '../support/relying-party.ts'
import { until } from '../support/until.ts'

const PASSWORD = 'a-password-that-must-not-leak'
const folder = newFolder()

const settings = { baseUrl: 'http://localhost:3999', secret: ROOT_SECRET, rateLimits: false } as const

/** How a start on this store ends. */
async function endOf(storage: Storage): Promise<StoreUnavailable> {
  const error: unknown = await createPortico({ ...settings, storage }).catch((reason: unknown) => reason)
  await storage.close().catch(() => undefined)
  if (!(error instanceof StoreUnavailable)) throw new Error(`it started, or: ${String(error)}`)
  return error
}

describe('what time does not fix ends the start, with its own word and the place', () => {
  it.each([
    ['WRONGPASS', (port: number) => `redis://:${PASSWORD}@127.0.0.1:${port}`],
    ['NOAUTH', (port: number) => `redis://127.0.0.1:${port}`],
  ])('%s of Redis', async (reason, address) => {
    const redis = await startRedis()
    await redis.admin.config('SET', 'requirepass', 'another')
    const url = address(redis.port)
    const error = await endOf(redisStorage(url))
    expect(error).toMatchObject({ reason, place: `127.0.0.1:${redis.port}`, isPermanent: true })
    expect(error.message).toBe(`redis answered ${reason} at 127.0.0.1:${redis.port}`)
    const printed = await porticoProcess('client list', { REDIS_URL: url, PORTICO_SECRET: ROOT_SECRET })
    expect(printed).toEqual({ code: 1, out: '', err: `the store cannot be used: ${error.message}` })
  })

  it('a folder that is none, and a file that is no data file', async () => {
    const file = join(folder, 'text')
    await writeFile(file, 'plain text, '.repeat(1_000))
    const below = join(file, 'portico.sqlite')
    expect(await portico('client list', { PORTICO_DATA: file, PORTICO_SECRET: ROOT_SECRET })).toEqual({
      code: 1,
      out: '',
      err: `the store cannot be used: embedded store: ${below} cannot be made: ENOTDIR`,
    })
    // The root secret would be kept there too.
    const { code, err } = await porticoProcess('client list', { PORTICO_DATA: file })
    expect([code, err]).toEqual([1, expect.stringMatching(/^\S*text\/secret cannot be used: ENOTDIR$/)])
  })
})

describe('what may fix itself is waited for', () => {
  let redis: RedisServer
  let log: LogRecorder
  let idp: Idp
  const said = (message: string) => log.lines.filter((line) => line.message === message)
  beforeEach(async () => {
    redis = await startRedis()
  })
  const start = async (): Promise<void> => {
    idp = await startIdp({ store: { redis: redis.url, keyPrefix: 'u:' } })
    log = idp.log
  }

  it('is said once when the store goes and once when it is back, and readiness has the word, not the place', async () => {
    await start()
    await redis.crash()
    await until(async () => said('store is unavailable').length > 0)
    await until(async () => (await idp.send('/health/ready')).json().reason === 'ECONNREFUSED')
    const answer = await idp.send('/health/ready')
    expect(answer.json()).toMatchObject({ status: 'not ready', checks: { store: 'missing' } })
    expect(answer.text).not.toContain(String(redis.port))
    const conf = relyingParty(idp, CONF)
    for (let times = 0; times < 5; times += 1) expectUnavailable(await conf.refresh('x'))
    await redis.start()
    await until(async () => (await idp.send('/health/ready')).status === 200)
    expect((await idp.send('/health/ready')).json().reason).toBeUndefined()
    expect(said('store is unavailable')).toMatchObject([{ level: 'warn', fields: { reason: expect.any(String) } }])
    expect(said('store is available again')).toMatchObject([{ level: 'info', fields: { away_ms: expect.any(Number) } }])
  })

  it('at the start too, and it is named', async () => {
    await redis.crash()
    const storage = redisStorage(redis.url, { commandTimeoutMs: 1_000 })
    idp = await startIdp({ options: { storage } })
    log = idp.log
    expect(said('store is unavailable')).toMatchObject([
      { fields: { reason: 'ECONNREFUSED', place: `127.0.0.1:${redis.port}` } },
    ])
    await redis.start()
    await until(async () => (await idp.send('/health/ready')).status === 200)
  })

  it('an account that cannot be read is no failure of the directory', async () => {
    await start()
    const conf = relyingParty(idp, CONF)
    const alice = person(idp)
    const { access_token } = await alice.signIn(conf)
    await alice.browser.visit('/portal/')
    await redis.crash()
    expectUnavailable(await conf.userinfo(access_token))
    expect((await alice.browser.go('/portal/')).status).toBe(503)
    await until(async () => said('store is unavailable').length > 0)
    expect(log.text()).not.toContain('directory-failed')
    await redis.start()
  })
})

it('a node with a wrong root secret responds with 503 until it ends, and never 500', async () => {
  const storage = embeddedStorage({ file: join(folder, 'portico.sqlite') })
  const first = await createPortico({ ...settings, clients: CLIENTS, accounts: ACCOUNTS, storage })
  await first.close()

  const port = await freePort()
  const wired = Promise.withResolvers<Portico>()
  const server = createServer((req, res) => void wired.promise.then((sso) => sso.callback()(req, res))).listen(port)
  stoppedAtEnd({ stop: () => closed(server) })
  // It is there before the service has looked at the store.
  const early = ['/authorize', '/userinfo', '/portal', '/.well-known/openid-configuration', '/jwks'].map((path) =>
    send(port, path),
  )
  const again = embeddedStorage({ file: join(folder, 'portico.sqlite') })
  const log = logRecorder()
  const refused = createPortico({
    ...settings,
    secret: 'another secret of more than 32 characters',
    storage: again,
    logger: log.logger,
    onWired: (sso) => wired.resolve(sso),
  })
  await expect(refused).rejects.toMatchObject({ issues: [{ code: 'E1010' }] })
  for (const answer of [...(await Promise.all(early)), await send(port, '/userinfo'), await send(port, '/jwks')])
    expect([answer.status, answer.json().error]).toEqual([503, 'temporarily_unavailable'])
  await again.close()
})

describe('an embedded app without a root secret, on localhost', () => {
  const { secret: _secret, ...open } = settings

  it('keeps the one that was created next to its file, for its owner alone, and starts with it again', async () => {
    const file = join(folder, 'data', 'app.sqlite')
    for (let times = 0; times < 2; times += 1) {
      const sso = await createPortico({ ...open, clients: CLIENTS, storage: embeddedStorage({ file }) })
      expect(sso.keys.list()).toHaveLength(2)
      await sso.close()
    }
    expect((await readdir(join(folder, 'data'))).filter((name) => name.startsWith('secret'))).toEqual(['secret'])
    expect((await stat(join(folder, 'data', 'secret'))).mode & 0o777).toBe(0o600)
  })

  it('is refused on a separate store that would outlive the created one', async () => {
    const storage = redisStorage('redis://127.0.0.1:1')
    await expect(createPortico({ ...open, storage })).rejects.toMatchObject({ issues: [{ code: 'E1003' }] })
    await storage.close()
  })
})
