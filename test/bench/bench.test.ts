/** The counts of the benchmarks, in small: they are exact, so tests can check them. `npm run bench` measures times. */
import { join } from 'node:path'
import { newFolder } from '../support/new-folder.ts'
import { startRedis } from '../support/redis-server.ts'
import { openConnection } from './connection.ts'
import { disableWithFamilies } from './endurance.ts'
import { CLIENT } from './fixtures.ts'
import { weighFamilies } from './footprint.ts'
import { GUARDED } from './guarded.ts'
import { INTERACTIVE, NAMESAKES } from './interactive.ts'
import { OPERATIONS, type Operation, operationNamed, prepareStock, type Stock } from './operations.ts'
import { type Party, startParty, startReference } from './parties.ts'
import { type CountingProxy, startCountingProxy } from './round-trips.ts'
import { takeTurns } from './rounds.ts'
import { codeOfAnswer, exchangeRequest, signIn, silentRequest } from './sign-in.ts'
import { countTraffic } from './traffic.ts'

/** The issuer of both nodes on the store, which run one after the other. */
const ISSUER = 'http://localhost:3999'

const redis = await startRedis()

const operation = (name: string): Operation => operationNamed(name, [...OPERATIONS, ...GUARDED])

describe('what a request asks of Redis:', () => {
  let proxy: CountingProxy
  let party: Party
  let stock: Stock
  beforeAll(async () => {
    proxy = await startCountingProxy(redis.port)
    party = await startParty('portico', proxy.url, { issuer: ISSUER, namesakes: NAMESAKES })
    stock = await prepareStock(party)
  })
  afterAll(async () => {
    await party.stop()
    await proxy.close()
  })

  it.each([
    { name: 'refresh', roundTrips: 2, commands: 3 },
    { name: 'code exchange', roundTrips: 2, commands: 3 },
    { name: 'introspection', roundTrips: 1, commands: 2 },
    { name: 'first introspection', roundTrips: 1, commands: 2 },
    // The directory, also in Redis here, is read in the same round trip.
    { name: 'userinfo', roundTrips: 1, commands: 3 },
    { name: 'first userinfo', roundTrips: 1, commands: 3 },
    { name: 'silent authorize', roundTrips: 4, commands: 6 },
    { name: 'guarded request', roundTrips: 1, commands: 3 },
    { name: 'gate', roundTrips: 1, commands: 4 },
    { name: 'discovery', roundTrips: 0, commands: 0 },
    { name: 'JWKS', roundTrips: 0, commands: 0 },
  ])('$name: at most $roundTrips round trips and $commands commands', async ({ name, roundTrips, commands }) => {
    const traffic = await countTraffic(operation(name), party, stock, redis.admin, proxy)
    expect(traffic.roundTrips).toBeLessThanOrEqual(roundTrips)
    expect(traffic.sent.length).toBeLessThanOrEqual(commands)
    expect(traffic.roundTrips === 0).toBe(commands === 0)
  })
})

describe('what a token family takes:', () => {
  let party: Party
  beforeAll(async () => {
    party = await startParty('portico', redis.url, { issuer: ISSUER })
  })
  afterAll(() => party.stop())

  it('one key of at most 400 bytes, fresh and after ten refreshes', async () => {
    const { fresh, afterRefreshes, keysPerFamily } = await weighFamilies(party, redis.admin, 40)
    expect(fresh).toBeLessThanOrEqual(400)
    expect(afterRefreshes).toBe(fresh)
    expect(keysPerFamily).toBe(1)
  })

  it('nothing once its client is disabled: every token is dead, and stays dead when the client is enabled again', async () => {
    const { milliseconds: _milliseconds, ...counts } = await disableWithFamilies(party, 100)
    expect(counts).toEqual({ families: 100, aliveBefore: 100, aliveAfter: 0, refreshesTried: 100, refreshesGiven: 0 })
  })
})

describe('the others that are measured:', () => {
  const NOTHING: Stock = { cookies: [], tokens: [], askable: [] }
  // One sign-in at a time: several passwords queue, and on a slow machine the last one is refused.
  const takenFrom = async (party: Party, each: Operation, given: Stock): Promise<void> => {
    const requests = each === INTERACTIVE.hashed ? 1 : 4
    const [samples] = await takeTurns(each, [[party, given]], { rounds: 1, share: requests / each.count })
    expect(samples?.[0]?.perSecond).toBeGreaterThan(0)
  }

  it.each([1, 2])('the reference deployment signs users in, with %p workers', async (workers) => {
    const deployed = await startReference(redis.url, { workers, prefix: `${workers}:`, namesakes: NAMESAKES })
    await takenFrom(deployed, INTERACTIVE.hashed, NOTHING)
    expect(await deployed.processorTime()).toBeGreaterThan(0)
    await deployed.stop()
  })

  it('the floor answers a refresh', async () => {
    const floor = await startParty('floor', redis.url)
    await takenFrom(floor, operation('refresh'), await prepareStock(floor))
    await floor.stop()
  })

  it.each([
    { name: 'portico', passwordHash: true },
    { name: 'portico', passwordHash: false },
    { name: 'engine', passwordHash: true },
    { name: 'engine', passwordHash: false },
  ] as const)('$name signs users in, with a hash of the password: $passwordHash', async ({ name, passwordHash }) => {
    await redis.admin.flushall()
    const party = await startParty(name, redis.url, { passwordHash, namesakes: passwordHash ? NAMESAKES : [] })
    await takenFrom(party, passwordHash ? INTERACTIVE.hashed : INTERACTIVE.plain, NOTHING)
    await party.stop()
  })

  it('the service on the embedded store answers every operation', async () => {
    const folder = newFolder()
    const embedded = await startParty('portico', redis.url, { dataFile: join(folder, 'portico.sqlite') })
    const stock = await prepareStock(embedded)
    for (const each of OPERATIONS) await takenFrom(embedded, each, stock)
    await embedded.stop()
  })
})

it('the bare engine answers every operation, and its time is taken', async () => {
  const bare = await startParty('engine', redis.url)
  const stock = await prepareStock(bare)
  for (const each of OPERATIONS) {
    const [samples] = await takeTurns(each, [[bare, stock]], { rounds: 1, share: 20 / each.count })
    expect(samples?.[0]?.processor).toBeGreaterThan(0)
  }
  await bare.stop()
})

it('the bare engine goes on with a session whose grant a replay has revoked', async () => {
  const bare = await startParty('engine', redis.url)
  const cookie = await signIn(bare, CLIENT)
  const connection = await openConnection(bare.port)
  const code = codeOfAnswer(await connection.send(silentRequest(bare, CLIENT, cookie)))
  const exchange = exchangeRequest(bare, CLIENT, code)
  expect((await connection.send(exchange)).status).toBe(200)
  expect((await connection.send(exchange)).status).toBe(400)
  expect(codeOfAnswer(await connection.send(silentRequest(bare, CLIENT, cookie)))).not.toBe(code)
  connection.close()
  await bare.stop()
})
