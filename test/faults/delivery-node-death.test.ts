/**
 * kill -9 of a node at every step between "the session ended" and "delivered" (D-S8): after a restart every client of
 * an ended session is notified at least once, and a session that has not ended can still be ended.
 */
import type { PorticoOptions } from '../../lib/index.ts'
import { type Person, person } from '../support/actors.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { movableClock } from '../support/clock.ts'
import { ALICE, ROOT_SECRET } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { type Idp, type Node, startIdp } from '../support/idp.ts'
import { byGet, everywhere, JSON_CALLER } from '../support/logout-caller.ts'
import { type NodeSetting, sharedStore, startNodeProcess } from '../support/logout-processes.ts'
import { allNoticesSent, logoutClient, pause, startSink } from '../support/logout-sinks.ts'
import { inLongForm } from '../support/long-form.ts'
import { HANG_MS } from '../support/patience.ts'
import { startRedis } from '../support/redis-server.ts'
import { relyingParty, type TokenSet } from '../support/relying-party.ts'
import { until } from '../support/until.ts'

const EMBEDDED = 'the embedded store in a file'
const REDIS = 'Redis'
const GET = 'GET /connect/logout'
const POST = 'POST /connect/logout'
/** Either way on either store is the long form; each way and each store is in the short one. */
const CASES = inLongForm(
  [
    [EMBEDDED, GET],
    [EMBEDDED, POST],
    [REDIS, GET],
    [REDIS, POST],
  ],
  [
    [EMBEDDED, GET],
    [REDIS, POST],
  ],
) as readonly [string, string][]
const MOST_STEPS = 40

/** An empty store, two apps that are notified, and what a node there is started with. */
async function ground(name: string) {
  const place = sharedStore(name === REDIS ? await startRedis() : undefined, 'death:')
  const sinks = [await startSink(), await startSink()] as const
  const port = await freePort()
  const clients = sinks.map(({ url }, index) => logoutClient(`app-${index}`, { backchannel_logout_uri: url }))
  const setting: NodeSetting = {
    issuer: `http://localhost:${port}`,
    port,
    store: place.store,
    options: { secret: ROOT_SECRET, clients, accounts: [ALICE], rateLimits: false },
  }
  const startAt = (clock: () => number): Promise<Idp> =>
    startIdp({
      issuer: setting.issuer,
      options: { ...setting.options, storage: place.open(), clock } as Partial<PorticoOptions>,
    })
  const look = stoppedAtEnd(place.open())
  /** Every notice has come to its end in the store. */
  const isOver = async (): Promise<boolean> =>
    (await look.deliveries.list(undefined, 100)).every(({ state }) => state === 'delivered' || state === 'dropped')
  return { sinks, setting, startAt, isOver }
}

async function signIn(node: Node): Promise<{ readonly alice: Person; readonly tokens: TokenSet }> {
  const alice = person(node)
  await alice.signIn(relyingParty(node, logoutClient('app-1')))
  return { alice, tokens: await alice.signIn(relyingParty(node, logoutClient('app-0'))) }
}

const signOut = (way: string, node: Node, who: Person, tokens: TokenSet): Promise<unknown> =>
  way === POST ? everywhere(node, tokens.access_token) : byGet(who, { id_token_hint: tokens.id_token }, JSON_CALLER)

it.concurrent.each(CASES)('%s, %s: the node dies at each step in turn', async (name, way) => {
  const { sinks, setting, startAt, isOver } = await ground(name)
  const outcomes: string[] = []
  for (let step = 1; outcomes.at(-1) !== 'none died'; step += 1) {
    expect(step).toBeLessThan(MOST_STEPS)
    for (const sink of sinks) sink.clear()
    const first = await startNodeProcess(setting)
    const { alice, tokens } = await signIn(first.node)
    await first.dieAt(step)
    await signOut(way, first.node, alice, tokens).catch(() => {})
    // Either it is dead, or all is done and nothing is left of which it could die.
    let died = false
    await until(async () => {
      died = await first.isDead(50)
      return died || (sinks.every(({ notices }) => notices.length > 0) && (await isOver()))
    })
    died ||= await first.isDead(200)
    await first.end('SIGKILL')
    // The service again, after the time in which holds and leases run out.
    const idp = await startAt(() => Date.now() + 60_000)
    const left = await idp.portico.sessions.list(ALICE.sub)
    outcomes.push(died ? (left.length === 0 ? 'died after the end' : 'died before the end') : 'none died')
    if (left.length > 0) {
      // No client was notified of an end that did not happen; now it really happens.
      await pause(150)
      expect(sinks.map(({ notices }) => notices.length)).toEqual([0, 0])
      await idp.portico.sessions.endAll(ALICE.sub)
    }
    for (const sink of sinks) await sink.arrived(1)
    await allNoticesSent(idp)
    for (const [index, { notices }] of sinks.entries()) {
      expect(notices.length).toBeLessThanOrEqual(2)
      for (const { claims } of notices) expect([claims.aud, claims.sub]).toEqual([`app-${index}`, ALICE.sub])
    }
    // What the dead node left of its session does not affect the next round.
    await idp.portico.sessions.endAll(ALICE.sub)
    await idp.stop()
  }
  expect(new Set(outcomes)).toEqual(new Set(['died before the end', 'died after the end', 'none died']))
  expect(outcomes.filter((outcome) => outcome === 'died after the end').length).toBeGreaterThanOrEqual(5)
})

it.concurrent.each([[EMBEDDED], [REDIS]] as const)(
  '%s: the node dies while a client has the notice and has not answered: another node tells it again',
  async (name) => {
    const { sinks, setting, startAt } = await ground(name)
    const clock = movableClock()
    await startAt(clock.now)
    const first = await startNodeProcess(setting)
    const { tokens } = await signIn(first.node)
    sinks[0].answers(() => {
      void first.end('SIGKILL')
    })
    await everywhere(first.node, tokens.access_token).catch(() => {})
    await sinks[0].arrived(1)
    sinks[0].answers((res) => res.writeHead(200).end())
    await first.isDead(HANG_MS)
    clock.forward(20)
    await sinks[0].arrived(2)
    await sinks[1].arrived(1)
    expect(new Set(sinks[0].notices.map(({ claims }) => claims.sid)).size).toBe(1)
  },
)
