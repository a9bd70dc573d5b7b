import type { Delivery, DeliveryStore } from '../../ports/deliveries.ts'
import { FORMATS, type FormatInUse, writeRecord } from '../stored-record.ts'

/** No text can be made of it: a look-up fails, and the lease of whoever tried it expires. */
const NO_TEXT = { toString: null, valueOf: null }
/** What such a release shows of it in its ledger. */
const AS_NOTICE = { session: '', sid: '', uri: '', condition: writeRecord({ kind: 'test' }) }

/**
 * A release before format 3 takes a letter for a notice to a client, and drops it when there is none. As long as one may run, a letter
 * that waits is of a client that it cannot look up: so it leaves the letter to others.
 */
export function lettersApart(deliveries: DeliveryStore, format: FormatInUse): DeliveryStore {
  const apart = (delivery: Delivery): Delivery => {
    if (delivery.channel !== 'mail' || format() >= FORMATS.newest) return delivery
    const waits = delivery.state === 'due' || delivery.state === 'held'
    return { ...delivery, ...AS_NOTICE, clientId: waits ? NO_TEXT : '' } as Delivery
  }
  return {
    put: (drafts) => deliveries.put(drafts.map(apart)),
    release: (ids, at) => deliveries.release(ids, at),
    lease: (at, limit, leaseMs) => deliveries.lease(at, limit, leaseMs),
    leaseThese: (ids, at, leaseMs) => deliveries.leaseThese(ids, at, leaseMs),
    settle: (delivery, keepMs) => deliveries.settle(apart(delivery), keepMs),
    find: (id) => deliveries.find(id),
    list: (before, limit) => deliveries.list(before, limit),
    nextDue: () => deliveries.nextDue(),
    unfinished: (limit) => deliveries.unfinished(limit),
  }
}
