/**
 * `npm run bench:watched`: a refresh of a service that measures itself beside one that does not, taken in turn. Ends with 1 when
 * measuring costs more than 2 % of its processor time.
 *
 *   --quick      few requests and rounds: tries the harness, its figures mean nothing
 *   --rounds N   rounds of each service, short and many, so that what else the machine does falls on both; 250
 *   --starts N   pairs of processes, one after the other, because no two processes are equally lucky in memory; 6
 */
import { parseArgs } from 'node:util'
import { startRedis } from '../support/redis-server.ts'
import { measure, send, spread } from './load.ts'
import { OPERATIONS, prepareStock } from './operations.ts'
import { startParty } from './parties.ts'
import { print } from './report.ts'

const MOST = 1.02
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '250' },
    starts: { type: 'string', default: '6' },
  },
})
const [starts, rounds, count] = options.quick ? [1, 1, 50] : [Number(options.starts), Number(options.rounds), 150]

const refresh = OPERATIONS.find(({ name }) => name === 'refresh')
if (refresh === undefined) throw new Error('there is no operation refresh')
const { prepare } = refresh

/** The processor times of one pair of services: without measurements, and with. */
async function pair(): Promise<readonly [off: readonly number[], on: readonly number[]]> {
  const redis = await Promise.all([startRedis(), startRedis()])
  try {
    const services = await Promise.all(
      redis.map(async ({ url }, place) => {
        const party = await startParty('portico', url, { measured: place === 1 })
        return { party, lanes: await prepare(party, await prepareStock(party), count), times: [] as number[] }
      }),
    )
    for (const { party, lanes } of services) await send(party.port, lanes, 24 * count)
    for (let round = 0; round < rounds; round += 1)
      // Whichever is second finds the machine as the first has left it.
      for (const { party, lanes, times } of round % 2 === 0 ? services : services.toReversed())
        times.push((await measure(party, lanes, count)).processor)
    for (const { party } of services) await party.stop()
    return services.map(({ times }) => times) as [number[], number[]]
  } finally {
    await Promise.all(redis.map((server) => server.stop()))
  }
}

const ratios: number[] = []
for (let start = 1; start <= starts; start += 1) {
  const [off, on] = await pair()
  const ofPair = on.map((time, round) => time / (off[round] ?? NaN))
  ratios.push(...ofPair)
  const [without, measured] = [spread(off).median.toFixed(1), spread(on).median.toFixed(1)]
  print(`pair ${start}: ${without} µs of processor time, measured ${measured} µs; ${spread(ofPair).median.toFixed(3)}`)
}
const { median } = spread(ratios)
print(`refresh, on / off, median of ${ratios.length} rounds: ${median.toFixed(3)}, at most ${MOST}`)
if (median > MOST && !options.quick) process.exitCode = 1
