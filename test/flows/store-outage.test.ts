/** Redis goes away and comes back: nobody is told a lie meanwhile, and nothing is lost (decisions G7, G10, T7). */
import { person } from '../support/actors.ts'
import type { Person } from '../support/actors.ts'
import { NAVIGATION } from '../support/browser.ts'
import { expectError, expectUnavailable } from '../support/expect.ts'
import { CONF } from '../support/fixtures.ts'
import type { Answer } from '../support/http.ts'
import { startIdp } from '../support/idp.ts'
import type { Idp } from '../support/idp.ts'
import { startRedis, until } from '../support/redis-server.ts'
import type { RedisServer } from '../support/redis-server.ts'
import { relyingParty } from '../support/relying-party.ts'
import type { Grant, RelyingParty, TokenSet } from '../support/relying-party.ts'
import { startProxy } from '../support/tcp-proxy.ts'
import type { TcpProxy } from '../support/tcp-proxy.ts'

const OFFLINE = 'openid offline_access'
/** No answer takes longer, whatever has happened to the store. */
const PATIENCE_MS = 5_000

let redis: RedisServer
let proxy: TcpProxy
let idp: Idp
let conf: RelyingParty
let alice: Person
beforeAll(async () => {
  redis = await startRedis({ appendonly: true, config: { appendfsync: 'always' } })
  proxy = await startProxy(redis.port)
  idp = await startIdp({ store: { redis: `redis://127.0.0.1:${proxy.port}`, keyPrefix: 'o:' } })
  conf = relyingParty(idp, CONF)
  alice = person(idp)
  await alice.authorize(conf, { scope: OFFLINE })
})
afterAll(async () => {
  await idp.stop()
  await proxy.close()
  await redis.stop()
})

async function inTime(answer: Promise<Answer>): Promise<Answer> {
  const at = performance.now()
  const given = await answer
  expect(performance.now() - at).toBeLessThan(PATIENCE_MS)
  return given
}

const isReady = async (): Promise<boolean> => (await idp.send('/health/ready')).status === 200

interface Held {
  readonly grant: Grant
  readonly tokens: TokenSet
  readonly revocable: TokenSet
}

const held = async (): Promise<Held> => ({
  grant: await alice.authorize(conf, { scope: OFFLINE }), tokens: await alice.signIn(conf, { scope: OFFLINE }),
  revocable: await alice.signIn(conf, { scope: OFFLINE }),
})

/** Everything that needs the store says 503, and nothing else. */
async function expectAway({ grant, tokens, revocable }: Held): Promise<void> {
  const asked: readonly (() => Promise<Answer>)[] = [
    () => conf.exchange(grant), () => conf.refresh(tokens.refresh_token), () => conf.introspect(tokens.access_token),
    () => conf.introspect(tokens.refresh_token),
    () => conf.userinfo(tokens.access_token), () => conf.revoke(revocable.refresh_token),
    () => conf.revoke(revocable.access_token),
    () => idp.send(conf.request({ prompt: 'none' }).address),
    () => idp.send('/connect/logout', { method: 'POST', headers: { authorization: `Bearer ${tokens.access_token}` } }),
  ]
  for (const answer of await Promise.all(asked.map((ask) => inTime(ask())))) expectUnavailable(answer)
}

/** What was refused meanwhile was not harmed: the code, the refresh token, and what was to be revoked. */
async function expectUnharmed({ grant, tokens, revocable }: Held): Promise<void> {
  expect((await conf.userinfo(tokens.access_token)).status).toBe(200)
  expect((await conf.userinfo(revocable.access_token)).status).toBe(200)
  const exchanged = await conf.exchange(grant)
  expect([exchanged.status, exchanged.text]).toEqual([200, expect.any(String)])
  const refreshed = await conf.refresh(tokens.refresh_token)
  expect([refreshed.status, refreshed.text]).toEqual([200, expect.any(String)])
  expect((await conf.revoke(revocable.refresh_token)).status).toBe(200)
  expectError(await conf.refresh(revocable.refresh_token), 400, 'invalid_grant')
  expectError(await conf.exchange(grant), 400, 'invalid_grant', 'code_used')
  expectError(await conf.refresh(tokens.refresh_token), 400, 'invalid_grant', 'refresh_token_replayed')
}

