/** How often a sign-in waits for Redis: each time that something goes out and an answer is waited for. Background work rests meanwhile. */
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { ALICE } from '../support/fixtures.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { attempt, doorOf } from '../support/sign-in-door.ts'

/** What version 0.1.0 took. */
const MOST = { right: 13, wrong: 8 }
/** Entries of the audit trail are written a moment after their answer. */
const QUIET_MS = 600
const TRIES = 5

let redis: RedisServer
let proxy: Server
let idp: Idp
let trips = 0
beforeAll(async () => {
  redis = await startRedis()
  let waits = false
  proxy = createServer((client) => {
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
  idp = await startIdp({ store: { redis: `redis://127.0.0.1:${port}`, keyPrefix: 'trips:' } })
})
afterAll(async () => {
  await idp.stop()
  await new Promise((resolve) => proxy.close(resolve))
  await redis.stop()
})

it.each([
  ['right', ALICE.password],
  ['wrong', 'not hers'],
] as const)('with a %s password it waits no more often than before', async (kind, password) => {
  const counts: number[] = []
  for (let tries = 0; tries < TRIES; tries += 1) {
    const door = await doorOf(idp)
    await after(QUIET_MS)
    trips = 0
    await attempt(door, ALICE.username, password)
    counts.push(trips)
  }
  // A look at the store that a timer makes may fall into one of the tries.
  expect(Math.min(...counts)).toBeGreaterThan(1)
  expect(counts.toSorted((a, b) => a - b)[TRIES >> 1]).toBeLessThanOrEqual(MOST[kind])
})
