/**
 * `npm run bench`: measures the service beside the bare engine and prints what it found. README.md says how and what for.
 *
 *   --quick             few requests and rounds: tries the harness, its figures mean nothing
 *   --only NAME,NAME    only these operations, and nothing else
 *   --rounds N          rounds of each operation; 5
 *   --profiles FOLDER   a processor profile of each server
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { disableWithFamilies, rotateForLong } from './endurance.ts'
import { weighFamilies } from './footprint.ts'
import { priceLimits } from './limits.ts'
import { OPERATIONS, prepareStock } from './operations.ts'
import { type Party, startParty } from './parties.ts'
import {
  comparisonLine,
  disablingLine,
  footprintLine,
  growthLine,
  HEADINGS,
  limitLine,
  machineOf,
  memoryLine,
  print,
  rounded,
  trafficLine,
} from './report.ts'
import { startCountingProxy } from './round-trips.ts'
import { type Comparison, compare } from './rounds.ts'
import { countTraffic, type PartyTraffic } from './traffic.ts'

const RESULTS = 'test/bench/results'
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    profiles: { type: 'string' },
  },
})
const { quick } = options
const wanted = options.only?.split(',')
const effort = quick ? { rounds: 1, share: 0.02 } : { rounds: Number(options.rounds), share: 1 }

const redis = await startRedis()
try {
  const speed = await compareSpeed(redis)
  if (wanted === undefined) {
    const traffic = await compareTraffic(redis)
    const endurance = await compareEndurance(redis)
    await redis.admin.flushall()
    const limits = await priceLimits(redis.url, effort)
    for (const price of limits) print(limitLine(price))
    if (!quick) keep({ machine: await machineOf(redis.admin), effort, ...speed, traffic, ...endurance, limits })
  }
} finally {
  await redis.stop()
}

/** Empties the store, runs both servers on it, and stops them. */
async function withBoth<T>(
  { admin }: RedisServer,
  address: string,
  work: (ours: Party, bare: Party) => Promise<T>,
): Promise<T> {
  await admin.flushall()
  const ours = await startParty('portico', address, { profiles: options.profiles })
  const bare = await startParty('engine', address, { profiles: options.profiles })
  const result = await work(ours, bare)
  await ours.stop()
  await bare.stop()
  return result
}

function compareSpeed(server: RedisServer) {
  return withBoth(server, server.url, async (one, bare) => {
    const sibling = await startParty('portico', server.url, { issuer: one.issuer })
    const ours: Party = { ...one, sibling }
    const stocks = [await prepareStock(ours), await prepareStock(bare)] as const
    print(HEADINGS)
    const comparisons: Comparison[] = []
    for (const operation of OPERATIONS.filter(({ name }) => wanted?.includes(name) ?? true)) {
      const comparison = await compare(
        operation,
        [
          [ours, stocks[0]],
          [bare, stocks[1]],
        ],
        effort,
      )
      comparisons.push(comparison)
      print(comparisonLine(comparison))
    }
    const peakMemory = { ours: ours.peakMemory(), bare: bare.peakMemory() }
    print(memoryLine(peakMemory))
    await sibling.stop()
    return { comparisons, peakMemory }
  })
}

async function compareTraffic(server: RedisServer): Promise<readonly PartyTraffic[]> {
  const proxy = await startCountingProxy(server.port)
  const traffic = await withBoth(server, proxy.url, async (...parties) => {
    const counted: PartyTraffic[] = []
    for (const party of parties) {
      const stock = await prepareStock(party)
      for (const operation of OPERATIONS) {
        counted.push({ party: party.name, ...(await countTraffic(operation, party, stock, server.admin, proxy)) })
      }
    }
    return counted
  })
  await proxy.close()
  for (const entry of traffic) print(trafficLine(entry))
  return traffic
}

function compareEndurance(server: RedisServer) {
  return withBoth(server, server.url, async (ours, bare) => {
    const families = quick ? 20 : 500
    const footprint = {
      ours: await weighFamilies(ours, server.admin, families),
      bare: await weighFamilies(bare, server.admin, families),
    }
    print(footprintLine(footprint))
    const growth = await rotateForLong(ours, server.admin, quick ? 200 : 10_000)
    print(growthLine(growth))
    const disabling = await disableWithFamilies(ours, quick ? 200 : 100_000)
    print(disablingLine(disabling))
    return { footprint, growth, disabling }
  })
}

function keep<T extends { readonly machine: { readonly date: string } }>(result: T): void {
  mkdirSync(RESULTS, { recursive: true })
  writeFileSync(`${RESULTS}/${result.machine.date}.json`, `${JSON.stringify(result, rounded, 2)}\n`)
}
