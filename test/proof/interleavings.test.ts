/**
 * The proof: the service's own transitions, in every order of the steps of two and three concurrent actors, keep the
 * invariants I1 to I6 of cases.md s3.2, also when an answer of the store is lost (decisions T7, T8, G10).
 *
 * `PORTICO_PROOF=all` runs the pairs with long stories through all mishaps as well (minutes instead of seconds).
 */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { redisStorage } from '../../adapters/redis/index.ts'
import type { Storage } from '../../lib/ports/storage.ts'
import { startRedis } from '../support/redis-server.ts'
import { checkThenWrite, givesWay, remembersMarks, revokesNothing, trustsWhatItSees } from './broken-stores.ts'
import type { Flaw } from './broken-stores.ts'
import { AT_ONCE } from './explorer.ts'
import type { Stage } from './explorer.ts'
import { modelService } from './model-node.ts'
import type { ModelOptions } from './model-node.ts'
import { modelStore } from './model-store.ts'
import { FaultFound, play } from './proof.ts'
import type { Play, Stores } from './proof.ts'
import { pairs } from './scenarios.ts'
import type { Actor, Given } from './scenarios.ts'
import { stepwise } from './stepwise.ts'
import { newGround } from './world.ts'
import type { Ground } from './world.ts'

const GIVEN: readonly Given[] = ['code', 'tokens', 'rotated']
const PAIRS: readonly Play[] = GIVEN.flatMap((given) => pairs(given).map((actors) => ({ given, actors })))
/** Without offline_access there is no refresh token, and the family ends with the session. */
const ONLINE_PAIRS: readonly Play[] = PAIRS.filter(({ given, actors }) => given !== 'rotated' && !actors.some((actor) => actor.includes('refresh')))
  .map((scene) => ({ ...scene, offline: false }))
const TRIPLES: readonly Play[] = ([
  ['code', ['redeem', 'redeem', 'redeem']], ['code', ['redeem', 'redeem', 'logout']], ['code', ['redeem', 'disable', 'logout']],
  ['tokens', ['refresh', 'refresh', 'logout']], ['tokens', ['refresh', 'refresh', 'introspect access']], ['tokens', ['refresh', 'revoke access', 'introspect access']],
  ['tokens', ['refresh', 'redeem', 'introspect refresh']], ['tokens', ['refresh', 'end session', 'introspect access']], ['tokens', ['refresh', 'revoke refresh', 'disable, enable']],
  ['rotated', ['replay', 'refresh', 'introspect access']], ['rotated', ['replay', 'refresh', 'end session']], ['rotated', ['replay', 'refresh', 'withdraw access']],
] satisfies readonly (readonly [Given, readonly Actor[]])[]).map(([given, actors]) => ({ given, actors }))
const isLong = ({ actors }: Play): boolean => actors.includes('refresh twice')

let ground: Ground
const totals = new Map<string, number>()
beforeAll(async () => {
  ground = await newGround()
})
afterAll(() => {
  for (const [name, schedules] of totals) process.stderr.write(`${String(schedules).padStart(8)} schedules: ${name}\n`)
})

const model = (options: ModelOptions = {}, flaw: Flaw = (storage) => storage) => (stage: Stage): Stores => {
  const store = modelStore()
  const service = modelService(store, stage, ground.rest, options)
  return { atOnce: modelService(store, AT_ONCE, ground.rest)('at once'), stepByStep: (actor) => flaw(service(actor)) }
}
const onAdapter = (storage: Storage) => (stage: Stage): Stores => {
  const mixed = { ...ground.rest, families: storage.families, tokenState: storage.tokenState, subjects: storage.subjects, clients: storage.clients }
  return { atOnce: mixed, stepByStep: (actor) => stepwise(storage, ground.rest, stage, actor) }
}

async function playAll(name: string, scenes: readonly Play[], storesFor: (stage: Stage) => Stores): Promise<void> {
  let schedules = 0
  for (const scene of scenes) schedules += (await play(scene, ground, storesFor)).schedules
  totals.set(name, schedules)
  expect(schedules).toBeGreaterThan(scenes.length)
}

describe('in every order of their steps, concurrent requests keep I1 to I6:', () => {
  it('two at a time, whatever they are', () => playAll('two actors', [...PAIRS, ...ONLINE_PAIRS], model()), 120_000)
  it('two at a time, where the parts of a look-up are read one by one', () => playAll('two actors, cluster', PAIRS, model({ look: 'side-by-side' })), 120_000)
  it('two at a time on one node', () => playAll('two actors, one node', PAIRS.filter((scene) => !isLong(scene)), model({ nodes: 'one' })), 120_000)
  it('three at a time', () => playAll('three actors', TRIPLES, model()), 120_000)
})

