/**
 * REL-28: a node is stopped in the middle of something and goes on later, when others have done its work: nothing
 * happens twice.
 */
import { setTimeout as after } from 'node:timers/promises'
import { LEASE_SECONDS } from '../../policies/delivery-retry.ts'
import { person } from '../support/actors.ts'
import { ALICE, BOB, ROOT_SECRET } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { byGet, everywhere, JSON_CALLER } from '../support/logout-caller.ts'
import { type NodeProcess, startNodeProcess } from '../support/logout-processes.ts'
import { logoutClient, type Sink, startSink } from '../support/logout-sinks.ts'
import { patientRedis } from '../support/patient-redis.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { claimsOf, relyingParty, type TokenSet } from '../support/relying-party.ts'
import { until } from '../support/until.ts'

const CODE_SECONDS = 3
/** A node for each test: they wait side by side. */
const NODES = 5
/** The one whose codes live for CODE_SECONDS. */
const BRIEF_NODE = 2

describe('REL-28', () => {
  let redis: RedisServer
  /** Of two apps: the notices of the last test are its own. */
  let sinks: readonly [Sink, Sink]
  let nodes: readonly NodeProcess[]
  let other: Idp
  beforeAll(async () => {
    redis = await startRedis()
    sinks = [await startSink(), await startSink()]
    const store = { redis: redis.url, keyPrefix: 'rel28:' }
    const options = {
      secret: ROOT_SECRET,
      clients: ['app', 'late'].map((id, index) =>
        logoutClient(id, { backchannel_logout_uri: sinks[index]?.url ?? '' }),
      ),
      accounts: [ALICE, BOB],
      rateLimits: false,
    } as const
    const brief = { ...options, lifetimes: { authorizationCode: CODE_SECONDS } }
    other = await startIdp({
      options: { ...options, storage: patientRedis(redis.url, { keyPrefix: store.keyPrefix }) },
    })
    nodes = await Promise.all(
      Array.from({ length: NODES }, async (_node, index) =>
        startNodeProcess({
          issuer: other.issuer,
          port: await freePort(),
          store,
          options: index === BRIEF_NODE ? brief : options,
        }),
      ),
    )
  })

  /** One of the nodes, to be stopped. */
  const nodeOf = (index: number, client = 'app') => {
    const stopped = nodes[index] as NodeProcess
    /** A node that was stopped for too long has given up its connection to the store: 503 until the next one stands. */
    const goOn = async (): Promise<void> => {
      stopped.child.kill('SIGCONT')
      await until(async () => (await stopped.node.send('/health/ready')).status === 200)
    }
    return {
      node: stopped.node,
      app: relyingParty(stopped.node, logoutClient(client)),
      stop: () => stopped.child.kill('SIGSTOP'),
      goOn,
      /** Lets the node take the request in, stops it for so long, and lets it go on. */
      async hold(ms: number, meanwhile: () => Promise<void> = async () => {}): Promise<void> {
        stopped.child.kill('SIGSTOP')
        await meanwhile()
        await after(ms)
        await goOn()
      },
    }
  }

  /** Of the end of this session the client has been notified exactly so often. */
  const expectNotices = (sink: Sink, tokens: TokenSet, times: number): Promise<void> =>
    until(
      async () => sink.notices.filter(({ claims }) => claims.sid === claimsOf(tokens.id_token).sid).length === times,
    )

  it.concurrent('2 s in the middle of an exchange, while the same code is used at another node: one of them at most', async () => {
    const { node, app, hold } = nodeOf(0)
    for (const before of [0, 1, 2, 3, 5]) {
      const grant = await person(node).authorize(app)
      const first = app.exchange(grant)
      await after(before)
      let second = 0
      await hold(2_000, async () => {
        second = (await app.exchange(grant, {}, { node: other })).status
      })
      const answers = [(await first).status, second]
      expect(answers.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
      // 503: the store's answer came too late, and whatever it was has been settled since (D-T7).
      for (const status of answers) expect([200, 400, 503]).toContain(status)
    }
  })

  it.concurrent('2 s in the middle of a refresh, while the same token is used at another node: one at most, and then none', async () => {
    const { node, app, hold } = nodeOf(1)
    const tokens = await person(node).signIn(app, { scope: 'openid offline_access' })
    const first = app.refresh(tokens.refresh_token)
    await after(1)
    const second: number[] = []
    await hold(2_000, async () => {
      second.push((await app.refresh(tokens.refresh_token, {}, { node: other })).status)
    })
    const answers = [(await first).status, ...second]
    expect(answers.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
    const again = async (): Promise<number> => (await app.refresh(tokens.refresh_token, {}, { node: other })).status
    // After 503 the same token can be sent again: without another response, it has not been used (D-T7).
    expect(await again()).toBe(answers.every((status) => status === 503) ? 200 : 400)
    expect(await again()).toBe(400)
  })

  it.concurrent('longer than a code lives: it is over when the node goes on', async () => {
    const { node, app, stop, goOn } = nodeOf(BRIEF_NODE)
    const grant = await person(node).authorize(app)
    stop()
    const exchange = app.exchange(grant)
    await after(CODE_SECONDS * 1000 + 300)
    await goOn()
    const answer = await exchange
    expect([answer.status, answer.json().error]).toEqual([400, 'invalid_grant'])
  })

  it.concurrent('in the middle of a sign-out: what it had begun is finished once, by whichever node', async () => {
    const { node, app, hold } = nodeOf(3)
    const alice = person(node)
    const tokens: TokenSet = await alice.signIn(app)
    const answer = byGet(alice, { id_token_hint: tokens.id_token }, JSON_CALLER)
    await after(2)
    await hold(2_000)
    // After 503 the caller asks again.
    if ((await answer).status === 503)
      expect((await byGet(alice, { id_token_hint: tokens.id_token }, JSON_CALLER)).status).toBe(200)
    await expectNotices(sinks[0], tokens, 1)
    await after(500)
    await expectNotices(sinks[0], tokens, 1)
  })

  it.concurrent('longer than a lease, with a notice on its way: another node has notified the client, and it stays at that', async () => {
    const { node, app, hold } = nodeOf(4, 'late')
    const [, sink] = sinks
    const tokens = await person(node, BOB).signIn(app)
    sink.answers((res) => void setTimeout(() => res.writeHead(500).end(), 300))
    const answer = everywhere(node, tokens.access_token).catch(() => undefined)
    await expectNotices(sink, tokens, 1)
    sink.answers((res) => res.writeHead(200).end())
    await hold(LEASE_SECONDS * 1000 + 2_500)
    await expectNotices(sink, tokens, 2)
    await answer
    const entry = async () =>
      (await other.portico.deliveries.list({ limit: 100 })).entries.find(
        ({ sid }) => sid === claimsOf(tokens.id_token).sid,
      )
    await until(async () => (await entry())?.state === 'delivered')
    await after(2_500)
    // The stopped node came back with a failure in its hands, and no right to write it any more.
    expect(await entry()).toMatchObject({ state: 'delivered', lastStatus: 200 })
    await expectNotices(sink, tokens, 2)
  })
})
