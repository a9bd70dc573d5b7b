/**
 * `npm run bench:load`: the reference deployment under load that does not wait for responses, first at the rate that
 * saturates it, then at shares of this rate. Stores the result and draws the pictures; ../README.md explains it.
 *
 *   --store NAME     redis (default), postgres or sqlite
 *   --minutes N      30; a shorter run tests the harness, and stores nothing
 *   --cpu K          everything runs on processor K alone, so that a second run can use another one
 *   --seed N         of the arrivals; 1
 *   --folder NAME    stores the result of any run there, and draws nothing
 */
import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { lowerBackgroundPriority } from '../../../lib/serve/background-priority.ts'
import { freePort } from '../../support/free-port.ts'
import { NEVER_REACHED } from '../fixtures.ts'
import { drawLedger } from '../ledger.ts'
import { startReference } from '../parties.ts'
import { print } from '../report.ts'
import { phaseLine, verdicts } from './load-report.ts'
import { keepLoad } from './load-results.ts'
import { runLoad } from './load-run.ts'
import { LOAD_STORES, type LoadStoreName } from './load-store.ts'
import { dealer, seeded } from './schedule.ts'
import { openSender } from './sender.ts'
import { MIX, openVisitors, VISITORS } from './visitors.ts'

const { values: options } = parseArgs({
  options: {
    store: { type: 'string', default: 'redis' },
    minutes: { type: 'string', default: '30' },
    cpu: { type: 'string' },
    seed: { type: 'string', default: '1' },
    folder: { type: 'string' },
  },
})
const WHOLE_MINUTES = 30
const minutes = Number(options.minutes)
if (!(minutes >= 1)) throw new Error('--minutes: a number from 1')
const name = options.store as LoadStoreName
if (!Object.hasOwn(LOAD_STORES, name)) throw new Error(`--store: one of ${Object.keys(LOAD_STORES).join(', ')}`)
// Every process that this one starts inherits it.
if (options.cpu !== undefined) execFileSync('taskset', ['-acp', options.cpu, `${process.pid}`], { stdio: 'ignore' })

// Its garbage collection must not delay the service, as it would not from another machine.
await lowerBackgroundPriority()
const random = seeded(Number(options.seed))
const store = await LOAD_STORES[name]()
try {
  const metricsPort = await freePort()
  const party = await startReference(undefined, {
    namesakes: VISITORS,
    // Without limits, a service does not refuse requests when it is overloaded.
    rateLimits: NEVER_REACHED,
    variables: {
      ...store.variables,
      METRICS_PORT: `${metricsPort}`,
      // Many clients in one place: without a limit, as behind a proxy.
      MAX_CONNECTIONS_PER_ADDRESS: '1000000',
    },
  })
  const connections = await openSender(party.port)
  try {
    const visitors = await openVisitors(party, connections.send, random)
    const load = { visitors, sender: connections, random, next: dealer(MIX, random) }
    const result = {
      date: new Date().toISOString().slice(0, 10),
      store: store.about,
      machine: `${cpus()[0]?.model}, Node ${process.versions.node}`,
      processors: options.cpu === undefined ? availableParallelism() : 1,
      minutes,
      ...(await runLoad(party, load, { minutes, metricsPort })),
    }
    for (const phase of result.phases) print(phaseLine(phase))
    const missed = verdicts(result).filter(({ isMet }) => !isMet)
    print(missed.length === 0 ? 'Every promise is met.' : `MISSED: ${missed.map(({ promise }) => promise).join('; ')}`)
    if (options.folder !== undefined) print(keepLoad(name, result, options.folder))
    else if (minutes >= WHOLE_MINUTES) {
      print(keepLoad(name, result))
      drawLedger()
      if (missed.length > 0) process.exitCode = 1
    }
  } finally {
    connections.close()
    await party.stop()
  }
} finally {
  await store.stop()
}
