/** How often a sign-in waits for Redis: each command whose response is awaited. Its timers are stopped meanwhile. */
import { type AddressInfo, connect, createServer } from 'node:net'
import { mock } from 'node:test'
import { ALICE } from '../support/fixtures.ts'
import { startIdp } from '../support/idp.ts'
import { startRedis } from '../support/redis-server.ts'
import { doorOf } from '../support/sign-in-door.ts'

/** What it takes. */
const MOST = { right: 11, wrong: 8 }
/** The number of successive sign-ins that wait equally often. */
const ALIKE = 3

let trips = 0
const redis = await startRedis()

let waits = false
const proxy = createServer((client) => {
  const server = connect(redis.port, '127.0.0.1')
  for (const socket of [client, server]) socket.setNoDelay(true).on('error', () => undefined)
  client.on('data', (commands) => {
    if (!waits) trips += 1
    waits = true
    server.write(commands)
  })
  server.on('data', (answers) => {
    waits = false
    client.write(answers)
  })
  client.on('close', () => server.destroy())
  server.on('close', () => client.destroy())
})

await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
const { port } = proxy.address() as AddressInfo
const idp = await startIdp({ store: { redis: `redis://127.0.0.1:${port}`, keyPrefix: 'trips:' } })

// Background work of the service is no part of a sign-in: it comes to rest.
mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
afterAll(async () => {
  mock.timers.reset()
  await idp.stop()
  await new Promise((resolve) => proxy.close(resolve))
  await redis.stop()
})

it.each([
  ['right', ALICE.password],
  ['wrong', 'not hers'],
] as const)('with a %s password it waits no more often than before', async (kind, password) => {
  const counts: number[] = []
  // The first ones fill caches, and earlier background work ends during them.
  while (counts.length < ALIKE || new Set(counts.slice(-ALIKE)).size > 1) {
    const door = await doorOf(idp)
    trips = 0
    await door.browser.send(door.page, { username: ALICE.username, password })
    counts.push(trips)
  }
  expect(counts.at(-1)).toBeGreaterThan(1)
  expect(counts.at(-1)).toBeLessThanOrEqual(MOST[kind])
})
