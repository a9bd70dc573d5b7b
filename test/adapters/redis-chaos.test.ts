import { setTimeout as wait } from 'node:timers/promises'
import { redisStorage } from '../../adapters/redis/index.ts'
import type { Storage } from '../../lib/ports/storage.ts'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { startProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'

const LONG = 3_600_000
const CHAOS_MS = 10_000
const CALLERS = 20

let server: RedisServer
let proxies: readonly TcpProxy[]
let nodes: readonly Storage[]
beforeAll(async () => {
  server = await startRedis()
  proxies = [await startProxy(server.port), await startProxy(server.port)]
  nodes = proxies.map(({ port }) => redisStorage(`redis://127.0.0.1:${port}`, { commandTimeoutMs: 400 }))
  for (const node of nodes) await node.open()
})
afterAll(async () => {
  for (const one of [...nodes, ...proxies]) await one.close()
  await server.stop()
})

const upTo = (most: number) => Math.floor(Math.random() * most)
const oneOf = <T>(list: readonly T[]) => list[upTo(list.length)] as T

/** What a node does with a token: the record is the token. */
async function present(
  { families, subjects }: Storage,
  id: string,
  token: string,
  next: string,
): Promise<'given' | 'replay'> {
  let isSettled = false
  for (;;) {
    const record = (await families.read(id)) ?? ''
    if (record.trimEnd() !== token) {
      if (isSettled) return 'replay'
      await families.settled(id)
      isSettled = true
      continue
    }
    const [replaced, marks] = await Promise.allSettled([
      families.replace(id, record, next, LONG),
      subjects.read('alice', 's'),
    ])
    if (replaced.status === 'rejected') throw replaced.reason
    if (marks.status === 'rejected') {
      if (replaced.value === 'replaced') await families.takeBack(id, record, next, LONG)
      throw marks.reason
    }
    if (replaced.value === 'replaced') return 'given'
  }
}

/** An honest caller: uses each token once, and comes again with it, at any node, as long as he hears 503. */
async function call(id: string, end: number, history: Record<string, number>): Promise<void> {
  let [token, turn, isWaiting] = ['token 0', 0, false]
  while (Date.now() < end || isWaiting) {
    const next = `token ${(turn += 1)}`
    const word = await present(oneOf(nodes), id, token, next).catch((error: unknown) => {
      if (error instanceof StoreUnavailable) return 'unavailable'
      throw error
    })
    history[word] = (history[word] ?? 0) + 1
    if (word === 'replay') return
    if (word === 'given') {
      if (isWaiting) history.comeback = (history.comeback ?? 0) + 1
      token = next
    }
    isWaiting = word === 'unavailable'
    await wait(isWaiting ? upTo(300) : upTo(10))
  }
}

async function makeTrouble(end: number): Promise<void> {
  const troubles: ((proxy: TcpProxy) => unknown)[] = [
    (proxy) => proxy.cut(),
    (proxy) => proxy.pause(),
    (proxy) => proxy.dropReplies(),
    async (proxy) => {
      proxy.dropReplies()
      await wait(upTo(400))
      proxy.pause()
    },
    (proxy) => proxy.delay(upTo(600)),
  ]
  while (Date.now() < end) {
    const proxy = oneOf(proxies)
    await oneOf(troubles)(proxy)
    await wait(upTo(1_200))
    proxy.cut()
    proxy.delay(0)
    proxy.resume()
    await wait(upTo(400))
  }
}

it('whatever the network does, no honest caller is taken for a thief, and each comes through in the end', async () => {
  const ids = Array.from({ length: CALLERS }, (_, index) => `f${index}`)
  // A node that waits for 400 ms only may miss an answer before there is any trouble.
  for (const id of ids) await until(() => nodes[0]!.families.issue(id, 'token 0', LONG).then(() => true))
  const end = Date.now() + CHAOS_MS
  const history: Record<string, number> = {}
  await Promise.all([makeTrouble(end), ...ids.map((id) => call(id, end, history))])
  expect(history.replay).toBeUndefined()
  // Without trouble, or without anybody who came through after it, this would say nothing.
  expect(history.unavailable).toBeGreaterThan(20)
  expect(history.comeback).toBeGreaterThan(20)
})
