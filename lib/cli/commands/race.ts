import { randomBytes } from 'node:crypto'
import { RACE_OPTIONS, readPlan } from '../race/plan.ts'
import { race } from '../race/race.ts'
import { HOW_TO_READ, reportOf } from '../race/report.ts'
import type { Command } from '../terminal/command.ts'
import { json } from '../terminal/output.ts'

/** The one command that opens no store: what it asks, it asks over the wire, as anybody could. */
export const raceCommand: Command = {
  name: 'race',
  usage: '--issuer URL --client ID [--client-secret-file FILE] [--rounds 20] [--parallel 30] [--only code|refresh]',
  summary: 'uses one code, one refresh token many times at once, at any OpenID provider, and counts who succeeds',
  options: RACE_OPTIONS,
  async run(args, terminal) {
    const plan = await readPlan(args, terminal)
    const stop = new AbortController()
    // Once: a second Ctrl-C ends the process as ever.
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
    return endedEarly === undefined && storms.every(({ verdict }) => verdict === 'exactly-one') ? 0 : 1
  },
}