describe('when an answer of the store is lost, they keep them too (T7):', () => {
  const mishaps = 1
  it('two at a time, one lost answer', () => {
    const scenes = process.env['PORTICO_PROOF'] === 'all' ? PAIRS : PAIRS.filter((scene) => !isLong(scene))
    return playAll('two actors, one lost answer', [...scenes, ...ONLINE_PAIRS].map((scene) => ({ ...scene, mishaps })), model())
  }, 600_000)
  it('when the caller comes again, while another looks on', () => playAll('comes again', ([
    ['code', ['redeem, again', 'redeem']], ['tokens', ['refresh, again', 'introspect refresh']], ['tokens', ['refresh, again', 'introspect access']],
    ['tokens', ['refresh, again', 'end session']], ['tokens', ['refresh, again', 'logout']],
  ] satisfies readonly (readonly [Given, readonly Actor[]])[]).map(([given, actors]) => ({ given, actors, mishaps })), model()), 120_000)
  it('when requests do not wait for what is not settled', () => playAll('impatient', PAIRS.filter(({ actors }) =>
    ['redeem', 'refresh', 'revoke access'].includes(actors[0]) && ['redeem', 'refresh', 'revoke access', 'introspect refresh'].includes(actors[1] ?? ''))
    .map((scene) => ({ ...scene, mishaps })), model({ patience: 'none' })), 120_000)
  it('when a step arrives after its caller was told 503', () => playAll('late arrivals', ([
    ['code', ['redeem', 'redeem']], ['tokens', ['refresh', 'refresh']], ['tokens', ['refresh', 'revoke access']], ['tokens', ['refresh', 'logout']],
    ['tokens', ['refresh, again', 'introspect refresh']],
  ] satisfies readonly (readonly [Given, readonly Actor[]])[]).map(([given, actors]) => ({ given, actors, mishaps, ways: ['late'] })), model()), 120_000)
  it('when two answers are lost', () => playAll('two lost answers', ([
    ['code', ['redeem, again']], ['tokens', ['refresh, again']], ['tokens', ['refresh', 'introspect refresh']], ['tokens', ['refresh', 'end session']],
  ] satisfies readonly (readonly [Given, readonly Actor[]])[]).map(([given, actors]) => ({ given, actors, mishaps: 2, ways: ['not-done', 'answer-lost', 'late'] })), model()), 120_000)
})

describe('on the adapters themselves, they keep them:', () => {
  it('embedded', async () => {
    const storage = embeddedStorage()
    await storage.open()
    await playAll('embedded adapter', [...PAIRS, ...ONLINE_PAIRS], onAdapter(storage))
    await storage.close()
  }, 120_000)
  it('Redis', async () => {
    const redis = await startRedis()
    const storage = redisStorage(redis.url)
    await storage.open()
    await playAll('Redis adapter', PAIRS.filter((scene) => !isLong(scene)), onAdapter(storage))
    await storage.close()
    await redis.stop()
  }, 120_000)
})

describe('the checker finds the fault where there is one:', () => {
  const faultOf = async (scene: Play, storesFor: (stage: Stage) => Stores): Promise<readonly string[]> => {
    const thrown: unknown = await play(scene, ground, storesFor).then(() => undefined, (fault: unknown) => fault)
    if (thrown !== undefined && !(thrown instanceof FaultFound)) throw thrown
    return [...new Set(thrown?.violations.map(({ invariant }) => invariant))].sort()
  }

  it('compare, then write, lets two redemptions of a code succeed (I1)', async () => {
    expect(await faultOf({ given: 'code', actors: ['redeem', 'redeem'] }, model({}, checkThenWrite))).toContain('I1')
  })
  it('and gives one refresh token two successors (I2)', async () => {
    expect(await faultOf({ given: 'tokens', actors: ['refresh', 'refresh'] }, model({}, checkThenWrite))).toContain('I2')
  })
  it('a replay that is refused without revoking leaves the family alive (I3)', async () => {
    expect(await faultOf({ given: 'rotated', actors: ['replay', 'introspect access'] }, model({}, revokesNothing))).toContain('I3')
  })
  it('marks that are remembered from an earlier request let a token live on after the logout (I4)', async () => {
    expect(await faultOf({ given: 'tokens', actors: ['refresh twice', 'logout'] }, model({}, remembersMarks()))).toContain('I4')
  })
  it('a denial that gives way to a refresh leaves the access token alive (I4)', async () => {
    expect(await faultOf({ given: 'tokens', actors: ['revoke access', 'refresh'] }, model({}, givesWay))).toContain('I4')
  })
  it('a lost answer that counts as a use makes the owner a thief (I5)', async () => {
    expect(await faultOf({ given: 'tokens', actors: ['refresh, again'], mishaps: 1 }, model({}, trustsWhatItSees))).toContain('I5')
  })
  it('a step that is never undone costs the token (I5)', async () => {
    expect(await faultOf({ given: 'tokens', actors: ['refresh'], mishaps: 1 }, model({ undo: 'never' }))).toContain('I5')
  })
  it('a late step that is not refused costs the token (I5)', async () => {
    expect(await faultOf({ given: 'tokens', actors: ['refresh'], mishaps: 1, ways: ['late'] }, model({ undo: 'forgets-late-arrivals' }))).toContain('I5')
  })
})
