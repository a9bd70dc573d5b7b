/**
 * A node's connection to the shared store. Each call travels there and back, so concurrent calls overtake each other.
 * It can be lost before or after its effect, and a crashed node gets no response. The effect is one step of the
 * embedded store in memory.
 */
import { type Storage, StoreUnavailable } from '../../lib/index.ts'
import { everyPart, type StoreCall, storageAround } from '../support/watched-storage.ts'
import type { Process } from './scheduler.ts'
import { places, type Scheduler } from './scheduler.ts'

/** The state of store and networks, which actions change. */
export interface Weather {
  /** How many times slower the store is than usual. */
  slowness: number
  /** Probability that a call of a node is lost, by the name of the node. */
  readonly loss: Map<string, number>
  /** Probability that a response to a caller is lost. */
  unanswered: number
  /** When the last disturbance ended. */
  calmSince: number
}

/** Milliseconds, one way. */
const TRAVEL_MS = 3
const TIMEOUT_MS = 2_000
const RETRY_MS = 500
const POLL_MS = 20

export type Wrap = (call: StoreCall, make: () => Promise<unknown>, process: Process) => Promise<unknown>

export interface SharedStore {
  readonly storage: Storage
  readonly weather: Weather
  readonly sim: Scheduler
  /** Around the effect of each call: observers, and planted bugs. */
  readonly wrap: Wrap
  /** Replacements of families whose node does not know yet that they were done, by family. */
  readonly unresolved: Map<string, Set<Process>>
}

export function connection(store: SharedStore, process: Process): Storage {
  const { storage, weather, sim, unresolved } = store
  const lost = (): StoreUnavailable => new StoreUnavailable('simulated store: no response', true)

  const call = (one: StoreCall, make: () => Promise<unknown>): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const random = places.getStore()?.random
      if (random === undefined) throw new Error(`${one.port}.${one.method} is called from nowhere`)
      const travel = (): number => TRAVEL_MS * weather.slowness * (0.2 + random.next() ** 3 * 5)
      const isLost = random.chance(weather.loss.get(process.name) ?? 0)
      const isLostBefore = isLost && random.chance(0.5)
      const late = (): void => void sim.after(TIMEOUT_MS, () => reject(lost()), process)
      const back = (work: () => void): void => void (isLost ? late() : sim.after(travel(), work, process))
      sim.after(travel(), () => {
        if (isLostBefore) return late()
        store.wrap(one, make, process).then(
          (value) => back(() => resolve(value)),
          (error: unknown) => back(() => reject(error)),
        )
      })
    })

  const mark = (id: string): void => void unresolved.set(id, (unresolved.get(id) ?? new Set()).add(process))
  const unmark = (id: string): void => void unresolved.get(id)?.delete(process)
  const waitsFor = (id: string): boolean => [...(unresolved.get(id) ?? [])].some(({ alive }) => alive)

  /** Until the store confirms it (lib/ports/families.ts). */
  const rollBack = async (one: StoreCall, make: () => Promise<unknown>): Promise<void> => {
    const id = one.given[0] as string
    mark(id)
    try {
      await call(one, make)
      unmark(id)
    } catch {
      sim.after(RETRY_MS, () => void rollBack(one, make), process)
    }
  }
  const families: Readonly<Record<string, (one: StoreCall, make: () => Promise<unknown>) => Promise<unknown>>> = {
    async replace(one, make) {
      const [id, expected, next, ttlMs] = one.given as [string, string, string, number]
      mark(id)
      try {
        const outcome = await call(one, make)
        unmark(id)
        return outcome
      } catch (error) {
        const undone = { ...one, method: 'takeBack' }
        void rollBack(undone, () => storage.families.takeBack(id, expected, next, ttlMs))
        throw error
      }
    },
    takeBack: rollBack,
    async resolved(one, make) {
      const id = one.given[0] as string
      await call(one, make)
      for (let waited = 0; waitsFor(id); waited += POLL_MS) {
        if (waited >= TIMEOUT_MS) throw lost()
        await sim.pause(POLL_MS)
      }
    },
  }

  const around = storageAround(storage, everyPart(storage), (one, make) => {
    const own = one.port === 'families' ? families[one.method] : undefined
    return (own ?? call)(one, make as () => Promise<unknown>)
  })
  const asked = (method: string, value: unknown) => (): Promise<never> =>
    call({ port: 'name', method, given: [] }, async () => value) as Promise<never>
  return {
    ...around,
    name: 'simulated',
    open: asked('open', []),
    ping: asked('ping', undefined),
    time: () => call({ port: 'name', method: 'time', given: [] }, async () => sim.now()) as Promise<number>,
    close: async () => {},
  }
}
