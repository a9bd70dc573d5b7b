/**
 * REL-08: the network to the store works for a second and fails for the next, again and again, under a mixed load:
 * silent, slow, broken, or with lost responses. Requests and responses are recorded and checked by the invariants of
 * `proof/history-checker.ts`; no connection is left over.
 */
import { checkHistory, slowestIn } from '../proof/history-checker.ts'
import { loadGround } from '../proof/load-ground.ts'
import { mixedLoad } from '../proof/mixed-load.ts'
import { recorder } from '../proof/recorder.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { inLongForm } from '../support/long-form.ts'
import { connectionsTo, startRedis } from '../support/redis-server.ts'
import { startProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'

const SEED = Number(process.env['TEST_SEED'])
const LOAD_MS = inLongForm(20_000, 10_000)
const TURN_MS = 1_000
const TROUBLES: readonly ((proxy: TcpProxy) => void)[] = [
  (proxy) => proxy.pause(),
  (proxy) => proxy.dropReplies(),
  (proxy) => proxy.cut(),
  (proxy) => {
    proxy.dropReplies()
    setTimeout(() => proxy.pause(), TURN_MS / 4)
  },
  (proxy) => proxy.delay(TURN_MS / 2),
]

const redis = await startRedis()

const proxies: readonly TcpProxy[] = [await startProxy(redis.port), await startProxy(redis.port)]

const [one, other] = proxies.map(({ port }) => `redis://127.0.0.1:${port}`) as [string, string]
const ground = await loadGround([redis.url, one, other])
stoppedAtEnd(ground)

it(`REL-08: a second up and a second down, again and again, in every way: the invariants hold (seed ${SEED})`, async () => {
  let turn = 0
  const flapping = setInterval(() => {
    turn += 1
    for (const proxy of proxies) {
      if (turn % 2 === 1) TROUBLES[Math.floor(turn / 2) % TROUBLES.length]?.(proxy)
      else {
        // Lost or delayed data ends with its connection, except for the first kind: there it arrives late.
        if (turn % (2 * TROUBLES.length) !== 2) proxy.cut()
        proxy.delay(0)
        proxy.resume()
      }
    }
  }, TURN_MS)
  const book = recorder()
  // A run in which little happened would prove little.
  const count = (status: number): number => book.history.filter((entry) => entry.status === status).length
  const end = performance.now() + LOAD_MS
  await mixedLoad(ground, book, {
    seed: SEED,
    goesOn: () => performance.now() < end || count(200) < 100 || count(503) < 20,
  }).finally(() => clearInterval(flapping))
  for (const proxy of proxies) proxy.resume()
  for (const node of ground.nodes) await until(async () => (await node.send('/health/ready')).status === 200)

  const violations = checkHistory(book.history, slowestIn(book.history))
  expect(violations.map(({ invariant, what, entries }) => `${invariant} ${what} ${JSON.stringify(entries)}`)).toEqual(
    [],
  )
  // One of each process and one of the office.
  await until(async () => (await connectionsTo(redis)) <= 3)
})
