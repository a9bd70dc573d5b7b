/**
 * `npm run simulate -- --seed N --hours H`: a simulated deployment with users, apps, administrators and an attacker.
 * Exit code 0: every promise held. 1: one was broken; its story is printed. 2: wrong usage.
 */
import './machine.ts'
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import '../../lib/compose/gate.ts'
import '../../lib/protocol/engine/by-prompts.ts'
import '../../lib/compose/host-layout.tsx'
import '../../lib/compose/screens.ts'
import { BUGS, type Bug } from './bugs.ts'
import { realTime } from './machine.ts'
import { planOf } from './plan.ts'
import { shorten } from './shorten.ts'
import { simulate } from './simulate.ts'
import { storyOf } from './story.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    hours: { type: 'string', default: '1' },
    bug: { type: 'string' },
    seeds: { type: 'string', default: '1' },
    story: { type: 'boolean', default: false },
  },
})
const HOUR_MS = 3_600_000

async function main(): Promise<number> {
  const [seed, hours, seeds] = [values.seed, values.hours, values.seeds].map(Number) as [number, number, number]
  const bug = values.bug as Bug | undefined
  if (![seed, hours, seeds].every(Number.isFinite) || (bug !== undefined && !(bug in BUGS))) {
    console.error(
      `npm run simulate -- --seed N --hours H [--seeds COUNT] [--story] [--bug ${Object.keys(BUGS).join('|')}]`,
    )
    return 2
  }
  if (seeds > 1) return each(seed, seeds)
  const startedAt = realTime()
  const options = { seed, actions: planOf(seed, hours), lastsMs: hours * HOUR_MS, tailMs: 2 * HOUR_MS, bug }
  const run = await simulate(options)
  const perSecond = run.simulatedMs / HOUR_MS / ((realTime() - startedAt) / 1_000)
  console.log(
    `seed ${seed}: ${run.steps} steps, ${run.told.length} actions, ${run.checks} checks, digest ${run.digest.slice(0, 32)}, ${perSecond.toFixed(2)} simulated hours per second`,
  )
  if (values.story) console.log(storyOf(run))
  if (run.violation === undefined) return 0
  console.log(`broken: ${run.violation.promise}: ${run.violation.text}`)
  console.log(storyOf(await shorten(options, run, (text) => console.error(text))))
  return 1
}

/** Each in a process, because what one run leaves in memory would change the next. */
function each(seed: number, seeds: number): number {
  const rest = process.argv.slice(1)
  for (let one = seed; one < seed + seeds; one += 1) {
    const args = [...rest, '--seed', String(one), '--seeds', '1']
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
    if (status !== 0) return status ?? 1
  }
  return 0
}

process.exitCode = await main()
