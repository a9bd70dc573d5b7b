/** Planted bugs: each wraps the store or a node from outside, and breaks one promise. */
import type { Storage } from '../../lib/index.ts'
import type { Delivery } from '../../lib/ports/deliveries.ts'
import type { SharedStore } from './connection.ts'
import { dropTimers } from './machine.ts'
import type { Scheduler } from './scheduler.ts'

type Wrap = SharedStore['wrap']
type Around = (sim: Scheduler, storage: Storage) => Wrap

const CACHED_MS = 60_000
const plain: Wrap = (_call, make) => make()

/** A compare-and-replace that reads, then writes. */
const readThenWrite: Around =
  (sim, { families }) =>
  async ({ port, method, given }, make) => {
    if (port !== 'families' || method !== 'replace') return make()
    const [id, expected, next, ttlMs] = given as [string, string, string, number]
    const found = await families.read(id)
    if (found !== expected) return found === undefined ? 'missing' : 'changed'
    await new Promise<void>((resolve) => void sim.after(20, resolve))
    await families.issue(id, next, ttlMs)
    return 'replaced'
  }

/** One node keeps what it has read about revocations. */
const cachedRevocation: Around = (sim) => {
  const kept = new Map<string, { readonly at: number; readonly value: unknown }>()
  return async ({ port, method, given }, make, process) => {
    const reads = port === 'tokenState' || (port === 'subjects' && method === 'read')
    if (!reads || process.name !== 'node-2') return make()
    const key = JSON.stringify([port, given])
    const known = kept.get(key)
    if (known !== undefined && known.at > sim.now() - CACHED_MS) return known.value
    const value = await make()
    kept.set(key, { at: sim.now(), value })
    return value
  }
}

/** The last write by the clocks of the nodes wins. */
const orderByClock: Around = (sim) => {
  const written = new Map<unknown, number>()
  return async ({ port, method, given: [id] }, make, { skewMs }) => {
    if (port !== 'families' || !['issue', 'replace', 'revoke'].includes(method)) return make()
    const at = sim.now() + skewMs
    if ((written.get(id) ?? 0) > at) return method === 'replace' ? 'replaced' : undefined
    written.set(id, at)
    return make()
  }
}

/** A notice that is to be tried again is taken from the queue. */
const forgottenNotice: Around =
  (_sim, { deliveries }) =>
  async ({ port, method, given }, make) => {
    const [delivery] = given as [Delivery]
    const isAgain = port === 'deliveries' && method === 'complete' && delivery.state === 'due'
    return isAgain ? deliveries.complete({ ...delivery, state: 'dropped' }, 0) : make()
  }

export const BUGS = {
  'read-then-write': readThenWrite,
  /** The queue is looked at when it is woken, and never again by itself. */
  'lost-wake-up': () => plain,
  'cached-revocation': cachedRevocation,
  'order-by-clock': orderByClock,
  'forgotten-notice': forgottenNotice,
} as const satisfies Readonly<Record<string, Around>>

export type Bug = keyof typeof BUGS

export function planted(bug: Bug | undefined, sim: Scheduler, storage: Storage): Wrap {
  dropTimers(bug === 'lost-wake-up' ? ({ name }) => name === 'wake' : () => false)
  return bug === undefined ? plain : BUGS[bug](sim, storage)
}
