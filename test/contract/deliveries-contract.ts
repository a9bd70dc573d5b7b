import type { Delivery, LogoutNotice } from '../../lib/ports/deliveries.ts'
import type { Storage } from '../../lib/ports/storage.ts'
import { expect } from './expect.ts'
import { BRIEF, type Check, LONG, OVER, race } from './nodes.ts'

// Due times are the caller's: the store's own clock has no part in them, so they may lie anywhere.
const NOW = 1_000_000
const LEASE = 15_000
const FINISHED = ['delivered', 'failed', 'dropped'] as const

export const delivery = (id: string, but: Partial<LogoutNotice> = {}): LogoutNotice => ({
  id,
  clientId: 'billing',
  subject: 'alice',
  session: 's1',
  sid: 'sid1',
  channel: 'backchannel',
  uri: 'https://billing.example.com/out',
  state: 'due',
  tries: 0,
  createdAt: NOW,
  dueAt: NOW,
  condition: '{"ended":"s1"}',
  ...but,
})
/** Puts deliveries that have been tried and finished, as they say. */
async function finish({ deliveries }: Storage, ...finished: readonly Delivery[]): Promise<void> {
  await deliveries.put(finished.map((one) => ({ ...one, state: 'due' })))
  for (const one of finished) await deliveries.complete(one, LONG)
}

const states = (deliveries: readonly Delivery[]) => Object.fromEntries(deliveries.map((one) => [one.id, one.state]))
const ids = (deliveries: readonly Delivery[]) => deliveries.map((one) => one.id).toSorted()

