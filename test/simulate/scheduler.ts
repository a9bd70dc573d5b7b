/**
 * Simulated time: everything that happens later is an event here, and nothing else ends a wait. Before the next event,
 * all that the last one caused has run, so the machine's speed never changes the order.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Random } from './random.ts'

/** A started node, until it stops or crashes. What it planned for later does not happen afterwards. */
export interface Process {
  readonly name: string
  readonly startedAt: number
  alive: boolean
  /** How far its clock is ahead, in milliseconds. */
  skewMs: number
  /** Closes the connections of its callers when it crashes. */
  readonly callers: Set<() => void>
}

/** Where code runs: on which node, and with which random numbers for the delays of its calls. */
export interface Place {
  readonly process: Process | undefined
  readonly random: Random
}
export const places = new AsyncLocalStorage<Place>()

export interface Planned {
  readonly at: number
  readonly number: number
  readonly run: () => void
  readonly owner: Process | undefined
  cancelled: boolean
}

export type Scheduler = ReturnType<typeof scheduler>

const nextTurn = setImmediate
/** Simulated time starts at a fixed moment, so that a run does not depend on when it is made. */
export const BEGINNING = Date.UTC(2030, 0, 7, 8)

export function scheduler() {
  const heap: Planned[] = []
  let now = BEGINNING
  let number = 0
  let steps = 0

  const isBefore = (one: Planned, other: Planned): boolean =>
    one.at === other.at ? one.number < other.number : one.at < other.at
  const swap = (a: number, b: number): void => {
    ;[heap[a], heap[b]] = [heap[b]!, heap[a]!]
  }
  const add = (event: Planned): void => {
    let at = heap.push(event) - 1
    for (let parent = (at - 1) >> 1; at > 0 && isBefore(heap[at]!, heap[parent]!); parent = (at - 1) >> 1) {
      swap(at, parent)
      at = parent
    }
  }
  const take = (): Planned => {
    const first = heap[0]!
    const last = heap.pop()!
    if (heap.length > 0) heap[0] = last
    for (let at = 0; ; ) {
      const least = [2 * at + 1, 2 * at + 2].reduce(
        (low, child) => (child < heap.length && isBefore(heap[child]!, heap[low]!) ? child : low),
        at,
      )
      if (least === at) return first
      swap(at, least)
      at = least
    }
  }

  const after = (ms: number, run: () => void, owner?: Process): Planned => {
    const at = Math.round(now + Math.max(0, ms))
    const event = { at, number: number++, run: AsyncLocalStorage.bind(run), owner, cancelled: false }
    add(event)
    return event
  }

  return {
    now: () => now,
    steps: () => steps,
    /** @param owner the node that plans it; absent for what happens in the network or to users */
    after,
    pause: (ms: number): Promise<void> => new Promise((resolve) => void after(ms, resolve, places.getStore()?.process)),
    /** Runs the events until the time, or until `isOver`. */
    async run(until: number, isOver: () => boolean = () => false): Promise<void> {
      await new Promise((resolve) => nextTurn(resolve))
      while (!isOver() && heap.length > 0 && heap[0]!.at <= until) {
        const event = take()
        if (event.cancelled || event.owner?.alive === false) continue
        now = event.at
        event.run()
        await new Promise((resolve) => nextTurn(resolve))
        steps += 1
      }
      if (!isOver()) now = Math.max(now, until)
    },
  }
}

let current: Scheduler | undefined
/** The simulated time that timers and clocks of this process use. */
export function simulation(): Scheduler {
  if (current === undefined) throw new Error('no simulation runs')
  return current
}
export const useScheduler = (next: Scheduler): Scheduler => (current = next)