describe('Redis has crashed', () => {
  it('REF-16, REV-10: all that needs it is 503 within five seconds; what was refused works afterwards', async () => {
    const before = await held()
    await redis.crash()
    await expectAway(before)
    await redis.start()
    await until(isReady)
    await expectUnharmed(before)
  })

  it('G8, G9: discovery and JWKS need no store; live says so, ready says what is missing', async () => {
    await redis.crash()
    for (const path of ['/.well-known/openid-configuration', '/jwks', '/health/live']) {
      expect((await inTime(idp.send(path))).status).toBe(200)
    }
    const ready = await inTime(idp.send('/health/ready'))
    expect([ready.status, ready.json().checks]).toEqual([503, expect.objectContaining({ store: 'missing' })])
    await redis.start()
    await until(isReady)
  })

  it('a browser sees a page that says when to come again, and is signed in afterwards', async () => {
    await redis.crash()
    const { address } = conf.request()
    const answer = await inTime(alice.browser.go(address, { headers: NAVIGATION }))
    expect([answer.status, answer.headers['content-type']]).toEqual([503, expect.stringContaining('text/html')])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.text).toContain('temporarily_unavailable')
    await redis.start()
    await until(isReady)
    expect((await alice.browser.go(address)).headers.location).toContain('code=')
  })
})

describe('the network is half open', () => {
  it('I5, I7: nothing comes back: 503 within five seconds, and no harm is done', async () => {
    const before = await held()
    proxy.pause()
    await expectAway(before)
    proxy.cut()
    proxy.resume()
    await until(isReady)
    await expectUnharmedOnce(before)
  })

  it('T7: the answers of the store are lost, but not its deeds: the same code and token work once more, no more', async () => {
    const before = await held()
    proxy.dropReplies()
    const [exchange, refresh] = await Promise.all([
      inTime(conf.exchange(before.grant)), inTime(conf.refresh(before.tokens.refresh_token)),
    ])
    for (const answer of [exchange, refresh]) expectUnavailable(answer)
    proxy.cut()
    proxy.resume()
    await until(isReady)
    await expectUnharmedOnce(before)
  })

  /** A step whose fate is not known is settled first; until then the caller is asked to come again, never refused. */
  async function expectUnharmedOnce({ grant, tokens }: Held): Promise<void> {
    for (const ask of [() => conf.exchange(grant), () => conf.refresh(tokens.refresh_token)]) {
      let answer = await ask()
      for (const end = Date.now() + 10_000; answer.status === 503 && Date.now() < end;) {
        await new Promise((resolve) => setTimeout(resolve, 100))
        answer = await ask()
      }
      expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
      expectError(await ask(), 400, 'invalid_grant')
    }
  }
})

describe('the counters are away', () => {
  it('RL-11: each process counts for itself: never unlimited, never an outage', async () => {
    const limited = await startIdp({ store: {
      redis: `redis://127.0.0.1:${proxy.port}`, keyPrefix: 'l:',
    }, options: { rateLimits: { token: { limit: 5, windowSeconds: 60 }, jwks: { limit: 5, windowSeconds: 60 } } } })
    await redis.crash()
    const answers: Answer[] = []
    for (let count = 0; count < 7; count += 1) {
      answers.push(await inTime(limited.send('/token', { body: { grant_type: 'refresh_token', client_id: 'pub' } })))
    }
    for (const answer of answers.slice(0, 5)) expectUnavailable(answer)
    for (const answer of answers.slice(5)) expectError(answer, 429, 'too_many_attempts')
    for (let count = 0; count < 5; count += 1) expect((await limited.send('/jwks')).status).toBe(200)
    expectError(await limited.send('/jwks'), 429, 'too_many_attempts')
    await redis.start()
    await limited.stop()
  })
})
