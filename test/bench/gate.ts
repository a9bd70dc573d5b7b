/**
 * `npm run bench:gate`: a guarded request of the host and an answer of the gate, beside introspection, in one run and taken in turn.
 * Ends with 1 when one of them costs more than one and a half times as much.
 *
 *   --quick      few requests and rounds: tries the harness, its figures mean nothing
 *   --rounds N   rounds of each; 5
 */
import { parseArgs } from 'node:util'
import { startRedis } from '../support/redis-server.ts'
import { GUARDED } from './guarded.ts'
import { measure, send, spread } from './load.ts'
import { OPERATIONS, prepareStock } from './operations.ts'
import { startParty } from './parties.ts'
import { print } from './report.ts'

const MOST = 1.5
const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, rounds: { type: 'string', default: '5' } },
})
const { rounds, share } = options.quick ? { rounds: 1, share: 0.02 } : { rounds: Number(options.rounds), share: 1 }

const redis = await startRedis()
try {
  const party = await startParty('portico', redis.url)
  const stock = await prepareStock(party)
  const measured = [...OPERATIONS.filter(({ name }) => name === 'introspection'), ...GUARDED]
  const times = measured.map((): number[] => [])
  for (let round = -1; round < rounds; round += 1) {
    for (const [place, operation] of measured.entries()) {
      const count = Math.ceil(operation.count * share)
      const lanes = await operation.prepare(party, stock, count)
      // The first turn is the warm-up.
      if (round < 0) await send(party.port, lanes, count)
      else times[place]?.push((await measure(party, lanes, count)).processor)
    }
  }
  await party.stop()
  for (const [place, { name }] of measured.entries()) {
    const ratio = spread((times[place] ?? []).map((time, round) => time / (times[0]?.[round] ?? NaN)))
    print(`${name}: ${ratio.median.toFixed(2)} × introspection (${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)})`)
    if (ratio.median > MOST && !options.quick) process.exitCode = 1
  }
} finally {
  await redis.stop()
}
