/** The outbox and its ledger, in one table. `schema.ts` explains leases. */
import type { Delivery, DeliveryStore } from '../../lib/ports/deliveries.ts'
import type { Database } from './database.ts'

type Row = Record<string, unknown>

const OPEN = "state IN ('held', 'due')"
const isOpen = (state: Delivery['state']) => state === 'held' || state === 'due' || state === 'leased'

/** Builds a delivery from a row. The worker that has just leased it sees the state from before the lease. */
function deliveryOf(row: Row, reader: 'anyone' | 'its worker'): Delivery {
  const state = row.leased === 1 && reader === 'anyone' ? 'leased' : (row.state as Delivery['state'])
  return {
    id: row.id,
    state,
    createdAt: row.created_at,
    dueAt: row.due_at,
    ...JSON.parse(row.content as string),
  } as Delivery
}

function rowOf({ id, state, createdAt, dueAt, ...content }: Delivery, expiresAt: number | null) {
  const kept = state === 'leased' ? { state: 'due', leased: 1 } : { state, leased: 0 }
  return { id, ...kept, createdAt, dueAt, content: JSON.stringify(content), expiresAt }
}

export function embeddedDeliveries({ sql, read, write, now }: Database): DeliveryStore {
  const insert =
    'INSERT INTO deliveries VALUES (:id, :state, :leased, :createdAt, :dueAt, :content, :expiresAt) ON CONFLICT (id)'
  const add = sql(`${insert} DO NOTHING`)
  const set =
    sql(`${insert} DO UPDATE SET state = excluded.state, leased = excluded.leased, created_at = excluded.created_at,
    due_at = excluded.due_at, content = excluded.content, expires_at = excluded.expires_at`)
  // A held delivery that a worker has leased stays leased, and becomes due when the lease ends.
  const release = sql(`UPDATE deliveries SET state = 'due', due_at = CASE leased WHEN 1 THEN due_at ELSE ? END
    WHERE id = ? AND state = 'held'`)
  const lease = sql(`UPDATE deliveries SET leased = 1, due_at = :until WHERE id IN
    (SELECT id FROM deliveries WHERE ${OPEN} AND due_at <= :now ORDER BY due_at LIMIT :limit) RETURNING *`)
  const leaseOne = sql(`UPDATE deliveries SET leased = 1, due_at = :until
    WHERE id = :id AND ${OPEN} AND (leased = 0 OR due_at <= :now) RETURNING *`)
  const find = sql('SELECT * FROM deliveries WHERE id = ? AND (expires_at IS NULL OR expires_at > ?)')
  const page = sql(`SELECT * FROM deliveries WHERE created_at < ? AND (expires_at IS NULL OR expires_at > ?)
    ORDER BY created_at DESC, id LIMIT ?`)
  const next = sql(`SELECT min(due_at) AS due FROM deliveries WHERE ${OPEN}`)
  const unfinished = sql(`SELECT * FROM deliveries WHERE ${OPEN} ORDER BY due_at, id LIMIT ?`)
  const toWorker = (row: Row) => deliveryOf(row, 'its worker')
  const toAnyone = (row: Row) => deliveryOf(row, 'anyone')

  return {
    put: (deliveries) => write(() => deliveries.forEach((delivery) => void add().run(rowOf(delivery, null)))),
    release: (ids, at) => write(() => ids.forEach((id) => void release().run(at, id))),
    lease: (at, limit, leaseMs) =>
      write(() => Array.from(lease().all({ now: at, until: at + leaseMs, limit }), toWorker)),
    leaseThese: (ids, at, leaseMs) =>
      write(() => ids.flatMap((id) => leaseOne().all({ id, now: at, until: at + leaseMs })).map(toWorker)),
    complete: (delivery, keepMs) =>
      write(() => void set().run(rowOf(delivery, isOpen(delivery.state) ? null : now() + keepMs))),
    find: (id) =>
      read(() => {
        const row = find().get(id, now())
        return row && toAnyone(row)
      }),
    list: (before, limit) =>
      read(() => Array.from(page().all(before ?? Number.MAX_SAFE_INTEGER, now(), limit), toAnyone)),
    nextDue: () => read(() => (next().get()!.due as number | null) ?? undefined),
    unfinished: (limit) => read(() => Array.from(unfinished().all(limit), toAnyone)),
  }
}
