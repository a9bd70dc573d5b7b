/**
 * `npm run bench:watched`: a refresh of a service that measures itself beside one that does not, taken in turn. Ends with 1 when
 * measuring costs more than 2 % of its processor time.
 *
 *   --quick      few requests and rounds: tries the harness, its figures mean nothing
 *   --rounds N   rounds of each, short and many, so that what else the machine does falls on both; 60
 */
import { parseArgs } from 'node:util'
import { startRedis } from '../support/redis-server.ts'
import { measure, send, spread } from './load.ts'
import { OPERATIONS, prepareStock } from './operations.ts'
import { startParty } from './parties.ts'
import { print } from './report.ts'

const MOST = 1.02
const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, rounds: { type: 'string', default: '60' } },
})
const [rounds, count] = options.quick ? [1, 50] : [Number(options.rounds), 500]

const refresh = OPERATIONS.find(({ name }) => name === 'refresh')
if (refresh === undefined) throw new Error('there is no operation refresh')

const redis = await Promise.all([startRedis(), startRedis()])
try {
  const services = await Promise.all(
    redis.map(async ({ url }, place) => {
      const party = await startParty('portico', url, { measured: place === 1 })
      const lanes = await refresh.prepare(party, await prepareStock(party), count)
      return { party, lanes, times: [] as number[] }
    }),
  )
  for (let round = -1; round < rounds; round += 1)
    // Whichever is second finds the machine as the first has left it.
    for (const { party, lanes, times } of round % 2 === 0 ? services : services.toReversed()) {
      // The first turn is the warm-up.
      if (round < 0) await send(party.port, lanes, 8 * count)
      else times.push((await measure(party, lanes, count)).processor)
    }
  for (const { party } of services) await party.stop()
  const [off = [], on = []] = services.map(({ times }) => times)
  const ratio = spread(on.map((time, round) => time / (off[round] ?? NaN)))
  print(`refresh, off: ${spread(off).median.toFixed(1)} µs of processor time (${spread(off).min.toFixed(1)} at least)`)
  print(`refresh, on:  ${spread(on).median.toFixed(1)} µs (${spread(on).min.toFixed(1)} at least)`)
  print(`on / off, round by round: ${ratio.median.toFixed(3)} (${ratio.min.toFixed(3)} to ${ratio.max.toFixed(3)})`)
  if (ratio.median > MOST && !options.quick) process.exitCode = 1
} finally {
  await Promise.all(redis.map((server) => server.stop()))
}
