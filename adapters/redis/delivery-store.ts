import type { Delivery, DeliveryStore } from '../../lib/ports/deliveries.ts'
import { run } from './commands.ts'
import type { Connection } from './connection.ts'
import type { Keys } from './keys.ts'

type State = Delivery['state']

/** Maximum number of finished deliveries to drop from the ledger per call. */
const DROP = 1_000

/**
 * A single hash holds all deliveries, each as `state due-time text`. Scripts change the state and due time but never
 * parse the text. While a worker holds a lease on a delivery, its state is `leased:` plus the previous state.
 */
export function deliveryStore(connection: Connection, keys: Keys): DeliveryStore {
  const { deliveries, due, ledger, ledgerEnds: ends } = keys

  const drop = () =>
    connection.read('dropping finished deliveries', (redis) =>
      run(redis, 'dropDeliveries', { deliveries, ledger, ends, limit: DROP }),
    )

  async function lease(now: number, limit: number, leaseMs: number, ids: readonly string[]) {
    const parts = await connection.write('leasing deliveries', deliveries, (redis) =>
      run(redis, 'leaseDeliveries', { deliveries, due, now, until: now + leaseMs, limit }, ids),
    )
    const leased: Delivery[] = []
    for (let place = 0; place < parts.length; place += 4) {
      const [id = '', state = '', dueAt = '', text = ''] = parts.slice(place, place + 4)
      leased.push(delivery(id, state as State, Number(dueAt), text))
    }
    return leased
  }

  /** Reads deliveries by id, and omits any that have been dropped from the ledger. */
  async function stand(ids: readonly string[]): Promise<readonly Delivery[]> {
    if (ids.length === 0) return []
    const values = await connection.read('listing deliveries', (redis) => redis.hmget(deliveries, ...ids))
    return ids.flatMap((id, place) => (values[place] == null ? [] : [stored(id, values[place])]))
  }

  return {
    async put(given) {
      if (given.length === 0) return
      await connection.write('putting deliveries', deliveries, (redis) =>
        run(
          redis,
          'putDeliveries',
          { deliveries, due, ledger },
          given.flatMap((one) => [one.id, one.state, one.dueAt, textOf(one), one.createdAt]),
        ),
      )
    },

    async release(ids, now) {
      if (ids.length === 0) return
      await connection.write('releasing deliveries', deliveries, (redis) =>
        run(redis, 'releaseDeliveries', { deliveries, due, now }, ids),
      )
    },

    lease: (now, limit, leaseMs) => lease(now, limit, leaseMs, []),
    leaseThese: async (ids, now, leaseMs) => (ids.length === 0 ? [] : lease(now, 0, leaseMs, ids)),

    async complete(one, keepMs) {
      const { id, state, dueAt, createdAt } = one
      const isFinished = state !== 'held' && state !== 'due' && state !== 'leased'
      await connection.write('completing a delivery', deliveries, (redis) =>
        run(redis, 'completeDelivery', {
          deliveries,
          due,
          ledger,
          ends,
          id,
          state,
          dueAt,
          text: textOf(one),
          createdAt,
          keepMs: isFinished ? keepMs : '',
        }),
      )
      await drop()
    },

    async find(id) {
      await drop()
      const value = await connection.read('finding a delivery', (redis) => redis.hget(deliveries, id))
      return value === null ? undefined : stored(id, value)
    },

    async list(before, limit) {
      await drop()
      return stand(
        await connection.read('listing deliveries', (redis) =>
          redis.zrevrangebyscore(ledger, before === undefined ? '+inf' : `(${before}`, '-inf', 'LIMIT', 0, limit),
        ),
      )
    },

    async nextDue() {
      const [, time] = await connection.read('asking for the next due time', (redis) =>
        redis.zrange(due, 0, '0', 'WITHSCORES'),
      )
      return time === undefined ? undefined : Number(time)
    },

    unfinished: async (limit) =>
      stand(await connection.read('listing deliveries', (redis) => redis.zrange(due, 0, `${limit - 1}`))),
  }
}

function textOf({ id: _id, state: _state, dueAt: _dueAt, ...rest }: Delivery): string {
  return JSON.stringify(rest)
}

function stored(id: string, value: string): Delivery {
  const [, state = '', dueAt = '', text = ''] = /^(\S+) (\S+) (.*)$/s.exec(value) ?? []
  return delivery(id, (state.startsWith('leased:') ? 'leased' : state) as State, Number(dueAt), text)
}

function delivery(id: string, state: State, dueAt: number, text: string): Delivery {
  return { id, state, dueAt, ...JSON.parse(text) } as Delivery
}