/** Promises of `lib/ports/deliveries.ts`. */
export function deliveriesContract(check: Check): void {
  check('find gives a delivery as it was put, on every node', async ({ here, there }) => {
    const last = { lastStatus: 503, lastError: 'timed out\n"quoted"', lastMs: 0, lastAt: NOW - 5 }
    const tried = delivery('tried', { tries: 2, ...last })
    await here.deliveries.put([delivery('new'), tried, delivery('held', { state: 'held', condition: '' })])
    expect(await there.deliveries.find('new')).toEqual(delivery('new'))
    expect(await there.deliveries.find('tried')).toEqual(tried)
    expect(await there.deliveries.find('held')).toEqual(delivery('held', { state: 'held', condition: '' }))
    expect(await there.deliveries.find('unknown')).toBeUndefined()
  })

  check('put leaves ids that exist as they are', async ({ here, there }) => {
    await here.deliveries.put([delivery('a')])
    await here.deliveries.lease(NOW, 1, LEASE)
    await there.deliveries.put([delivery('a', { tries: 9 }), delivery('b')])
    expect(await here.deliveries.find('a')).toEqual(delivery('a', { state: 'leased', dueAt: NOW + LEASE }))
    expect(await here.deliveries.find('b')).toEqual(delivery('b'))
    await here.deliveries.put([])
  })

  check('lease gives what is due, not what is due later, and marks it leased', async ({ here, there }) => {
    const later = delivery('later', { dueAt: NOW + 1 })
    await here.deliveries.put([delivery('due'), later, delivery('held', { state: 'held', dueAt: NOW - 1 })])
    const leased = await here.deliveries.lease(NOW, 10, LEASE)
    expect(states(leased)).toEqual({ due: 'due', held: 'held' })
    expect(await there.deliveries.find('due')).toEqual(delivery('due', { state: 'leased', dueAt: NOW + LEASE }))
    expect(await there.deliveries.find('later')).toEqual(later)
  })

  check('lease gives at most as many as asked for, longest due first', async ({ here }) => {
    await here.deliveries.put(
      Object.entries({ c: 1, a: 3, b: 2 }).map(([id, waited]) => delivery(id, { dueAt: NOW - waited })),
    )
    expect(ids(await here.deliveries.lease(NOW, 2, LEASE))).toEqual(['a', 'b'])
    expect(ids(await here.deliveries.lease(NOW, 2, LEASE))).toEqual(['c'])
    expect(await here.deliveries.lease(NOW, 2, LEASE)).toEqual([])
  })

  check('workers that lease at once never hold one delivery twice, and together hold all', async (nodes) => {
    const all = Array.from({ length: 30 }, (_, index) => delivery(`d${index}`))
    await nodes.here.deliveries.put(all)
    const hands = await race(nodes, 12, (node, turn) =>
      turn % 3 === 0
        ? node.deliveries.leaseThese(ids(all).slice(turn, turn + 6), NOW, LEASE)
        : node.deliveries.lease(NOW, 5, LEASE),
    )
    const held = ids(hands.flat())
    expect(new Set(held).size).toBe(held.length)
    expect(ids([...hands.flat(), ...(await nodes.here.deliveries.lease(NOW, 100, LEASE))])).toEqual(ids(all))
  })

  check('a lease that runs out returns the delivery in the state it was in before', async ({ here, there }) => {
    await here.deliveries.put([delivery('due'), delivery('held', { state: 'held' })])
    expect(await here.deliveries.lease(NOW, 10, LEASE)).toHaveLength(2)
    expect(await there.deliveries.lease(NOW + LEASE - 1, 10, LEASE)).toEqual([])
    const again = await there.deliveries.lease(NOW + LEASE, 10, LEASE)
    expect(states(again)).toEqual({ due: 'due', held: 'held' })
    expect(await here.deliveries.lease(NOW + LEASE, 10, LEASE)).toEqual([])
  })

  check('release makes held deliveries due now, and no others', async ({ here, there }) => {
    const later = NOW + 60_000
    await here.deliveries.put([
      delivery('a', { state: 'held', dueAt: later }),
      delivery('b', { state: 'held', dueAt: later }),
      delivery('waiting', { dueAt: later }),
    ])
    await finish(here, delivery('done', { state: 'delivered' }))
    expect(await here.deliveries.lease(NOW, 10, LEASE)).toEqual([])
    await there.deliveries.release(['a', 'waiting', 'done', 'unknown'], NOW)
    await there.deliveries.release([], NOW)
    expect(await here.deliveries.find('a')).toEqual(delivery('a', { state: 'due', dueAt: NOW }))
    expect(await here.deliveries.find('b')).toEqual(delivery('b', { state: 'held', dueAt: later }))
    expect(await here.deliveries.find('waiting')).toEqual(delivery('waiting', { dueAt: later }))
    expect((await here.deliveries.find('done'))?.state).toBe('delivered')
    expect(ids(await here.deliveries.lease(NOW, 10, LEASE))).toEqual(['a'])
  })

  check('leaseThese leases what is asked for, whatever its due time', async ({ here, there }) => {
    const dueAt = NOW + 60_000
    await here.deliveries.put([
      delivery('later', { dueAt }),
      delivery('held', { state: 'held', dueAt }),
      delivery('other'),
    ])
    const leased = await here.deliveries.leaseThese(['later', 'held', 'unknown'], NOW, LEASE)
    expect(states(leased)).toEqual({ later: 'due', held: 'held' })
    expect(await there.deliveries.find('later')).toEqual(delivery('later', { state: 'leased', dueAt: NOW + LEASE }))
    expect(ids(await there.deliveries.lease(NOW, 10, LEASE))).toEqual(['other'])
    expect(await there.deliveries.leaseThese([], NOW, LEASE)).toEqual([])
  })

  check(
    'leaseThese leaves alone what another worker holds or what is finished, and takes what a worker has let go',
    async ({ here, there }) => {
      await here.deliveries.put([delivery('held')])
      await finish(here, ...FINISHED.map((state) => delivery(state, { state })))
      await here.deliveries.lease(NOW, 10, LEASE)
      expect(await there.deliveries.leaseThese(['held', ...FINISHED], NOW + 1, LEASE)).toEqual([])
      expect(ids(await there.deliveries.leaseThese(['held'], NOW + LEASE, LEASE))).toEqual(['held'])
    },
  )

  check('complete writes the outcome of an attempt: due again later', async ({ here, there }) => {
    await here.deliveries.put([delivery('a')])
    const [held] = await here.deliveries.lease(NOW, 1, LEASE)
    const last = { lastStatus: 500, lastError: 'status', lastMs: 12, lastAt: NOW }
    const tried: Delivery = { ...held!, state: 'due', tries: 1, dueAt: NOW + 1_000, ...last }
    await here.deliveries.complete(tried, LONG)
    expect(await there.deliveries.find('a')).toEqual(tried)
    expect(await there.deliveries.lease(NOW + 999, 1, LEASE)).toEqual([])
    expect(ids(await there.deliveries.lease(NOW + 1_000, 1, LEASE))).toEqual(['a'])
  })

  check(
    'a finished delivery is never leased again and stays in the ledger for keepMs',
    async ({ here, there, pass }) => {
      const all = FINISHED.flatMap((state) => [
        delivery(`${state}-brief`, { state }),
        delivery(`${state}-long`, { state }),
      ])
      await here.deliveries.put(all.map((one) => ({ ...one, state: 'due' })))
      await here.deliveries.lease(NOW, 10, LEASE)
      for (const one of all)
        await here.deliveries.complete({ ...one, lastAt: NOW }, one.id.endsWith('brief') ? BRIEF : LONG)
      expect(await there.deliveries.lease(NOW + 10 * LEASE, 10, LEASE)).toEqual([])
      expect(await there.deliveries.nextDue()).toBeUndefined()
      expect(await there.deliveries.list(undefined, 10)).toHaveLength(6)
      await pass(OVER)
      expect(ids(await there.deliveries.list(undefined, 10))).toEqual(['delivered-long', 'dropped-long', 'failed-long'])
      expect(await there.deliveries.find('failed-brief')).toBeUndefined()
      expect(await there.deliveries.find('failed-long')).toEqual(
        delivery('failed-long', { state: 'failed', lastAt: NOW }),
      )
    },
  )

  check('an unfinished delivery is never lost, however long it waits', async ({ here, there, pass }) => {
    await here.deliveries.put([delivery('a')])
    const [held] = await here.deliveries.lease(NOW, 1, LEASE)
    await here.deliveries.complete({ ...held!, state: 'due', tries: 1, dueAt: NOW + 5 }, BRIEF)
    await pass(OVER)
    expect(ids(await there.deliveries.list(undefined, 1))).toEqual(['a'])
    expect((await there.deliveries.find('a'))?.tries).toBe(1)
    expect(ids(await there.deliveries.lease(NOW + 5, 1, LEASE))).toEqual(['a'])
  })

  check('list is the ledger, newest first, page by page', async ({ here, there }) => {
    expect(await here.deliveries.list(undefined, 10)).toEqual([])
    await here.deliveries.put([2, 4, 3].map((age) => delivery(`d${age}`, { createdAt: NOW - age })))
    await finish(here, delivery('d1', { createdAt: NOW - 1, state: 'delivered' }))
    expect((await there.deliveries.list(undefined, 3)).map((one) => one.id)).toEqual(['d1', 'd2', 'd3'])
    expect((await there.deliveries.list(NOW - 3, 3)).map((one) => one.id)).toEqual(['d4'])
    expect(await there.deliveries.list(NOW - 4, 3)).toEqual([])
  })

  check('nextDue is the earliest time at which something may be leased', async ({ here, there }) => {
    expect(await here.deliveries.nextDue()).toBeUndefined()
    await here.deliveries.put([delivery('a', { dueAt: NOW + 5 }), delivery('b', { state: 'held', dueAt: NOW })])
    await finish(here, delivery('done', { state: 'delivered', dueAt: 1 }))
    expect(await there.deliveries.nextDue()).toBe(NOW)
    await here.deliveries.lease(NOW, 1, LEASE)
    expect(await there.deliveries.nextDue()).toBe(NOW + 5)
    await here.deliveries.lease(NOW + 5, 1, LEASE)
    expect(await there.deliveries.nextDue()).toBe(NOW + LEASE)
  })

  check('unfinished are those that are still to be delivered, the next one first', async ({ here, there }) => {
    expect(await here.deliveries.unfinished(10)).toEqual([])
    const [due, held] = [delivery('due', { dueAt: NOW + 5 }), delivery('held', { state: 'held', dueAt: NOW })]
    await here.deliveries.put([due, held, delivery('leased', { dueAt: NOW - 1 })])
    await finish(here, delivery('done', { state: 'delivered', dueAt: 1 }))
    await here.deliveries.leaseThese(['leased'], NOW, LEASE)
    const leased = delivery('leased', { state: 'leased', dueAt: NOW + LEASE })
    expect(await there.deliveries.unfinished(10)).toEqual([held, due, leased])
    expect(await there.deliveries.unfinished(2)).toEqual([held, due])
  })
}
