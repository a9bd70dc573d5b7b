/**
 * `npm run race`: uses one code or refresh token many times in parallel, at any OpenID provider, and counts the
 * successes. Exit code 0: exactly one success in every round. 1: a round differs, or the race failed. 2: wrong usage.
 */
import { randomBytes } from 'node:crypto'
import { json, parseArguments, UsageError } from '../../lib/cli/terminal/command.ts'
import { processTerminal } from '../../lib/cli/terminal/process-terminal.ts'
import { RACE_OPTIONS, readPlan } from './plan.ts'
import { race } from './race.ts'
import { HOW_TO_READ, reportOf } from './report.ts'
import type { Verdict } from './tally.ts'

const USAGE = `npm run race -- --issuer URL --client ID [--client-secret-file FILE] [--rounds 20] [--parallel 30] [--only code|refresh|hang-up]

  options: ${[...Object.keys(RACE_OPTIONS), 'json'].map((option) => `--${option}`).join(' ')}
  test/race/README.md explains them.`

const GOOD: readonly Verdict[] = ['exactly-one', 'families-lost']
const terminal = processTerminal()

async function main(): Promise<number> {
  const args = parseArguments(process.argv.slice(2), RACE_OPTIONS)
  if (args.flag('help')) {
    terminal.out(USAGE)
    return 0
  }
  const plan = await readPlan(args, terminal)
  const stop = new AbortController()
  // Once: a second Ctrl-C ends the process as usual.
  const onSignal = (): void => stop.abort()
  process.once('SIGINT', onSignal)
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(plan.timeLimit * 1000)])
  const { tallies: storms, endedEarly } = await race(plan, {
    signal,
    random: randomBytes,
    report: (text) => terminal.err(text),
  }).finally(() => process.removeListener('SIGINT', onSignal))
  if (args.flag('json')) terminal.out(json({ storms, endedEarly }))
  else if (storms.some(({ rounds }) => rounds > 0)) {
    terminal.out(`\n${reportOf(storms)}`)
    terminal.err(`\n${HOW_TO_READ}`)
  }
  if (endedEarly !== undefined) terminal.err(endedEarly)
  return endedEarly === undefined && storms.every(({ verdict }) => GOOD.includes(verdict)) ? 0 : 1
}

process.exitCode = await main().catch((error: unknown) => {
  if (!(error instanceof UsageError)) throw error
  terminal.err(`${error.message}\n\n${USAGE}`)
  return 2
})
