/**
 * Moves slots of a cluster between masters while it is in use, like an operator who adds or removes a server. A slot is
 * on two servers until its last key has moved. Sometimes a replica takes over from its master.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { GENEROUS_MS } from './patience.ts'
import type { RedisCluster } from './redis-server.ts'
import { until } from './until.ts'

export interface SlotMover {
  readonly moved: () => { readonly slots: number; readonly keys: number; readonly failovers: number }
  /** Finishes the current move. @throws the error of any move */
  stop(): Promise<void>
}

interface SlotMoverOptions {
  /** Moves slots that hold keys of this pattern. */
  readonly keys: string
  readonly failovers?: 'some' | 'none'
}

const failedOverAt = new WeakMap<RedisCluster, number>()

interface Server {
  readonly id: string
  readonly port: number
  readonly admin: Redis
}

/** Keys per step: few, so that a slot is split while it is in use. */
const AT_ONCE = 3
/** Masters vote once in two node timeouts about one of them; a failover without votes blocks clients for seconds. */
const VOTING_MS = 5_000

export function startSlotMover(cluster: RedisCluster, { keys, failovers = 'none' }: SlotMoverOptions): SlotMover {
  const servers = [...cluster.masters, ...(cluster.replica === undefined ? [] : [cluster.replica])]
  const moved = { slots: 0, keys: 0, failovers: 0 }
  let stopping = false
  let votedAt = failovers === 'some' ? (failedOverAt.get(cluster) ?? -Infinity) : Infinity

  const masters = async (): Promise<readonly Server[]> => {
    const all = await Promise.all(
      servers.map(async ({ port, admin }) => {
        const [[role], id] = await Promise.all([admin.role() as Promise<unknown[]>, admin.call('CLUSTER', 'MYID')])
        return { role, id: String(id), port, admin }
      }),
    )
    return all.filter(({ role }) => role === 'master')
  }

  /** The slots with keys on one server. */
  async function slotsOf({ admin }: Server): Promise<readonly number[]> {
    const slots = new Set<number>()
    for await (const page of admin.scanStream({ match: keys, count: 1_000 }) as AsyncIterable<string[]>) {
      for (const key of page) slots.add(Number(await admin.call('CLUSTER', 'KEYSLOT', key)))
    }
    return [...slots]
  }

  async function move(slot: number, from: Server, to: Server, all: readonly Server[]): Promise<void> {
    const setSlot = (at: Server, ...words: readonly string[]) => at.admin.call('CLUSTER', 'SETSLOT', slot, ...words)
    await setSlot(to, 'IMPORTING', from.id)
    await setSlot(from, 'MIGRATING', to.id)
    for (;;) {
      const names = (await from.admin.call('CLUSTER', 'GETKEYSINSLOT', slot, AT_ONCE)) as string[]
      if (names.length === 0) break
      await from.admin.call('MIGRATE', '127.0.0.1', to.port, '', 0, GENEROUS_MS, 'KEYS', ...names)
      moved.keys += names.length
    }
    // The new owner first; otherwise the slot has no owner for a moment.
    for (const at of [to, from, ...all.filter((other) => other !== to && other !== from)])
      await setSlot(at, 'NODE', to.id)
    await agreed()
    moved.slots += 1
  }

  /** The replica takes over, and its master becomes the replica. No data is lost, because the master waits. */
  async function failOver(): Promise<void> {
    const before = (await masters()).map(({ id }) => id)
    const replica = (
      await Promise.all(servers.map(async (server) => ({ server, role: (await server.admin.role()) as unknown[] })))
    ).find(({ role: [role] }) => role === 'slave')?.server
    if (replica === undefined) return
    await until(async () => /master_link_status:up/.test(await replica.admin.info('replication')))
    await replica.admin.call('CLUSTER', 'FAILOVER')
    await until(async () => {
      const now = (await masters()).map(({ id }) => id)
      return now.length === before.length && now.some((id) => !before.includes(id))
    })
    await agreed()
    votedAt = performance.now()
    failedOverAt.set(cluster, votedAt)
    moved.failovers += 1
  }

  /** One server's view of the slots' owners and epochs. */
  async function viewOf({ admin }: { readonly admin: Redis }): Promise<string> {
    const lines = String(await admin.call('CLUSTER', 'NODES'))
      .trim()
      .split('\n')
      .map((line) => line.split(' '))
    return lines
      .map(([id, , , , , , epoch, , ...slots]) => [id, epoch, ...slots].join(' '))
      .toSorted()
      .join('\n')
  }

  /** A server with another view refuses its vote, and an older claim in progress may undo a move. */
  async function agreed(): Promise<void> {
    for (let views = new Set<string>(); views.size !== 1; ) views = new Set(await Promise.all(servers.map(viewOf)))
  }

  async function work(): Promise<void> {
    for (let turn = 0; !stopping; ) {
      const all = await masters()
      const from = all[turn++ % all.length] as Server
      const to = all[turn % all.length] as Server
      const slots = await slotsOf(from)
      if (slots.length === 0) await pause(5)
      for (const slot of slots) {
        if (stopping) return
        await move(slot, from, to, all)
        if (performance.now() > votedAt + VOTING_MS) {
          await failOver()
          break
        }
      }
    }
  }

  const working = work()
  working.catch(() => undefined)
  return {
    moved: () => moved,
    async stop() {
      stopping = true
      await working
    },
  }
}
