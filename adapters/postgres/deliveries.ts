import type { Delivery, DeliveryStore } from '../../lib/ports/deliveries.ts'
import type { Connection, Row } from './connection.ts'

const isOpen = (state: Delivery['state']) => state === 'held' || state === 'due' || state === 'leased'

/** Builds a delivery from a row. The worker that has just leased it sees the state from before the lease. */
function deliveryOf(row: Row): Delivery {
  const [id, state, isLeased, createdAt, dueAt, content] = row as [string, string, boolean, number, number, string]
  return { id, state: isLeased ? 'leased' : state, createdAt, dueAt, ...JSON.parse(content) } as Delivery
}

/** Columns of a row. A lease that is put counts as due when it ends. */
function rowOf({ id, state, createdAt, dueAt, ...content }: Delivery) {
  const isLeased = state === 'leased'
  return [id, isLeased ? 'due' : state, isLeased, createdAt, dueAt, JSON.stringify(content)] as const
}

export function deliveries({ read, write }: Connection): DeliveryStore {
  return {
    async put(added) {
      const rows = added.map(rowOf)
      await write(
        'storing deliveries',
        'putDeliveries',
        ([0, 1, 2, 3, 4, 5] as const).map((at) => rows.map((row) => row[at])),
      )
    },
    release: async (ids, now) => void (await write('releasing deliveries', 'releaseDeliveries', [ids, now])),
    lease: async (now, limit, leaseMs) =>
      (await write('leasing deliveries', 'leaseDeliveries', [now, now + leaseMs, limit])).map(deliveryOf),
    leaseThese: async (ids, now, leaseMs) =>
      (await write('leasing deliveries', 'leaseThese', [now, now + leaseMs, ids])).map(deliveryOf),
    async complete(delivery, keepMs) {
      const values = [...rowOf(delivery), isOpen(delivery.state) ? null : keepMs]
      await write('completing a delivery', 'completeDelivery', values)
    },
    async find(id) {
      const [row] = await read('reading a delivery', 'findDelivery', [id])
      return row && deliveryOf(row)
    },
    list: async (before, limit) =>
      (await read('listing deliveries', 'listDeliveries', [before ?? Number.MAX_SAFE_INTEGER, limit])).map(deliveryOf),
    async nextDue() {
      const [row] = await read('reading the next delivery', 'nextDue')
      return (row?.[0] as number | null) ?? undefined
    },
    unfinished: async (limit) => (await read('listing deliveries', 'unfinishedDeliveries', [limit])).map(deliveryOf),
  }
}
