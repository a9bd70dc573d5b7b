/**
 * `npm run bench`: compares Portico with the bare engine, prints every figure with its target, and exits with 1 if one
 * is missed by more than its spread. README.md explains method and purpose.
 *
 *   --quick             few requests and rounds: tests the harness, its figures mean nothing, and it exits with 0
 *   --only NAME,NAME    only these figures (targets.ts has the names)
 *   --rounds N          rounds of each operation; 5
 *   --profiles FOLDER   a processor profile of each server
 */
import { parseArgs } from 'node:util'
import { startRedis } from '../support/redis-server.ts'
import { countAll } from './counts.ts'
import { check, figureBook } from './figures.ts'
import { weighFirstPage } from './first-page.ts'
import { drawLedger } from './ledger.ts'
import { priceLimits } from './limits.ts'
import { weighAtRest } from './memory.ts'
import { figureLine, limitLine, machineOf, print } from './report.ts'
import { keep } from './results.ts'
import type { Run } from './run.ts'
import { compareSignIns } from './sign-ins.ts'
import { compareSpeed } from './speed.ts'
import { timeStarts } from './starts.ts'
import { compareStores } from './stores.ts'
import { ROWS, type RowName } from './targets.ts'
import { compareWorkers } from './workers.ts'

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
const unknown = wanted?.filter((name) => !ROWS.some((row) => row.name === name)) ?? []
if (unknown.length > 0) throw new Error(`there is no figure ${unknown.join(', ')}: test/bench/targets.ts has the names`)
const effort = quick ? { rounds: 1, share: 0.02 } : { rounds: Number(options.rounds), share: 1 }

const redis = await startRedis()
try {
  const run: Run = {
    redis,
    figures: figureBook(),
    effort,
    turns: effort.rounds,
    rests: Math.min(3, effort.rounds),
    warmUps: quick ? 0 : 1,
    idleMs: quick ? 100 : 5_000,
    profiles: options.profiles,
    wants: (...names: readonly RowName[]) => wanted === undefined || names.some((name) => wanted.includes(name)),
  }
  const comparisons = [...(await compareSpeed(run)), ...(await compareSignIns(run))]
  await compareStores(run)
  await compareWorkers(run)
  await weighFirstPage(run)
  await timeStarts(run)
  await weighAtRest(run)
  const counts = await countAll(run, quick ? { families: 20, crowd: 200, requests: 3 } : undefined)
  await redis.admin.flushall()
  const limits = wanted === undefined ? await priceLimits(redis.url, effort) : []
  for (const price of limits) print(limitLine(price))

  const figures = run.figures.all()
  print('')
  for (const figure of figures) print(figureLine(figure))
  if (wanted === undefined && run.figures.missing().length > 0)
    throw new Error(`not measured: ${run.figures.missing().join(', ')}`)
  if (quick) print('\nA quick run: its figures mean nothing.')
  else {
    const missed = figures.filter((figure) => check(figure) === 'MISSED').map(({ name }) => name)
    print(missed.length === 0 ? '\nNo target is missed.' : `\nMISSED: ${missed.join(', ')}`)
    if (missed.length > 0) process.exitCode = 1
    if (wanted === undefined) {
      keep({ machine: await machineOf(redis.admin), effort, figures, comparisons, ...counts, limits })
      drawLedger()
    }
  }
} finally {
  await redis.stop()
}
