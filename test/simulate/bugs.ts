/** Planted bugs: each wraps the store or a node from outside, and breaks one promise. */

import { ACCOUNTS } from '../../lib/domain/accounts/account-record.ts'
import type { Storage } from '../../lib/index.ts'
import type { AuditLog } from '../../lib/ports/audit-log.ts'
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

/** In the place of one method. */
const instead =
  (port: keyof Storage, method: string, work: (given: readonly unknown[], make: () => Promise<unknown>) => unknown) =>
  (): Wrap =>
  async (call, make) =>
    call.port === port && call.method === method ? work(call.given, make) : make()

/** One node keeps the accounts that it has read. */
const cachedAccount: Around = () => {
  const kept = new Map<unknown, unknown>()
  return async ({ port, method, given: [collection, id] }, make, process) => {
    if (port !== 'documents' || method !== 'read' || collection !== ACCOUNTS || process.name !== 'node-2') return make()
    if (!kept.has(id)) kept.set(id, await make())
    return kept.get(id)
  }
}

/** Lists of documents are as they were. */
const cachedList: Around = (sim) => {
  const kept = new Map<unknown, { readonly at: number; readonly value: unknown }>()
  return async ({ port, method, given: [collection] }, make) => {
    if (port !== 'documents' || method !== 'list') return make()
    const known = kept.get(collection)
    if (known !== undefined && known.at > sim.now() - CACHED_MS) return known.value
    const value = await make()
    kept.set(collection, { at: sim.now(), value })
    return value
  }
}

/** Each node counts for itself. */
const countPerNode: Around =
  (_sim, { rates }) =>
  async ({ port, method, given }, make, { name }) =>
    port === 'rates' && method === 'hit' ? rates.hit(`${name} ${given[0]}`, given[1] as number) : make()

export const BUGS = {
  'read-then-write': readThenWrite,
  /** The queue is looked at when it is woken, and never again by itself. */
  'lost-wake-up': () => plain,
  'cached-revocation': cachedRevocation,
  'order-by-clock': orderByClock,
  'forgotten-notice': forgottenNotice,
  'cached-account': cachedAccount,
  'count-per-node': countPerNode,
  'cached-list': cachedList,
  'no-take-back': instead('families', 'takeBack', async () => undefined),
  'no-withdrawal': instead('documents', 'replace', async ([collection, , , next], make) =>
    collection === 'consents' && next === undefined ? 'replaced' : make(),
  ),
  'replay-tolerated': instead('families', 'revoke', async () => undefined),
  'lost-entries': instead('audit', 'append', async () => undefined),
  'unchained-entries':
    (_sim, { audit }) =>
    async ({ port, method, given }, make) => {
      const [at, entries, link] = given as Parameters<AuditLog['append']>
      return port === 'audit' && method === 'append'
        ? audit.append(at, entries, (_before, line) => link('', line))
        : make()
    },
} as const satisfies Readonly<Record<string, Around>>

export type Bug = keyof typeof BUGS

export function planted(bug: Bug | undefined, sim: Scheduler, storage: Storage): Wrap {
  dropTimers(bug === 'lost-wake-up' ? ({ name }) => name === 'wake' : () => false)
  return bug === undefined ? plain : BUGS[bug](sim, storage)
}
