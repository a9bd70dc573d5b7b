/**
 * Every order in which two requests can meet, played with the service's own code on a store whose every operation is a
 * step: in each of them the invariants of codes, families and revocations hold (I1 to I6).
 */
import type { Storage } from '../../lib/ports/storage.ts'
import { AT_ONCE, type Stage } from './explorer.ts'
import { type ModelOptions, modelService } from './model-node.ts'
import { modelStore } from './model-store.ts'
import { type Play, play, type Stores, ViolationFound } from './proof.ts'
import { type Given, pairs } from './scenarios.ts'
import { newGround } from './world.ts'

let schedules = 0
const ground = await newGround()
afterAll(async () => {
  await ground.rest.close()
  process.stdout.write(`orders played: ${schedules}\n`)
})

function storesFor(
  options: ModelOptions = {},
  broken: (storage: Storage) => Storage = (storage) => storage,
): (stage: Stage) => Stores {
  return (stage) => {
    const store = modelStore()
    const atOnce = modelService(store, AT_ONCE, ground.rest)('at once')
    const onStage = modelService(store, stage, ground.rest, options)
    return { atOnce, stepByStep: (actor) => broken(onStage(actor)) }
  }
}

async function holds(scene: Play, options?: ModelOptions): Promise<void> {
  const exploration = await play(scene, ground, storesFor(options))
  expect(exploration.schedules).toBeGreaterThan(0)
  schedules += exploration.schedules
}

describe.each(['code', 'tokens', 'rotated'] as const)('with a family that has come to: %s', (given: Given) => {
  it.each(pairs(given))('%s beside %s', async (one, other) => await holds({ given, actors: [one, other] }))
})

it.each([
  ['code', 'redeem', 'redeem'],
  ['tokens', 'refresh', 'refresh'],
] as const)(
  'from %s, without offline_access or with it, three concurrently: %s, %s and a revocation',
  async (given, one, other) => {
    await holds({ given, actors: [one, other], offline: given === 'tokens' })
    await holds({ given, actors: [one, other, 'disable'] })
  },
)

it.each(['introspect access', 'introspect refresh'] as const)(
  'a client that has gone before its response comes again with the same token, beside %s',
  async (other) => await holds({ given: 'tokens', actors: ['refresh, unsent, again', other] }),
)

it('finds a store that looks first and then writes: two redemptions of one code succeed', async () => {
  const careless = (storage: Storage): Storage => ({
    ...storage,
    families: {
      ...storage.families,
      async replace(id, expected, next, ttlMs) {
        if ((await storage.families.read(id)) !== expected) return 'changed'
        await storage.families.revoke(id)
        await storage.families.issue(id, next, ttlMs)
        return 'replaced'
      },
    },
  })
  await expect(play({ given: 'code', actors: ['redeem', 'redeem'] }, ground, storesFor({}, careless))).rejects.toThrow(
    ViolationFound,
  )
})

it('finds a revocation that is answered before it is done', async () => {
  const hasty = (storage: Storage): Storage => ({
    ...storage,
    families: { ...storage.families, revoke: async () => {} },
  })
  await expect(
    play({ given: 'tokens', actors: ['revoke refresh', 'introspect access'] }, ground, storesFor({}, hasty)),
  ).rejects.toThrow(ViolationFound)
})
