/** Redis goes away and comes back: no response is false meanwhile, and nothing is lost (D-G7, D-G10, D-T7). */
import { redisStorage } from '../../adapters/redis/index.ts'
import { NAVIGATION } from '../support/browser.ts'
import { expectError, expectUnavailable } from '../support/expect.ts'
import type { Answer } from '../support/http.ts'
import { type Idp, type IdpOptions, runningIdp } from '../support/idp.ts'
import { startRedis } from '../support/redis-server.ts'
import { storeTrouble } from '../support/store-trouble.ts'
import { startProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'

const OFFLINE = 'openid offline_access'

const redis = await startRedis({ appendonly: true, config: { appendfsync: 'always' } })
const proxy = await startProxy(redis.port)
/** A silent store is given up after this time; it comes back only when the test requests it. */
const COMMAND_TIMEOUT_MS = 2_000
const start = (keyPrefix: string, options: IdpOptions['options'] = {}): Promise<Idp> => {
  const storage = redisStorage(`redis://127.0.0.1:${proxy.port}`, { keyPrefix, commandTimeoutMs: COMMAND_TIMEOUT_MS })
  return runningIdp({ ...options, storage })
}
const idp = await start('o:')
const conf = idp.party()
const alice = idp.user()
await alice.authorize(conf, { scope: OFFLINE })
const trouble = storeTrouble(idp, conf, alice)

describe('Redis has crashed', () => {
  it('REL-03, REF-16, REV-10: all that needs it is 503; what was refused works afterwards', async () => {
    const before = await trouble.hold()
    await redis.crash()
    await trouble.expectAway(before)
    await redis.start()
    await until(trouble.isReady)
    await trouble.expectUnharmed(before)
  })

  it('D-G9: discovery and JWKS need no store; live reports it, ready names what is missing', async () => {
    await redis.crash()
    for (const path of ['/.well-known/openid-configuration', '/jwks', '/health/live'])
      expect((await idp.send(path)).status).toBe(200)
    const ready = await idp.send('/health/ready')
    expect([ready.status, ready.json().checks]).toEqual([503, expect.objectContaining({ store: 'missing' })])
    await redis.start()
    await until(trouble.isReady)
  })

  it('a browser sees a page that states when to retry, and is signed in afterwards', async () => {
    await redis.crash()
    const { address } = conf.request()
    const answer = await alice.browser.go(address, { headers: NAVIGATION })
    expect([answer.status, answer.headers['content-type']]).toEqual([503, expect.stringContaining('text/html')])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.text).toContain('temporarily_unavailable')
    await redis.start()
    await until(trouble.isReady)
    expect((await alice.browser.go(address)).headers.location).toContain('code=')
  })
})

describe('the network is half open', () => {
  it('REL-07: nothing comes back: 503 all the same, and no harm is done', async () => {
    const before = await trouble.hold()
    proxy.pause()
    await trouble.expectAway(before)
    proxy.cut()
    proxy.resume()
    await until(trouble.isReady)
    await trouble.expectUnharmed(before)
  })

  it('D-T7: the answers of the store are lost, but not its deeds: the same code and token work once more, no more', async () => {
    const before = await trouble.hold()
    proxy.dropReplies()
    const answers = await Promise.all([conf.exchange(before.grant), conf.refresh(before.tokens.refresh_token)])
    for (const answer of answers) expectUnavailable(answer)
    proxy.cut()
    proxy.resume()
    await until(trouble.isReady)
    await trouble.expectUnharmed(before)
  })
})

it('RL-11: while the counters are away each process counts for itself: never unlimited, never an outage', async () => {
  const five = { limit: 5, windowSeconds: 60 }
  const limited = await start('l:', { rateLimits: { token: five, jwks: five } })
  await redis.crash()
  const answers: Answer[] = []
  for (let count = 0; count < 7; count += 1)
    answers.push(await limited.send('/token', { body: { grant_type: 'refresh_token', client_id: 'pub' } }))
  for (const answer of answers.slice(0, 5)) expectUnavailable(answer)
  for (const answer of answers.slice(5)) expectError(answer, 429, 'too_many_attempts')
  for (let count = 0; count < 5; count += 1) expect((await limited.send('/jwks')).status).toBe(200)
  expectError(await limited.send('/jwks'), 429, 'too_many_attempts')
  await redis.start()
})
