/** One run: the actions of a plan, on a simulated deployment, until a promise is broken or the time is over. */
import { createHash } from 'node:crypto'
import { randomBlock } from '../../lib/domain/keys/random-block.ts'
import { openBook, type Violation } from './book.ts'
import { type Bug, planted } from './bugs.ts'
import { NODES } from './cast.ts'
import { cluster as newCluster } from './cluster.ts'
import type { SharedStore } from './connection.ts'
import { useReceivers } from './egress.ts'
import { holdAdministrator, holdChain, inspector } from './inspector.ts'
import { useRandom } from './machine.ts'
import { noticesOf } from './notices.ts'
import { PERFORM } from './perform.ts'
import { type Action, randomOf } from './plan.ts'
import { seeded } from './random.ts'
import { BEGINNING, places, scheduler, useScheduler } from './scheduler.ts'
import { NoAnswer } from './wire.ts'
import { openWorld, type World } from './world.ts'

export interface RunOptions {
  readonly seed: number
  readonly actions: readonly Action[]
  /** Milliseconds of simulated time. */
  readonly lastsMs: number
  /** How much longer it may last until every notice has arrived or was given up, in milliseconds. */
  readonly tailMs: number
  readonly bug?: Bug | undefined
}

export interface Told {
  readonly at: number
  readonly action: Action
  outcome: string
}

export interface Run {
  readonly steps: number
  readonly checks: number
  readonly digest: string
  readonly simulatedMs: number
  readonly told: readonly Told[]
  readonly violation: Violation | undefined
}

/** Enough for the nodes to start. */
const START_MS = 60_000
const BLOCK_BYTES = 8_192

export async function simulate({ seed, actions, lastsMs, tailMs, bug }: RunOptions): Promise<Run> {
  const digest = createHash('sha256')
  const book = openBook(() => sim.now())
  const sim = useScheduler(scheduler())
  useRandom(seeded(`identifiers ${seed}`))
  // What the last run left of it is not used.
  randomBlock(BLOCK_BYTES)
  const traced = (text: string): void => void digest.update(`${sim.now()} ${text}\n`)
  let after: (method: string) => Promise<void> = async () => {}
  let effect: SharedStore['wrap'] = (_call, make) => make()
  const wrap: SharedStore['wrap'] = async (call, make, process) => {
    const name = `${call.port}.${call.method}`
    const answer = await effect(call, make, process)
    traced(`${process.name} ${name} ${typeof answer === 'string' && answer.length < 20 ? answer : typeof answer}`)
    await after(`${name} ${String(call.given[0])}`)
    return answer
  }
  const cluster = newCluster(sim, seeded(`background ${seed}`), wrap)
  effect = planted(bug, sim, cluster.storage)
  const notices = noticesOf(sim, book, cluster.storage, traced)
  useReceivers(notices.receive)
  const told: Told[] = []
  let failure: unknown

  const setUp = async (): Promise<World> => {
    for (const name of NODES) await cluster.start(name)
    const console = await cluster.openConsole()
    const opened = await places.run({ process: console.process, random: seeded(`setting up ${seed}`) }, () =>
      openWorld({ sim, book, cluster, console, notices, traced }),
    )
    after = async (what) => {
      if (what.startsWith('deliveries.')) await notices.check(0)
      if (what === 'documents.replace people') await holdAdministrator(book, cluster.storage)
    }
    return opened
  }
  const perform = async (world: World, action: Action): Promise<void> => {
    const line: Told = { at: sim.now(), action, outcome: 'not over' }
    told.push(line)
    const user = world.users.find(({ name }) => name === action.user)!
    const app = world.apps.find(({ id }) => id === action.app)!
    try {
      line.outcome = await PERFORM[action.kind](world, { action, user, app, random: randomOf(seed, action) })
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      line.outcome = `no response: ${error.message}`
    }
    traced(`${action.number} ${action.kind}: ${line.outcome}`)
  }
  const fail = (error: unknown): void => void (failure ??= error)

  let world: World | undefined
  places.run({ process: undefined, random: seeded(`network ${seed}`) }, () => {
    setUp().then((made) => void (world = made), fail)
  })
  const isOver = (): boolean => failure !== undefined || book.violations.length > 0
  await sim.run(BEGINNING + START_MS, () => isOver() || world !== undefined)
  if (world !== undefined) {
    const made = world
    const from = sim.now()
    for (const action of actions) sim.after(action.at, () => void perform(made, action).catch(fail))
    inspector(made, fail)
    await sim.run(from + lastsMs, isOver)
    await sim.run(from + lastsMs + tailMs, () => isOver() || notices.isQuiet())
    await holdChain(made)
  }
  if (failure !== undefined) throw failure
  if (world === undefined) throw new Error('the nodes did not start')
  return {
    steps: sim.steps(),
    checks: book.checks(),
    digest: digest.digest('hex'),
    simulatedMs: sim.now() - BEGINNING,
    told,
    violation: book.violations[0],
  }
}
