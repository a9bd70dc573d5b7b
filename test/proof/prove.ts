/** Every order in which two requests can meet, played with the service's own code on the store of an adapter. */
import { PORTS } from '../../lib/domain/storage-with.ts'
import type { Storage } from '../../lib/ports/storage.ts'
import type { AdapterUnderTest } from '../contract/storage-contract.ts'
import { storyOf, storyOfError } from './broken-story.ts'
import { type Play, play, type ViolationFound } from './proof.ts'
import { type Actor, type Given, MEETINGS, pairs } from './scenarios.ts'
import { type Line, steppedStores } from './stepped-store.ts'
import { type Ground, newGround } from './world.ts'

export interface Proof {
  /** Whether the promises about codes, tokens and revocations hold in every order. */
  readonly holds: boolean
  /** The shortest order of calls that breaks a promise, a line per call; empty if all hold. */
  readonly story: readonly string[]
  /** Number of orders played. */
  readonly orders: number
}

export interface AdapterToProve extends AdapterUnderTest {
  /** Receives a line of progress now and then. */
  readonly report?: (text: string) => void
}

/** Between the use and its rollback, another node may take a retry for a replay: a store need not prevent it. */
const isGone = (actor: Actor): boolean => actor.includes('unsent')

type Scene = Pick<Play, 'given' | 'actors'>

const GIVEN = ['code', 'tokens', 'rotated'] as const satisfies readonly Given[]
/** All that differ in their calls: what follows a use is a use again, and only a replay needs an old refresh token. */
const MET = GIVEN.flatMap((given) =>
  pairs(given)
    .filter((actors) => !actors.includes('refresh twice') && (given !== 'rotated' || actors.includes('replay')))
    .map((actors: readonly Actor[]): Scene => ({ given, actors })),
)
const REPORT_EVERY = 20
/** Meetings side by side, in a store that makes calls wait. */
const MOST_AT_ONCE = 64

/**
 * Plays two requests at a time on two nodes of an adapter's store: each call is a step, in every order, and two calls
 * that touch the same also at the same time.
 * @throws if the store cannot be opened, or lacks a method
 */
export async function prove({ open, run, report }: AdapterToProve): Promise<Proof> {
  const { storage, another, close } = await open()
  const ground = await newGround()
  try {
    assertComplete(storage, ground.rest)
    return await proven({ here: storage, there: await another(), ground, run, ...(report && { report }) })
  } finally {
    await Promise.all([close(), ground.rest.close()])
  }
}

interface Ready extends Pick<AdapterToProve, 'run' | 'report'> {
  readonly here: Storage
  readonly there: Storage
  readonly ground: Ground
}

async function proven({ here, there, ground, run, report }: Ready): Promise<Proof> {
  let orders = 0
  const lengths = new Map<string, number>()
  const lengthOf = ({ given, actors }: Scene): number =>
    actors.reduce((sum, actor) => sum + (lengths.get(`${given} ${actor}`) ?? 0), 0)

  /** @returns the shortest story that breaks a promise */
  async function playAll({ given, actors }: Scene): Promise<readonly string[] | undefined> {
    let stores: ReturnType<typeof steppedStores> | undefined
    const stories: (readonly string[])[] = []
    const lines = (): readonly Line[] => stores?.lines ?? []
    const found = (violation: ViolationFound): void => {
      const broken = violation.violations.filter(({ invariant }) => invariant !== 'I5' || !actors.some(isGone))
      if (broken.length > 0) stories.push(storyOf(broken, violation.history, lines(), given))
    }
    const scene: Play = {
      given,
      actors,
      isReal: true,
      found,
      seen() {
        orders += 1
        // No other request is in the way.
        if (actors.length === 1 && stores?.hasFailed())
          throw new Error('a call failed although nothing else was going on')
      },
    }
    try {
      const { longest } = await play(scene, ground, (stage) => {
        const stepped = (stores = steppedStores(stage))
        const stepByStep = (actor: string) => stepped.ofActor(actor, actor.endsWith('#2') ? there : here)
        return { atOnce: here, beside: there, stepByStep }
      })
      if (actors.length === 1) lengths.set(`${given} ${actors[0]}`, longest)
    } catch (error) {
      stories.push(storyOfError(error, lines(), given))
    }
    return stories.toSorted((one, other) => one.length - other.length)[0]
  }

  const alone = GIVEN.flatMap((given) => MEETINGS[given].map((actor): Scene => ({ given, actors: [actor] })))
  const count = alone.length + MET.length
  let played = 0
  for (const scenes of [alone, MET]) {
    const stories: (readonly string[])[] = []
    const rest = scenes.toSorted((one, other) => lengthOf(one) - lengthOf(other))
    const playRest = async (): Promise<void> => {
      for (let scene = rest.shift(); scene !== undefined && stories.length === 0; scene = rest.shift()) {
        const story = await playAll(scene)
        if (story !== undefined) stories.push(story)
        played += 1
        if (played % REPORT_EVERY === 0) report?.(`${played} of ${count} meetings of requests, ${orders} orders`)
      }
    }
    await Promise.all(Array.from({ length: run === 'in turn' ? 1 : MOST_AT_ONCE }, playRest))
    const [story] = stories.toSorted((one, other) => one.length - other.length)
    if (story !== undefined) return { holds: false, story, orders }
  }
  return { holds: true, story: [], orders }
}

/** @param model a store with every method */
function assertComplete(storage: Storage, model: Storage): void {
  const methods = PORTS.flatMap((port) => Object.keys(model[port]).map((method) => [port, method] as const))
  const missing = methods.filter(([port, method]) => {
    const methodsOf = storage[port] as unknown as Readonly<Record<string, unknown>> | undefined
    return typeof methodsOf?.[method] !== 'function'
  })
  if (missing.length > 0)
    throw new Error(`the store lacks ${missing.map(([port, method]) => `${port}.${method}`).join(', ')}`)
}
